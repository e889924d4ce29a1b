// `secdash serve` as a process of its own that may be started as another user, and that may end by
// itself.
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { BARE_ENV } from './bare-env.ts'
import { clientOf } from './started-service.ts'

const CLI = new URL('../../src/cli.ts', import.meta.url).pathname

export interface ServingProcess extends ReturnType<typeof clientOf> {
  readonly logged: Record<string, unknown>[]
  /** How it ended, if it has: the exit code or the signal. */
  ended(): number | string | null
  kill(): Promise<void>
}

/** Ends with the test at the latest. */
export async function servingProcess(
  ...options: Parameters<typeof startServingProcess>
): Promise<ServingProcess> {
  const service = await startServingProcess(...options)
  onTestFinished(service.kill)
  return service
}

/** For whoever ends it. */
export async function startServingProcess(
  database: string,
  { readers = 1, deadlineSeconds = 5, ...user }: ServingOptions = {},
): Promise<ServingProcess> {
  const settings = { port: 0, readers, deadline: deadlineSeconds, database }
  const flags = Object.entries(settings).flatMap(([flag, value]) => [`--${flag}`, String(value)])
  const child = spawn(process.execPath, [CLI, 'serve', ...flags], {
    ...user,
    env: BARE_ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  const logged: Record<string, unknown>[] = []
  // The type does not know that a pipe was asked for.
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)
  lines.on('line', (line) => logged.push(JSON.parse(line)))
  const [line] = await Promise.race([once(lines, 'line'), exited])
  const { address } = JSON.parse(String(line)) as { address: string }
  const ended = () => child.exitCode ?? child.signalCode
  return { logged, ended, kill, ...clientOf(address) }
}

interface ServingOptions extends Pick<SpawnOptions, 'uid' | 'gid'> {
  readonly readers?: number
  readonly deadlineSeconds?: number
}
