// How long an answer stays true while the data stands still: readers say it, memory asks.
import { dayOf, daysBefore, type Moment, wallClock } from './time.ts'

/** What an answer depends on besides the data, as it was when the data was read. */
export type Condition =
  /** Rows since then were read, and none of them is older than `oldest`; null is no row. */
  | { readonly since: string; readonly days: number; readonly oldest: string | null }
  | { readonly today: string }

/** A reader calls it with each. */
export type TrueWhile = (condition: Condition) => void

/**
 * Whether the same rows would be read now. Where the clock was put back the window begins earlier
 * than it did, and holds rows that nobody has looked at.
 */
export function stillHolds(condition: Condition, now: Moment): boolean {
  if ('today' in condition) return condition.today === dayOf(wallClock(now))
  const { since, days, oldest } = condition
  const begin = daysBefore(now, days)
  return begin >= since && (oldest === null || oldest >= begin)
}
