// Two things that a reader may meet, and that are gone at another look.
//
// Outside of WAL mode a reader first looks for a journal that a dead writer has left. While others
// commit, it may take theirs for one: it sees that nobody writes, and then what the next has begun.
// Who may write would take the lock and find nothing; who may only read fails at once, with this code.
import { Replaced } from '../replaced.ts'

/** SQLITE_READONLY_ROLLBACK. */
const JOURNAL_LEFT = 776

/**
 * A copy was restored whose texts are in UTF-16, or no longer are. A connection keeps the encoding that
 * it found first; SQLite has no code for it.
 */
const OTHER_ENCODING = 'attached databases must use the same text encoding as main database'

export const meetsJournal = (error: unknown): boolean =>
  (error as { errcode?: number }).errcode === JOURNAL_LEFT

/** Like those of SQLite for a lock; together as long as it is waited for. */
const PAUSES_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 72]

export type Pause = (ms: number) => void

/** The thread waits, as it does for a lock. */
export const pauseThread: Pause = (ms) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** A journal is looked for before a statement gives anything: so nothing is given twice. */
export function lookingAgain<Result>(look: () => Result, pause: Pause): Result {
  for (const ms of PAUSES_MS) {
    try {
      return look()
    } catch (error) {
      if (error instanceof Error && error.message === OTHER_ENCODING) throw new Replaced()
      if (!meetsJournal(error)) throw error
    }
    pause(ms)
  }
  return look()
}
