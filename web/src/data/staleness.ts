import { ageDays } from './time.ts'
import type { Malware, Posture } from './wire.ts'

/** Nobody is late before this, however often they used to report. */
export const STALE_DAYS = 2
/** Who has missed two of its usual turns is late. */
const MISSED_TURNS = 2
/** The rhythm of what has shown none: one day alone tells nothing. */
const UNKNOWN_DAYS = 7
const DAY_MS = 86_400_000

export const isSilent = (latest: string, timestamp: string): boolean =>
  ageDays(latest, timestamp) > STALE_DAYS

/** How many days tell the rhythm of a posture, whatever is shown: as many as tell that of a scanner. */
export const RHYTHM_DAYS = 30

/** A day in the future comes from a wrong clock, and tells nothing. */
const recordedDays = ({ history, timestamp }: Posture): string[] =>
  history.map((it) => it.date).filter((it) => it <= timestamp.slice(0, 10))

export const lastRecorded = (posture: Posture): string | undefined => recordedDays(posture).at(-1)

/** The day in the future that the score is of: the newest record counts, until then whatever comes. */
export function recordedAhead({ history, timestamp }: Posture): string | undefined {
  const last = history.at(-1)?.date
  return last !== undefined && last > timestamp.slice(0, 10) ? last : undefined
}

/** By its own rhythm, as a scanner is; one that was not recorded at all is late. */
export function isPostureLate(posture: Posture): boolean {
  const days = recordedDays(posture)
  const last = days.at(-1)
  // A day is over at its end.
  return last === undefined || isLate(ageDays(`${last} 23:59:59`, posture.timestamp), days)
}

const isLate = (age: number, days: readonly string[]): boolean =>
  age > Math.max(STALE_DAYS, MISSED_TURNS * usualDays(days))

export interface Scanner {
  readonly name: string
  readonly days: number
  readonly isLate: boolean
}

/** Each scanner by its own rhythm: a weekly one is not late on the third day. */
export const scannersOf = (malware: Malware): Scanner[] =>
  Object.entries(malware.last_scan_days).map(([name, days]) => {
    // One row a day, however many scans it had.
    const ran = malware.scan_history.filter((it) => it.scan_type === name)
    const ranOn = ran.map((it) => it.scan_day)
    return { name, days, isLate: isLate(days, ranOn) }
  })

/**
 * Days from one of these to the next, as long as it ran. By the number of scans in the window a scanner
 * that died would seem to take its time: its scans leave the window one by one.
 */
function usualDays(days: readonly string[]): number {
  if (days.length === 0) return 0
  if (days.length === 1) return UNKNOWN_DAYS
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  return (Date.parse(last) - Date.parse(first)) / DAY_MS / (days.length - 1)
}
