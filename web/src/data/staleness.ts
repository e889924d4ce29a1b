import { ageDays } from './time.ts'
import type { Malware } from './wire.ts'

/** Nobody is late before this, however often they used to report. */
export const STALE_DAYS = 2
/** A scanner that has missed two of its usual turns is late. */
const MISSED_TURNS = 2
/** How far back the service counts scans. */
const WINDOW_DAYS = 30

export const isSilent = (latest: string, timestamp: string): boolean =>
  ageDays(latest, timestamp) > STALE_DAYS

export interface Scanner {
  readonly name: string
  readonly days: number
  readonly isLate: boolean
}

/** Each scanner by its own rhythm: a weekly one is not late on the third day. */
export const scannersOf = ({ last_scan_days, scan_stats }: Malware): Scanner[] =>
  Object.entries(last_scan_days).map(([name, days]) => {
    const scans = scan_stats.find((it) => it.scan_type === name)?.total_scans ?? 0
    const usual = scans === 0 ? 0 : WINDOW_DAYS / scans
    return { name, days, isLate: days > Math.max(STALE_DAYS, MISSED_TURNS * usual) }
  })
