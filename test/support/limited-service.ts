// `secdash serve` in a process of its own, which the system gives less than it could.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { BARE_ENV } from './bare-env.ts'
import type { LogLine } from './listening.ts'

const CLI = new URL('../../src/cli.ts', import.meta.url).pathname

export interface LimitedService {
  readonly port: number
  /** Lines of the log, parsed. */
  readonly logged: LogLine[]
}

/** `limit` as the shell's ulimit takes it. One reader, on a free port. */
export async function limitedService(
  limit: string,
  database: string,
  env: NodeJS.ProcessEnv = {},
): Promise<LimitedService> {
  const limited = ['-c', `ulimit ${limit}; exec "$0" "$@"`, process.execPath, CLI, 'serve']
  const flags = ['--port', '0', '--readers', '1', '--deadline', '60', '--database', database]
  const child = spawn('/bin/sh', [...limited, ...flags], {
    // What Node writes to keep what it has compiled would meet the limit, too.
    env: { ...BARE_ENV, NODE_COMPILE_CACHE: undefined, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const logged: LogLine[] = []
  const output = createInterface(child.stdout)
  output.on('line', (line) => logged.push(JSON.parse(line)))
  await once(output, 'line')
  return { port: Number(new URL(String(logged[0]?.['address'])).port), logged }
}
