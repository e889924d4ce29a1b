import type { ServerSummary } from './wire.ts'

/** Oldest first. Of equals it must say so: not every browser leaves them in their order otherwise. */
export function byScanDate(a: ServerSummary, b: ServerSummary): number {
  if (a.latest_scan_date === b.latest_scan_date) return 0
  return a.latest_scan_date < b.latest_scan_date ? -1 : 1
}
