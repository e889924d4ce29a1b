// Times that have not come yet.
import { momentOf, wallClock } from '../time.ts'

/** A wrong time zone is less than a day. */
const AHEAD = 86_400
/** Clocks may differ by that much. */
const SLACK = 120

/** In seconds since 1970: a time in a report that is later than that is in the future. */
export const latestAt = (now: number): number => now + AHEAD

/** Whether a date has not come yet, and by no difference of clocks. */
export const isAhead = (date: string, now: number, zone: string): boolean =>
  date > wallClock(momentOf((now + SLACK) * 1000, zone))
