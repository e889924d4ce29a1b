// A reader that hangs inside SQLite until a test lets it go, on a machine of any speed. Where the
// journal of a file would lie there is a named pipe: SQLite opens it to see whether anything must be
// rolled back, and opening a pipe waits for somebody who writes to it.
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './database.ts'
import { createDatabase } from './faults.ts'

export interface StuckReader<Answer> {
  /** What it was asked for. */
  readonly answer: Promise<Answer>
  /** Lets it go: its query fails then. */
  release(): void
}

/** A closed file without a write-ahead log: with one, a connection looks for a journal only once. */
export async function fileWithoutLog(): Promise<{ readonly path: string; readonly url: string }> {
  const path = join(temporaryFolder(), 'test.db')
  await createDatabase(path, 1)
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = delete')
  db.close()
  return { path, url: `sqlite:${path}` }
}

/**
 * Asks until another thread is stuck with it; whoever reads from then on is not. To be called after
 * the threads are started, so that they are let go before they are closed.
 */
export async function stuckReader<Answer>(
  path: string,
  ask: () => Promise<Answer>,
): Promise<StuckReader<Answer>> {
  const before = stuckThreads()
  const pipe = `${path}-journal`
  execFileSync('mkfifo', [pipe])
  for (;;) {
    let isOver = false
    const answer = ask().finally(() => {
      isOver = true
    })
    answer.catch(() => {})
    while (!isOver && stuckThreads() === before) await pause(5)
    // A deadline may pass before a thread has even begun: then it is asked again.
    if (stuckThreads() === before) continue
    const aside = `${path}-stuck-${before}`
    renameSync(pipe, aside)
    const release = () => writeTo(aside)
    onTestFinished(release)
    return { answer, release }
  }
}

/** How many threads wait for the other side of a pipe, in the words of the kernel. */
function stuckThreads(): number {
  const waitsIn = (thread: string): string => {
    try {
      return readFileSync(`/proc/self/task/${thread}/wchan`, 'utf8')
    } catch {
      return 'nothing: it has ended'
    }
  }
  const threads = readdirSync('/proc/self/task')
  return threads.filter((it) => /wait_for_partner|fifo_open/.test(waitsIn(it))).length
}

function writeTo(pipe: string): void {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
  } catch (error) {
    const nobodyReads = (error as NodeJS.ErrnoException).code === 'ENXIO'
    if (!nobodyReads) throw error
  }
}
