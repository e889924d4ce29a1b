// `secdash serve` as the package has it, with its own defaults; its log goes nowhere.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { PROJECT } from '../../src/project.ts'
import { freePort } from '../../test/support/servers/ports.ts'
import { QUESTIONS } from '../questions.ts'
import { answers, type Side, sideOf } from './side.ts'

const COMMAND = join(PROJECT, 'dist', 'secdash')
const LOOP_DELAY = new URL('./loop-delay.ts', import.meta.url).href

export interface ServiceSide extends Side {
  readonly pid: number
  /** The longest that its event loop was held since this was last asked, in milliseconds. */
  loopHeldMs(): Promise<number>
}

export async function startService(
  database: string,
  { watchLoop = false, remembers = true } = {},
): Promise<ServiceSide> {
  const port = await freePort()
  const args = ['serve', '--port', String(port), '--database', database]
  const child = spawn(COMMAND, [...args, ...(remembers ? [] : ['--memory', '0'])], {
    env: {
      PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      ...(watchLoop ? { NODE_OPTIONS: `--import ${LOOP_DELAY}` } : {}),
    },
    stdio: ['ignore', 'ignore', 'inherit', ...(watchLoop ? (['ipc'] as const) : [])],
  })
  // Its threads start with it; an answer shows that they are there.
  await answers(child, port, { path: QUESTIONS.malware.path, status: [200] })
  return {
    ...sideOf(child, port),
    pid: child.pid as number,
    async loopHeldMs() {
      child.send('how long')
      const [ms] = await once(child, 'message')
      return ms
    },
  }
}
