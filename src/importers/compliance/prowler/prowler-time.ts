import type { Context } from '../../importer.ts'
import { epochOf, isScanTime, timeOf } from '../../report-time.ts'

/** As seconds they would lie after the year 5000. */
const MILLISECONDS_FROM = 1e11

/** Written out, or with --unix-timestamp as seconds, also in quotes. OCSF itself wants milliseconds. */
export function prowlerTimeOf(value: unknown, context: Context): number | null {
  const at = secondsOf(value, context)
  return isScanTime(at) ? at : null
}

function secondsOf(value: unknown, context: Context): number | null {
  const isCount = typeof value === 'number' || /^\d{9,13}$/.test(String(value))
  if (!isCount) return epochOf(timeOf(value, context))
  const count = Number(value)
  return epochOf(count < MILLISECONDS_FROM ? count : count / 1000)
}

/** Reads the starts of scans: a file says the same one with each of its findings. */
export function startReader(context: Context): (value: unknown) => number | null {
  let last: { readonly value: unknown; readonly at: number | null } = { value: undefined, at: null }
  return (value) => {
    if (value !== last.value) last = { value, at: prowlerTimeOf(value, context) }
    return last.at
  }
}
