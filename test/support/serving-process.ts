// `secdash serve` as a process of its own that a test may start as another user, and that
// may end by itself. It ends with the test at the latest.
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { clientOf } from './started-service.ts'

const CLI = new URL('../../src/cli.ts', import.meta.url).pathname

export interface ServingProcess extends ReturnType<typeof clientOf> {
  readonly logged: Record<string, unknown>[]
  /** How it ended, if it has: the exit code or the signal. */
  ended(): number | string | null
}

export async function servingProcess(
  database: string,
  { readers = 1, ...user }: ServingOptions = {},
): Promise<ServingProcess> {
  const child = spawn(
    process.execPath,
    [CLI, 'serve', '--port', '0', '--readers', String(readers), '--database', database],
    { ...user, env: {}, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const logged: Record<string, unknown>[] = []
  // The type does not know that a pipe was asked for.
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)
  lines.on('line', (line) => logged.push(JSON.parse(line)))
  const [line] = await Promise.race([once(lines, 'line'), exited])
  const { address } = JSON.parse(String(line)) as { address: string }
  return { logged, ended: () => child.exitCode ?? child.signalCode, ...clientOf(address) }
}

interface ServingOptions extends Pick<SpawnOptions, 'uid' | 'gid'> {
  readonly readers?: number
}
