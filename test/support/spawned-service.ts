// `secdash serve` as a process of its own, as an operator starts it. The caller ends it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { BARE_ENV } from './bare-env.ts'

export interface SpawnedService {
  readonly child: ChildProcess
  readonly port: number
}

/** `heard` is told of every line on its standard output. */
export async function spawnService(
  args: readonly string[],
  heard: (line: string) => void,
): Promise<SpawnedService> {
  const cli = new URL('../../src/cli.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: BARE_ENV,
  })
  const lines = createInterface(child.stdout)
  lines.on('line', heard)
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit')])
  const { address } = JSON.parse(String(line)) as { address: string }
  return { child, port: Number(new URL(address).port) }
}
