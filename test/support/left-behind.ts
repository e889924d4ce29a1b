// Ends processes that nobody is left to end.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const PATIENCE_MS = 10_000
const LOOK_MS = 20

/** All that have this in their environment, but not this one. Comes back when they have ended. */
export function endProcessesWith(variable: string): void {
  const pids = processesWith(variable)
  // Killed, PostgreSQL would leave shared memory behind. One that is frozen has to be woken for it.
  for (const signal of ['SIGQUIT', 'SIGCONT'] as const) {
    for (const pid of pids) send(pid, signal)
  }
  for (let ms = 0; pids.some(runs) && ms < PATIENCE_MS; ms += LOOK_MS) pause(LOOK_MS)
  for (const pid of processesWith(variable)) send(pid, 'SIGKILL')
}

const processesWith = (variable: string): number[] =>
  (existsSync('/proc') ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && hasVariable(pid, variable))

const hasVariable = (pid: number, variable: string): boolean =>
  about(pid, 'environ').split('\0').includes(variable)

/** A child of this process that has ended stays in the list of processes until this one has, too. */
export const runs = (pid: number): boolean => /^State:\s+[^Z]/m.test(about(pid, 'status'))

/** Empty when there is no such process any more. */
function about(pid: number, what: 'environ' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

const still = new Int32Array(new SharedArrayBuffer(4))
const pause = (ms: number) => Atomics.wait(still, 0, 0, ms)
