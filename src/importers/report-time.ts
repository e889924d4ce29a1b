// Times as reports write them: with a zone, without one, or as seconds since 1970.
import { isDay } from '../time.ts'
import type { Context } from './importer.ts'

const WRITTEN =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:[.,]\d{1,12})? ?(?:(Z|UTC)|([+-])([01]\d|2[0-3]):?([0-5]\d))?$/i

/** The last second of the year 9999. */
const LAST = 253_402_300_799

/** Seconds since 1970 of a time in the form of ISO 8601, RFC 3339 or Ruby; null when it is none. */
export function timeOf(text: unknown, context: Pick<Context, 'at'>): number | null {
  const [, day, clock, utc, sign, hours, minutes] = WRITTEN.exec(String(text).trim()) ?? []
  if (day === undefined || !isDay(day)) return null
  if (utc === undefined && sign === undefined) return context.at(`${day} ${clock}`)
  const offset = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60
  return epochOf(Date.parse(`${day}T${clock}Z`) / 1000 - (sign === '-' ? -offset : offset))
}

/** A time without its seconds, or a day. */
const SHORT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d))?( ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/i

/** The same of what a person wrote, who may leave out the seconds; a day alone is its beginning. */
export function givenTimeOf(text: string, context: Pick<Context, 'at'>): number | null {
  const [, day, minute = '00:00', zone = ''] = SHORT.exec(text.trim()) ?? []
  return timeOf(day === undefined ? text : `${day} ${minute}:00${zone}`, context)
}

/** No scan is older: that is a clock that was never set, or a slip of the pen. */
export const EARLIEST = Date.UTC(1990, 0) / 1000
const LATEST = Date.UTC(2100, 0) / 1000

/** Whether a scan can be of that time. */
export const isScanTime = (at: number | null): at is number =>
  at !== null && Number.isFinite(at) && at >= EARLIEST && at < LATEST

/** The time of a record itself: a clock that is wrong may have been so for one check only. */
export function recordTimeOf(text: unknown, context: Context): number | null {
  const at = timeOf(text, context)
  return isScanTime(at) && at <= context.latest ? at : null
}

/** A number that can be seconds since 1970; null when it cannot. */
export const epochOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= LAST ? Math.floor(value) : null

/** Whole seconds from one time to another; 0 where one is unknown, or they are the wrong way round. */
export const durationOf = (from: number | null, to: number | null): number =>
  from === null || to === null ? 0 : Math.max(0, to - from)
