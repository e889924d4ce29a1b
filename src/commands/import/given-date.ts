import { EARLIEST } from '../../importers/report-time.ts'
import { epochSecondsOf, isDay } from '../../time.ts'

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?\s*(Z|[+-]\d\d:\d\d)?$/

/** Seconds since 1970 of what a person wrote; undefined when it is no time of a scan. */
export function givenDate(text: string, zone: string): number | undefined {
  const [, day, time = '00:00', seconds = '00', offset] = DATE.exec(text.trim()) ?? []
  if (day === undefined || !isDay(day)) return undefined
  const utc = Date.parse(`${day}T${time}:${seconds}${offset ?? 'Z'}`)
  if (Number.isNaN(utc)) return undefined
  const at = offset === undefined ? epochSecondsOf(`${day} ${time}:${seconds}`, zone) : utc / 1000
  return at < EARLIEST ? undefined : at
}
