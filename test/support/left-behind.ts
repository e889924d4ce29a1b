// Ends processes that nobody is left to end.
import { readdirSync, readFileSync } from 'node:fs'

const PATIENCE_MS = 10_000
const LOOK_MS = 20

/** All whose command names the folder. Comes back when they have ended, so that it can be removed. */
export function endProcessesOf(folder: string): void {
  const pids = processesOf(folder)
  // Killed, PostgreSQL would leave shared memory behind. One that is frozen has to be woken for it.
  for (const signal of ['SIGQUIT', 'SIGCONT'] as const) {
    for (const pid of pids) send(pid, signal)
  }
  for (const pid of pids) {
    for (let ms = 0; runs(pid) && ms < PATIENCE_MS; ms += LOOK_MS) pause(LOOK_MS)
    send(pid, 'SIGKILL')
  }
}

const processesOf = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && about(name, 'cmdline').includes(folder))
    .map(Number)

/** A child of this process that has ended stays in the list of processes until this one has, too. */
export const runs = (pid: number): boolean => /^State:\s+[^Z]/m.test(about(`${pid}`, 'status'))

/** Empty when there is no such process any more. */
function about(pid: string, what: 'cmdline' | 'status'): string {
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
