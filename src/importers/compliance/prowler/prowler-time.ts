import type { Context } from '../../importer.ts'
import { epochOf, timeOf } from '../../report-time.ts'

/** As seconds they would lie after the year 5000. */
const MILLISECONDS_FROM = 1e11

/** Written out, or with --unix-timestamp as seconds, also in quotes. OCSF itself wants milliseconds. */
export function momentOf(value: unknown, context: Context): number | null {
  const isCount = typeof value === 'number' || /^\d{9,13}$/.test(String(value))
  if (!isCount) return epochOf(timeOf(value, context))
  const count = Number(value)
  return epochOf(count < MILLISECONDS_FROM ? count : count / 1000)
}
