// The threads of a process share the locks on a file. Where another file takes its place, every
// connection to the old one is closed before the first to the new one is opened; otherwise the
// memory that SQLite shares for its log may be cut off under a reader, which ends the process.
import { Failure } from '../errors.ts'
import { within } from '../within.ts'
import { noneFree } from './deadline.ts'
import { REPLACED } from './task.ts'

export interface PlaceOptions {
  /** Which file has the path of the database now; null where connections go to a server. */
  readonly placeNow: () => string | null
  /** Which state of the file a failure calls damaged; null where it does not. */
  readonly damagedState: (failure: Failure) => string | null
  /** Closes all connections, and resolves when none is left. */
  readonly letGo: () => Promise<void>
  /** How long one waits for the others to let go. */
  readonly deadlineMs: number
}

/**
 * Does work that says REPLACED once more: where the new file is, when all have let go of the old one. So
 * it does with work that finds the file damaged, once for each state of it.
 */
export type InPlace = <Result>(
  work: (place: string | null) => Promise<Result | typeof REPLACED>,
) => Promise<Result>

export function onePlace({ placeNow, damagedState, letGo, deadlineMs }: PlaceOptions): InPlace {
  /** The file that all threads read, until they let go of it. */
  let place: string | null = null
  let lettingGo: Promise<void> | undefined
  /** The state of the file that looked damaged, and the one that does so with nothing old open. */
  let doubted: string | null = null
  let proven: string | null = null

  /**
   * A file that was written over in place looks damaged as long as anybody has the old one open: they
   * share what SQLite knows of its log, and of its length.
   */
  function orReplaced(error: unknown, known: string | null): typeof REPLACED {
    const state = error instanceof Failure ? damagedState(error) : null
    if (state === null || state === known) throw error
    doubted = state
    return REPLACED
  }

  async function leave() {
    try {
      await letGo()
      proven = doubted
    } finally {
      place = null
      lettingGo = undefined
    }
  }

  return async (work) => {
    for (;;) {
      // Nothing may come in between: what is begun after a letting go has begun is not waited for.
      while (lettingGo !== undefined) {
        await within(deadlineMs, lettingGo, () => noneFree(deadlineMs))
      }
      place ??= placeNow()
      const here = place
      const known = proven
      const result = await work(here).catch((error) => orReplaced(error, known))
      if (result !== REPLACED) return result
      // Connections to a server have nothing to do with each other, and this one is closed.
      if (here === null) continue
      lettingGo ??= Promise.resolve().then(leave)
    }
  }
}
