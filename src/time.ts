// Date-times in the database carry no zone. They are read in the configured one, so every moment
// that a reader compares with them is first written the same way: 'YYYY-MM-DD HH:MM:SS'.

/** One reading of the clock, in whole seconds, with the zone that the database's dates are in. */
export interface Moment {
  readonly epochSeconds: number
  readonly zone: string
}

export const DAY_SECONDS = 86_400

export const momentOf = (epochMs: number, zone: string): Moment => ({
  epochSeconds: Math.floor(epochMs / 1000),
  zone,
})

/** '2026-03-01 12:00:00', as a clock on the wall of that zone shows it. */
export const wallClock = ({ epochSeconds, zone }: Moment): string =>
  isoSeconds(epochSeconds + offsetSeconds(epochSeconds, zone)).replace('T', ' ')

/** '2026-03-01T12:00:00+00:00': always a numeric offset, never Z. */
export function timestamp({ epochSeconds, zone }: Moment): string {
  const offset = offsetSeconds(epochSeconds, zone)
  const minutes = Math.floor(Math.abs(offset) / 60)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${isoSeconds(epochSeconds + offset)}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Whether a date has its day: 2026-02-30 has the form of one, and would be read as one of March. */
export const isDay = (date: string): boolean =>
  new Date(`${dayOf(date)}T00:00:00Z`).getUTCDate() === Number(date.slice(8, 10))

export const dayOf = (dateTime: string): string => dateTime.slice(0, 10)

/**
 * Where a rolling window begins: the first date-time that is not older than `days` times 24 hours.
 * That is the wall clock of then, but for the hour that an autumn repeats: date-times of that hour
 * are of its first time, so all of them are older than any moment of the second.
 */
export function daysBefore({ epochSeconds, zone }: Moment, days: number): string {
  const then = epochSeconds - days * DAY_SECONDS
  const hour = repeatedWithin({ epochSeconds: then, zone })
  const begin = hour === null ? then : Math.max(then, 2 * hour.to - hour.from)
  return wallClock({ epochSeconds: begin, zone })
}

/** The hour before the clock was put back in the last 24, which came again then; null for none. */
export function repeatedWithin({ epochSeconds: then, zone }: Moment): Seconds | null {
  const repeated = offsetSeconds(then - DAY_SECONDS, zone) - offsetSeconds(then, zone)
  if (repeated <= 0) return null
  const to = putBackWithin(then, zone)
  return { from: to - repeated, to }
}

/** From the first on and before the last, since 1970. */
interface Seconds {
  readonly from: number
  readonly to: number
}

/** The second of the last day at which the clock was put back. */
function putBackWithin(then: number, zone: string): number {
  let [before, after] = [then - DAY_SECONDS, then]
  const offset = offsetSeconds(then, zone)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetSeconds(middle, zone) === offset) after = middle
    else before = middle
  }
  return after
}

/** The last date-time that a database can hold. */
const LAST = '9999-12-31 23:59:59'

/**
 * A date-time so many seconds later on the same wall, whatever its clock does meanwhile; null where
 * no date-time is as late as that.
 */
export function secondsAfter(dateTime: string, seconds: number): string | null {
  const later = asUtcSeconds(dateTime) + seconds
  return later > asUtcSeconds(LAST) ? null : isoSeconds(later).replace('T', ' ')
}

/** How much later on the wall the one is than the other, whatever its clock did meanwhile. */
export const secondsBetween = (dateTime: string, later: string): number =>
  asUtcSeconds(later) - asUtcSeconds(dateTime)

/** Seconds from a date-time of the database until now; negative when it lies in the future. */
export const secondsSince = (dateTime: string, now: Moment): number =>
  now.epochSeconds - epochSecondsOf(dateTime, now.zone)

// A wall-clock time that occurs twice (autumn) is the first of the two; one that never occurs
// (spring) is read with the offset before the gap. Temporal calls this 'compatible'.
export function epochSecondsOf(dateTime: string, zone: string): number {
  const asUtc = asUtcSeconds(dateTime)
  const before = offsetSeconds(asUtc - DAY_SECONDS, zone)
  const after = offsetSeconds(asUtc + DAY_SECONDS, zone)
  const offset = [before, after].find((it) => offsetSeconds(asUtc - it, zone) === it) ?? before
  return asUtc - offset
}

const asUtcSeconds = (dateTime: string): number =>
  Date.parse(`${dateTime.replace(' ', 'T')}Z`) / 1000

const isoSeconds = (epochSeconds: number): string =>
  new Date(epochSeconds * 1000).toISOString().slice(0, 19)

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  return format
}

/** '3/1/2026, GMT+05:30'; before zones were agreed upon, local mean time had seconds too. */
const OFFSET = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/

function offsetSeconds(epochSeconds: number, zone: string): number {
  if (zone === 'UTC') return 0
  const shown = formatOf(zone).format(epochSeconds * 1000)
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(shown) ?? []
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -offset : offset
}
