import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysBefore, momentOf, secondsSince, timestamp, wallClock } from '../../src/time.ts'
import {
  offsetChanges,
  secondsFrom,
  timestampAt,
  wallClockAt,
  windowStart,
} from '../support/recompute/clock.ts'
import { detection, malwareScan, posture } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns', // half an hour, negative, with summer time
  'America/Sao_Paulo', // changed at midnight
  'Africa/Casablanca', // two more changes in a year
  'Asia/Kolkata', // half an hour
  'Asia/Kathmandu', // a quarter
  'Australia/Lord_Howe', // summer time of half an hour
  'Pacific/Chatham',
  'Pacific/Apia', // left out a whole day
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

const SINCE = Date.UTC(1975, 0, 1)
const UNTIL = Date.UTC(2037, 0, 1)

interface ZonedMoment {
  zone: string
  epochMs: number
}

/** Any moment, and half of the time one within hours of a change of the zone's offset. */
const moments: fc.Arbitrary<ZonedMoment> = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    epochMs: fc.integer({ min: SINCE, max: UNTIL }),
    change: fc.option(fc.nat(1)),
    away: fc.integer({ min: -26 * 3_600, max: 26 * 3_600 }),
  })
  .map(({ zone, epochMs, change, away }) => {
    const changes = offsetChanges(epochMs, zone).filter((it) => it > SINCE && it < UNTIL)
    const near = change === null ? undefined : changes[change]
    return { zone, epochMs: near === undefined ? epochMs : near + away * 1000 }
  })

const property = <Values extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  check: (...values: Values) => void,
) => fc.assert(fc.property(...arbitraries, check), { numRuns: 1_000 })

describe('in every time zone, against Temporal', () => {
  it('the wall clock shows what it should', () => {
    property([moments], ({ epochMs, zone }) => {
      expect(wallClock(momentOf(epochMs, zone))).toBe(wallClockAt(epochMs, zone))
    })
  })

  it('the timestamp has the offset of that moment', () => {
    property([moments], ({ epochMs, zone }) => {
      expect(timestamp(momentOf(epochMs, zone))).toBe(timestampAt(epochMs, zone))
    })
  })

  it('a window begins the given number of times 24 hours ago', () => {
    property([moments, fc.integer({ min: 1, max: 365 })], ({ epochMs: then, zone }, days) => {
      const epochMs = then + days * 86_400_000
      const start = daysBefore(momentOf(epochMs, zone), days)
      expect(start).toBe(windowStart(epochMs, zone, days))
    })
  })

  it('a date-time that the wall clock has shown is that long ago', () => {
    property([moments, moments], ({ epochMs, zone }, { epochMs: then }) => {
      const dateTime = wallClockAt(then, zone)
      const now = momentOf(epochMs, zone)
      expect(secondsSince(dateTime, now)).toBe(secondsFrom(dateTime, epochMs, zone))
    })
  })

  it('a date-time that the wall clock never showed, or showed twice, is read alike', () => {
    property([moments, fc.integer({ min: -90, max: 90 })], ({ epochMs, zone }, minutes) => {
      const [change = epochMs] = offsetChanges(epochMs, zone)
      // Written with the offset of before: inside a gap, or inside what is repeated.
      const before = Date.parse(`${wallClockAt(change - 1000, zone).replace(' ', 'T')}Z`)
      const dateTime = wallClockAt(before + minutes * 60_000, 'UTC')
      const now = momentOf(epochMs, zone)
      expect(secondsSince(dateTime, now)).toBe(secondsFrom(dateTime, epochMs, zone))
    })
  })

  it('dates of any year that the tables can hold are read', () => {
    const dateTimes = fc
      .date({ min: new Date('0000-01-02T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z') })
      .filter((date) => !Number.isNaN(date.getTime()))
      .map((date) => date.toISOString().slice(0, 19).replace('T', ' '))
    property([moments, dateTimes], ({ epochMs, zone }, dateTime) => {
      const now = momentOf(epochMs, zone)
      expect(secondsSince(dateTime, now)).toBe(secondsFrom(dateTime, epochMs, zone))
    })
  })
})

const NEW_YORK = 'America/New_York'

describe('with a configured time zone', () => {
  it.each([
    ['UTC', '2026-03-15T12:00:00+00:00'],
    [NEW_YORK, '2026-03-15T08:00:00-04:00'],
    ['America/St_Johns', '2026-03-15T09:30:00-02:30'],
    ['Asia/Kathmandu', '2026-03-15T17:45:00+05:45'],
    ['Pacific/Kiritimati', '2026-03-16T02:00:00+14:00'],
    ['Europe/London', '2026-03-15T12:00:00+00:00'],
  ])('%s, the timestamp is %s', async (timezone, expected) => {
    const { get } = await testService({ timezone })
    expect((await get('/api/posture.php')).body.timestamp).toBe(expected)
  })

  it('scan dates are read in it, and an hour that summer time left out is no hour', async () => {
    const { database, get } = await testService({
      timezone: NEW_YORK,
      now: Date.parse('2026-03-08T12:00:00-04:00'),
    })
    await database.insert(
      'malware_scans',
      malwareScan({ scan_type: 'a', scan_date: '2026-03-08 12:00:00' }),
      malwareScan({ scan_type: 'b', scan_date: '2026-03-08 03:00:00' }),
      malwareScan({ scan_type: 'c', scan_date: '2026-03-07 12:00:00' }),
      // Local mean time: 4 h 56 min 2 s west.
      malwareScan({ scan_type: 'd', scan_date: '0001-01-01 00:00:00' }),
    )
    const { body } = await get('/api/malware.php')
    expect(body.last_scan_days).toEqual({ a: 0, b: 0.375, c: 0.9583, d: 739682.4611 })
  })

  it('the window of 30 days is 720 hours on its wall clock', async () => {
    // 12:00 in summer time; 720 hours earlier it was 11:00 in winter time.
    const { database, get } = await testService({
      timezone: NEW_YORK,
      now: Date.parse('2026-03-20T12:00:00-04:00'),
    })
    await database.insert(
      'malware_scans',
      malwareScan({ scan_type: 'in', scan_date: '2026-02-18 11:00:00' }),
      malwareScan({ scan_type: 'out', scan_date: '2026-02-18 10:59:59' }),
    )
    const { body } = await get('/api/malware.php')
    expect(body.scan_stats.map((it: { scan_type: string }) => it.scan_type)).toEqual(['in'])
  })

  it('today is the day of its wall clock', async () => {
    const { database, get } = await testService({ timezone: 'Pacific/Kiritimati' })
    await database.insert(
      'posture_scores',
      posture({ recorded_at: '2026-03-15 23:00:00' }),
      posture({ recorded_at: '2026-03-16 01:00:00' }),
    )
    // 02:00 on the 16th: found today, after the end of the 15th.
    await database.insert(
      'malware_detections',
      detection({ severity: 'critical', detected_at: '2026-03-16 00:00:00' }),
    )
    const { body } = await get('/api/posture.php')
    expect(
      body.history.map(({ date, malware }: { date: string; malware: number }) => [date, malware]),
    ).toEqual([
      ['2026-03-15', 100],
      ['2026-03-16', 70],
    ])
  })
})
