// The threads of a process share the locks on a file. Where another file takes its place, every
// connection to the old one is closed before the first to the new one is opened; otherwise the
// memory that SQLite shares for its log may be cut off under a reader, which ends the process.
import { Failure } from '../../errors.ts'
import { within } from '../../within.ts'
import { noneFree } from '../ran-out.ts'
import { REPLACED } from './task.ts'

export interface PlaceOptions {
  /** Which file has the path of the database now; null where connections go to a server. */
  readonly placeNow: () => string | null
  /** Which state of the file a failure calls damaged; null where it does not. */
  readonly damagedState: (failure: Failure) => string | null
  /** Closes all connections, and resolves when none is left. */
  readonly letGo: () => Promise<void>
  /** The same, but waits for no connection that is in use for long. */
  readonly letGoOfIdle: () => Promise<void>
  /** How long one waits for the others to let go. */
  readonly deadlineMs: number
}

/**
 * Does work that says REPLACED once more: where the new file is, when all have let go of the old one. So
 * it does with work that finds the file damaged, once for each state of it, and twice in all.
 */
type InPlace = <Result>(
  work: (place: string | null) => Promise<Result | typeof REPLACED>,
) => Promise<Result>

const DOUBTED = 'doubted'

/** A file that is damaged and written to all the time is in another state each time it is looked at. */
const MOST_DOUBTS = 2

export function onePlace(options: PlaceOptions): InPlace {
  const { placeNow, damagedState, letGo, letGoOfIdle, deadlineMs } = options
  /** The file that all threads read, until they let go of it. */
  let place: string | null = null
  let lettingGo: Promise<void> | undefined
  /** The state of the file that looked damaged last, and the one that does so after a letting go. */
  let doubted: string | null = null
  let proven: string | null = null

  /**
   * A file that was written over in place looks damaged as long as anybody has the old one open: they
   * share what SQLite knows of its log, and of its length. No reader is in danger, as it is the same file.
   */
  function orDoubted(error: unknown, known: string | null): typeof DOUBTED {
    const state = error instanceof Failure ? damagedState(error) : null
    if (state === null || state === known) throw error
    doubted = state
    return DOUBTED
  }

  async function leave(isReplaced: boolean) {
    try {
      await (isReplaced ? letGo() : letGoOfIdle())
      proven = doubted
    } finally {
      // Of the others some may be in use: until they are closed, all go on with the same file.
      if (isReplaced) place = null
      lettingGo = undefined
    }
  }

  return async (work) => {
    let doubts = 0
    for (;;) {
      // Nothing may come in between: what is begun after a letting go has begun is not waited for.
      while (lettingGo !== undefined) {
        await within(deadlineMs, lettingGo, () => noneFree(deadlineMs))
      }
      place ??= placeNow()
      const here = place
      const known = proven
      const result = await work(here).catch((error) => {
        if (doubts++ === MOST_DOUBTS) throw error
        return orDoubted(error, known)
      })
      if (result !== REPLACED && result !== DOUBTED) return result
      // Connections to a server have nothing to do with each other, and this one is closed.
      if (here === null) continue
      lettingGo ??= Promise.resolve().then(() => leave(result === REPLACED))
    }
  }
}
