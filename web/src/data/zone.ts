// Date-times of the data have no zone. The page has the name of the service's, because an answer has
// but the offset of its own moment: in November that of July is another one.

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Milliseconds east of Greenwich, at a date-time of an answer with that timestamp. */
export type OffsetAt = (dateTime: string, timestamp: string) => number

/** By the name of the service's zone; where the browser does not know it, as the answer has it. */
export function offsetsIn(zone: string): OffsetAt {
  const at = momentsIn(zone)
  if (at === null) return (_, timestamp) => offsetOf(timestamp)
  // Long lists are of few days, and on most of these nothing changes.
  const ofDays = new Map<string, number | null>()
  const ofDay = (day: string): number | null => {
    const begin = asUtc(`${day} 00:00:00`)
    const [before, after] = [at(begin - DAY_MS), at(begin + 2 * DAY_MS)]
    return before === after ? before : null
  }
  let [asked, agrees] = ['', false]
  return (dateTime, timestamp) => {
    const told = offsetOf(timestamp)
    if (timestamp !== asked) [asked, agrees] = [timestamp, at(Date.parse(timestamp)) === told]
    // The service has got another zone since the page was opened.
    if (!agrees) return told
    const wall = asUtc(dateTime)
    if (Number.isNaN(wall)) return told
    const day = dateTime.slice(0, 10)
    let known = ofDays.get(day)
    if (known === undefined) {
      known = ofDay(day)
      ofDays.set(day, known)
    }
    return known ?? changing(wall, at)
  }
}

/** As the service reads it: of two the first, and what never was with the offset before the change. */
function changing(wall: number, at: (moment: number) => number): number {
  const before = at(wall - DAY_MS)
  return [before, at(wall + DAY_MS)].find((it) => at(wall - it) === it) ?? before
}

export const asUtc = (dateTime: string): number => Date.parse(`${dateTime.replace(' ', 'T')}Z`)

/** `2026-03-01T12:00:00+02:00` */
function offsetOf(timestamp: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(timestamp) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  return sign === '-' ? -offset : offset
}

export function offsetText(offset: number): string {
  const minutes = Math.floor(Math.abs(offset) / MINUTE_MS)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The offset of a zone at a moment; null where the browser does not know the zone. */
function momentsIn(zone: string): ((moment: number) => number) | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    return (moment) => {
      if (Number.isNaN(moment)) return Number.NaN
      // '3/1/2026, GMT+05:30'
      const [, sign, hours = 0, minutes = 0, seconds = 0] =
        /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(moment)) ?? []
      const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
      return sign === '-' ? -offset : offset
    }
  } catch {
    return null
  }
}

let inZone = offsetsIn('')

/** In the zone that the page brought along. */
export const offsetAt: OffsetAt = (dateTime, timestamp) => inZone(dateTime, timestamp)

export function readIn(zone: string): void {
  inZone = offsetsIn(zone)
}
