// An hour that comes twice, in autumn. Its date-times do not tell which of two came first: there what
// was stored later counts as later.
import {
  DAY_SECONDS,
  epochSecondsOf,
  momentOf,
  repeatedWithin,
  secondsAfter,
  wallClock,
} from '../time.ts'
import type { StoreOptions } from './options.ts'

export interface Hour {
  readonly from: string
  /** The first date-time behind it. */
  readonly to: string
}

export type Zones = Pick<StoreOptions, 'zone' | 'reportZone'>

/** The one that holds this date-time, in the zone of the database or of the report; else null. */
export function repeatedHour(dateTime: string, { zone, reportZone = zone }: Zones): Hour | null {
  const at = epochSecondsOf(dateTime, zone)
  for (const it of new Set([zone, reportZone])) {
    const hour = repeatedWithin(momentOf((at + DAY_SECONDS) * 1000, it))
    if (hour === null || at < hour.from || at >= hour.to) continue
    const from = wallClock(momentOf(hour.from * 1000, zone))
    return { from, to: secondsAfter(from, hour.to - hour.from) ?? from }
  }
  return null
}

export const isIn = ({ from, to }: Hour, dateTime: string): boolean =>
  dateTime >= from && dateTime < to
