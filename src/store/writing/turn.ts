// Whoever writes takes a turn. The second waits until the first is done, and sees all that it did.
import { setTimeout as pause } from 'node:timers/promises'
import { UsageError } from '../../errors.ts'

export interface Patience {
  /** How long to wait for the turn. */
  readonly mostMs: number
  /** After how long to say so. */
  readonly tellMs: number
  onWait(): void
}

/** A report of some hundred megabytes is stored in less. */
export const PATIENCE: Patience = { mostMs: 300_000, tellMs: 5_000, onWait() {} }

/** Between two attempts, where the database gives up by itself. */
const PAUSE_MS = 100

/** Another program writes, and was not done in time. The next file may have more luck. */
export class Locked extends UsageError {
  constructor(text: string) {
    super(text, 1)
    this.name = 'Locked'
  }
}

/**
 * Tries it again while the database is locked, until `hasTurn` was called: from then on it may take
 * as long as it takes. Some engines give up after seconds, others wait without end.
 */
export async function inTurn<Result>(
  { mostMs, tellMs, onWait }: Patience,
  { isLock, late }: { isLock(error: unknown): boolean; late(): Error },
  attempt: (hasTurn: () => void) => Promise<Result>,
): Promise<Result> {
  const { promise: isLate, reject } = Promise.withResolvers<never>()
  let [hasTurn, isOver] = [false, false]
  const telling = setTimeout(onWait, tellMs)
  const ending = setTimeout(() => {
    isOver = true
    reject(late())
  }, mostMs)
  const stop = () => {
    clearTimeout(telling)
    clearTimeout(ending)
  }
  const take = () => {
    // The caller was told already that nothing was stored: a turn that comes now must not be taken.
    if (isOver) throw late()
    hasTurn = true
    stop()
  }
  try {
    for (;;) {
      try {
        return await Promise.race([attempt(take), isLate])
      } catch (error) {
        if (hasTurn || isOver || !isLock(error)) throw error
      }
      await Promise.race([pause(PAUSE_MS), isLate])
    }
  } finally {
    stop()
  }
}
