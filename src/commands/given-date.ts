import { epochSecondsOf } from '../time.ts'

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?\s*(Z|[+-]\d\d:\d\d)?$/

/** Seconds since 1970 of what a person wrote; undefined when it is no time. */
export function givenDate(text: string, zone: string): number | undefined {
  const [, day, time = '00:00', seconds = '00', offset] = DATE.exec(text.trim()) ?? []
  if (day === undefined) return undefined
  const utc = Date.parse(`${day}T${time}:${seconds}${offset ?? 'Z'}`)
  // 30 February would be read as a day of March.
  const isDay = !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && sameDay(day)
  if (Number.isNaN(utc) || !isDay) return undefined
  return offset === undefined ? epochSecondsOf(`${day} ${time}:${seconds}`, zone) : utc / 1000
}

const sameDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
