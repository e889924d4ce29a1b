// A real database server in a temporary folder, which tests start, stop, freeze and kill.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface DatabaseServer {
  readonly port: number
  /** Its main process, while it runs. */
  pid(): number | null
  /** The address of a database on it, as DATABASE_URL takes it. */
  url(database: string, login?: string): string
  start(): Promise<void>
  /** Ends it with a signal: SIGKILL is a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** SIGSTOP and SIGCONT, to all of its processes. */
  signal(signal: NodeJS.Signals): void
  /** Stops it and removes its folder. */
  destroy(): Promise<void>
}

export const hasEnded = (child: ChildProcess | undefined): boolean =>
  child === undefined || child.exitCode !== null || child.signalCode !== null

export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
