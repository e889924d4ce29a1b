import { describe, expect, it } from 'vitest'
import * as time from '../src/time.ts'
import { complianceScan, malwareScan, posture } from './support/rows.ts'
import { NOW, testService } from './support/service.ts'

const at = (iso: string, zone = 'UTC') => time.momentOf(Date.parse(iso), zone)

describe('a moment', () => {
  it('is a reading of the clock in whole seconds, cut and not rounded', () => {
    expect(at('2026-03-15T12:00:00.999Z')).toEqual({ epochSeconds: NOW / 1000, zone: 'UTC' })
    expect(at('1969-12-31T23:59:59.001Z').epochSeconds).toBe(-1)
  })

  it('is written on the wall clock as the tables write it', () => {
    expect(time.wallClock(at('2026-03-05T02:03:04Z'))).toBe('2026-03-05 02:03:04')
  })

  it('is written as a timestamp with a numeric offset, never Z', () => {
    expect(time.timestamp(at('2026-03-05T02:03:04Z'))).toBe('2026-03-05T02:03:04+00:00')
  })
})

describe('a date-time of the tables', () => {
  it('has the day it begins with', () => {
    expect(time.dayOf('2026-03-15 23:59:59')).toBe('2026-03-15')
  })

  it('is some seconds ago, and fewer than none when it lies ahead', () => {
    const now = at('2026-03-15T12:00:00Z')
    expect(time.secondsSince('2026-03-15 12:00:00', now)).toBe(0)
    expect(time.secondsSince('2026-03-15 11:59:59', now)).toBe(1)
    expect(time.secondsSince('2026-03-15 12:00:01', now)).toBe(-1)
    expect(time.secondsSince('2026-03-14 00:00:00', now)).toBe(1.5 * time.DAY_SECONDS)
    expect(time.secondsSince('2016-03-15 12:00:00', now)).toBe(3652 * time.DAY_SECONDS)
  })

  it('is read over leap days and in the first and the last year of the form', () => {
    const now = at('2024-03-01T00:00:00Z')
    expect(time.secondsSince('2024-02-28 00:00:00', now)).toBe(2 * time.DAY_SECONDS)
    expect(time.secondsSince('0001-01-01 00:00:00', now)).toBe(738_945 * time.DAY_SECONDS)
    expect(time.secondsSince('9999-12-31 00:00:00', now)).toBe(-2_913_113 * time.DAY_SECONDS)
  })
})

it('a rolling window of days begins that many times 24 hours ago, to the second', () => {
  const now = at('2026-03-15T12:00:07Z')
  expect(time.daysBefore(now, 30)).toBe('2026-02-13 12:00:07')
  expect(time.daysBefore(now, 365)).toBe('2025-03-15 12:00:07')
  expect(time.daysBefore(at('2024-03-01T00:00:00Z'), 1)).toBe('2024-02-29 00:00:00')
})

const COMPLIANCE = '/api/compliance-scans.php'

it.each([
  '/api/malware.php',
  '/api/posture.php',
  COMPLIANCE,
  `${COMPLIANCE}?action=server&name=web-01`,
  `${COMPLIANCE}?action=findings`,
  `${COMPLIANCE}?action=categories`,
  `${COMPLIANCE}?action=history`,
])('GET %s carries the moment of its answer as timestamp', async (url) => {
  const { database, get } = await testService()
  await database.insert('compliance_scans', complianceScan({ server_name: 'web-01' }))
  expect((await get(url)).body.timestamp).toBe('2026-03-15T12:00:00+00:00')
})

it.each([
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Asia/Tokyo', '2026-10-25T01:00:00Z'],
])(
  'a rolling window in %s holds what is not older than that, also where an hour comes twice',
  (zone, change) => {
    const middle = Date.parse(change) / 1000
    const moments = Array.from({ length: 73 }, (_, i) => middle + (i - 36) * 300)
    const dates = moments.map((epochSeconds) => time.wallClock({ epochSeconds, zone }))
    for (const then of moments.flatMap((it) => [it - 1, it, it + 1])) {
      const since = time.daysBefore({ epochSeconds: then + 30 * 86_400, zone }, 30)
      const inside = dates.filter((date) => date >= since)
      expect(inside).toEqual(dates.filter((date) => time.epochSecondsOf(date, zone) >= then))
    }
  },
)

it('one reading of the clock serves everything that an answer says', async () => {
  let readings = 0
  // A clock that jumps a day at every look.
  const now = () => NOW + 86_400_000 * readings++
  const { database, get } = await testService({ now })
  await database.insert(
    'malware_scans',
    malwareScan({ scan_type: 'inside', scan_date: '2026-02-13 12:00:00' }),
    malwareScan({ scan_type: 'outside', scan_date: '2026-02-13 11:59:59' }),
  )
  const { body } = await get('/api/malware.php')
  expect(readings).toBe(1)
  expect(body.timestamp).toBe('2026-03-15T12:00:00+00:00')
  expect(body.last_scan_days).toEqual({ inside: 30, outside: 30 })
  expect(body.scan_stats.map((it: { scan_type: string }) => it.scan_type)).toEqual(['inside'])

  await database.insert('posture_scores', posture({ recorded_at: '2026-02-14 12:00:00' }))
  const later = await get('/api/posture.php')
  expect(readings).toBe(2)
  expect(later.body.timestamp).toBe('2026-03-16T12:00:00+00:00')
  expect(later.body.history).toHaveLength(1)
})

it('seconds after a date-time are none beyond the last that can be told', () => {
  expect(time.secondsAfter('2026-03-29 01:59:59', 3_601)).toBe('2026-03-29 03:00:00')
  expect(time.secondsAfter('9999-12-31 22:59:59', 3_600)).toBe('9999-12-31 23:59:59')
  expect(time.secondsAfter('9999-12-31 23:00:00', 3_600)).toBeNull()
  expect(time.secondsAfter('2026-03-29 00:00:00', Number.MAX_SAFE_INTEGER)).toBeNull()
})
