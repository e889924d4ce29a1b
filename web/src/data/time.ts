// Date-times of the data have no zone. They are read in that of the service, and shown in the viewer's.
import { count } from './numbers.ts'
import { asUtc, offsetAt } from './zone.ts'

/** Milliseconds of `YYYY-MM-DD HH:MM:SS`. */
export const millis = (dateTime: string, timestamp: string): number =>
  asUtc(dateTime) - offsetAt(dateTime, timestamp)

/** Noon, so that no zone moves a day to its neighbour. */
export const dayMillis = (day: string): number => Date.parse(`${day}T12:00:00`)

export const ageDays = (dateTime: string, timestamp: string): number =>
  Math.max(0, (Date.parse(timestamp) - millis(dateTime, timestamp)) / 86_400_000)

/** Clocks differ a little; `secdash check` has the same patience. */
const SKEW_DAYS = 2 / 1_440

/** How far ahead of the answer it is dated, which only a wrong clock or zone can do; else 0. */
export function aheadDays(dateTime: string, timestamp: string): number {
  const days = (millis(dateTime, timestamp) - Date.parse(timestamp)) / 86_400_000
  return days > SKEW_DAYS ? days : 0
}

export const isAhead = (dateTime: string, timestamp: string): boolean =>
  aheadDays(dateTime, timestamp) > 0

/** 40 s, 12 min, 3 h, 19 d: how long ago, in whole ones of the largest unit of which two have passed. */
export function shortAge(days: number): string {
  const seconds = Math.round(days * 86_400)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`
  return `${count(Math.floor(seconds / 86_400))} d`
}

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const full = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
})
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const shortDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

export const clockTime = (at: number): string => clock.format(at)
export const fullTime = (at: number): string => full.format(at)
export const dayName = (at: number): string => date.format(at)
export const shortDay = (at: number): string => shortDate.format(at)

const yearOf = (at: number): number => new Date(at).getFullYear()

export const isInYearOf = (at: number, today: number): boolean => yearOf(at) === yearOf(today)

/** A day of another year than today's has its year: there was such a day in this one, too. */
export const shortDayFrom = (at: number, today: number): string =>
  isInYearOf(at, today) ? shortDay(at) : dayName(at)

/** The same, as the data has them. */
export const dayInYear = (day: string, timestamp: string): string =>
  shortDayFrom(dayMillis(day), dayMillis(timestamp.slice(0, 10)))

export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${count(Math.floor(minutes / 60))} h ${minutes % 60} min`
}
