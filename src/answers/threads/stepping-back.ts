// Who works for seconds lets the others go first. A long answer takes a processor for itself, and small
// requests waited for it: each of their steps for as long as the system lets a thread run.
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Enough to let others go first. On a machine with no time to spare it still gets a third of a share. */
const NICER = 5
const NICEST = 19

let isBack = false

/**
 * For the thread that calls it, and for good: it takes a privilege to go back. Linux has a priority for
 * each thread; elsewhere nothing happens.
 */
export function stepBack(): void {
  if (isBack) return
  isBack = true
  try {
    const [pid, , id] = readlinkSync('/proc/thread-self').split('/')
    const thread = Number(id)
    // In a container, /proc may be that of the host, with other numbers.
    if (Number(pid) !== process.pid) return
    setPriority(thread, Math.min(NICEST, getPriority(thread) + NICER))
  } catch {
    // Then it works like the others.
  }
}
