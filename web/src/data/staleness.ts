import { ageDays } from './time.ts'
import type { Malware } from './wire.ts'

/** Nobody is late before this, however often they used to report. */
export const STALE_DAYS = 2
/** A scanner that has missed two of its usual turns is late. */
const MISSED_TURNS = 2
/** The rhythm of a scanner that has shown none: one day alone tells nothing. */
const UNKNOWN_DAYS = 7
const DAY_MS = 86_400_000

export const isSilent = (latest: string, timestamp: string): boolean =>
  ageDays(latest, timestamp) > STALE_DAYS

/** A day is over at its end. */
export const isPostureLate = (last: string, timestamp: string): boolean =>
  isSilent(`${last} 23:59:59`, timestamp)

export interface Scanner {
  readonly name: string
  readonly days: number
  readonly isLate: boolean
}

/** Each scanner by its own rhythm: a weekly one is not late on the third day. */
export const scannersOf = (malware: Malware): Scanner[] =>
  Object.entries(malware.last_scan_days).map(([name, days]) => {
    const patience = MISSED_TURNS * usualDays(name, malware)
    return { name, days, isLate: days > Math.max(STALE_DAYS, patience) }
  })

/**
 * Days from one day with scans to the next, as long as it ran. By the number of scans in the window a scanner
 * that died would seem to take its time: its scans leave the window one by one.
 */
function usualDays(name: string, { scan_history }: Malware): number {
  // One row a day, however many scans it had.
  const days = scan_history.filter((it) => it.scan_type === name)
  if (days.length === 0) return 0
  if (days.length === 1) return UNKNOWN_DAYS
  const [first, last] = [days[0]?.scan_day ?? '', days.at(-1)?.scan_day ?? '']
  return (Date.parse(last) - Date.parse(first)) / DAY_MS / (days.length - 1)
}
