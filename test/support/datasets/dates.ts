import fc from 'fast-check'
import { wallClockAt, windowStart } from '../recompute/clock.ts'

export interface Now {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly timezone: string
}

const MOMENTS = [
  '2026-03-15T12:00:00.000Z',
  '2026-03-15T23:59:59.999Z',
  '2026-03-29T01:00:00.000Z', // summer time begins in Berlin
  '2026-04-27T23:30:00.000Z', // the 30 days begin near that
  '2026-10-25T00:30:00.000Z', // the repeated hour in Berlin
  '2026-11-24T01:30:00.000Z', // the 30 days begin within it
  '2028-02-29T00:00:00.000Z',
  '2027-01-01T00:00:00.500Z',
].map(Date.parse)

export const nows: fc.Arbitrary<Now> = fc.record({
  now: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...MOMENTS) },
    fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2036, 0, 1) }),
  ),
  timezone: fc.oneof(
    { weight: 2, arbitrary: fc.constant('UTC') },
    fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Kiritimati',
    ),
  ),
})

/** So many seconds later by the calendar alone, as no zone's clock may ever have shown. */
function shifted(dateTime: string, seconds: number): string {
  const shown = Date.parse(`${dateTime.replace(' ', 'T')}Z`) + seconds * 1000
  return new Date(shown).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * What one data set draws its dates from: a few borders of windows and days, so that many dates are
 * equal, the time between them, and what is long ago or far ahead.
 */
export function dateTimes({ now, timezone }: Now): fc.Arbitrary<fc.Arbitrary<string>> {
  const present = wallClockAt(now, timezone)
  const starts = [1, 2, 7, 30, 365].map((days) => windowStart(now, timezone, days))
  const days = [0, 1, 2, 29, 30, 31].map((ago) => shifted(present, -ago * 86_400).slice(0, 10))
  const borders = [
    ...[present, ...starts].flatMap((at) => [-1, 0, 1].map((seconds) => shifted(at, seconds))),
    ...days.flatMap((day) => [`${day} 00:00:00`, `${day} 23:59:59`]),
  ]
  const between = fc
    .integer({ min: -40 * 86_400, max: 2 * 86_400 })
    .map((seconds) => shifted(present, seconds))
  return fc
    .subarray(borders, { minLength: 3, maxLength: 12 })
    .map((few) =>
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...few) },
        { weight: 4, arbitrary: between },
        { weight: 1, arbitrary: fc.constantFrom(...DISTANT) },
      ),
    )
}

const DISTANT = ['1000-01-01 00:00:00', '1999-12-31 23:59:59', '9999-12-31 23:59:59']
