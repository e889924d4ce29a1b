// The arithmetic of the page, without a browser.
import { describe, expect, it } from 'vitest'
import { malwareScore, POINTS as SERVICE_POINTS } from '../../src/malware/score.ts'
import { overallScore, WEIGHTS as SERVICE_WEIGHTS } from '../../src/posture/score.ts'
import { epochSecondsOf, momentOf, timestamp } from '../../src/time.ts'
import { byScanDate } from '../../web/src/data/by-scan-date.ts'
import { csvOf } from '../../web/src/data/csv.ts'
import { endsOf, isUnbroken, shortName } from '../../web/src/data/long-text.ts'
import { openCounts } from '../../web/src/data/open-counts.ts'
import { POINTS, pointsLost, sharesOf, WEIGHTS } from '../../web/src/data/score.ts'
import { isPostureLate, isSilent, scannersOf } from '../../web/src/data/staleness.ts'
import { ageDays, aheadDays, duration, millis, shortAge } from '../../web/src/data/time.ts'
import { visible } from '../../web/src/data/visible.ts'
import type { Malware, Posture, PostureNow, ServerSummary } from '../../web/src/data/wire.ts'
import { worstFirst } from '../../web/src/data/worst-first.ts'
import { asUtc, offsetsIn, offsetText } from '../../web/src/data/zone.ts'
import {
  apart,
  linear,
  pathOf,
  scoreDomain,
  scoreTicks,
  spaced,
  thinned,
} from '../../web/src/parts/scale.ts'

describe('scores', () => {
  it('are explained with the weights and points that the service has', () => {
    expect(WEIGHTS).toEqual(SERVICE_WEIGHTS)
    expect(POINTS).toEqual(SERVICE_POINTS)
  })

  it('the points won add up to the overall score', () => {
    const current = { compliance: 89.35, redteam: 78, incident: 77, monitoring: 87.5, malware: 65 }
    const won = sharesOf(current as PostureNow).reduce((sum, it) => sum + it.won, 0)
    expect(won).toBeCloseTo(overallScore(current), 1)
  })

  it('the points lost are those of the malware score, before it is held at 0', () => {
    const counts = { critical: 3, high: 1, medium: 0, low: 2 }
    expect(pointsLost(counts)).toBe(120)
    expect(malwareScore(counts)).toBe(0)
  })
})

describe('time', () => {
  const read = '2026-03-15T14:00:00+02:00'

  it('a date-time is read with the offset of its answer', () => {
    expect(millis('2026-03-15 13:00:00', read)).toBe(Date.UTC(2026, 2, 15, 11))
    expect(ageDays('2026-03-14 14:00:00', read)).toBe(1)
  })

  it.each([
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Africa/Casablanca',
    'America/St_Johns',
    '+05:30',
  ])('a date-time is the moment that it is to the service, on every day: %s', (zone) => {
    const offset = offsetsIn(zone)
    const answered = timestamp(momentOf(Date.UTC(2026, 10, 17), zone))
    const odd: string[] = []
    for (let at = Date.UTC(2011, 0); at < Date.UTC(2012, 1); at += 27 * 60_000) {
      for (const year of ['2011', '2025', '2026']) {
        const written = `${year}${new Date(at).toISOString().slice(4, 19).replace('T', ' ')}`
        const moment = asUtc(written) - offset(written, answered)
        if (moment !== epochSecondsOf(written, zone) * 1000) odd.push(written)
      }
    }
    expect(odd).toEqual([])
  })

  it('an offset is that of the answer where the service has another zone by now, or an unknown one', () => {
    const hour = 3_600_000
    expect(offsetsIn('Europe/Berlin')('2026-07-01 12:00:00', read)).toBe(2 * hour)
    expect(offsetsIn('Europe/Berlin')('2026-07-01 12:00:00', '2026-01-15T14:00:00-03:30')).toBe(
      -3.5 * hour,
    )
    expect(offsetsIn('Mars/Olympus')('2026-07-01 12:00:00', '2026-01-15T14:00:00+01:00')).toBe(hour)
    expect(offsetsIn('Europe/Berlin')('', '2026-01-15T14:00:00+01:00')).toBe(hour)
    expect(offsetsIn('Europe/Berlin')('2026-07-01 12:00:00', '')).toBeNaN()
  })

  it.each([
    [0, '+00:00'],
    [20_700_000, '+05:45'],
    [-12_600_000, '-03:30'],
  ])('an offset of %i milliseconds is %s', (offset, text) => {
    expect(offsetText(offset)).toBe(text)
  })

  it('what lies in the future has no age', () => {
    expect(ageDays('2026-03-16 00:00:00', read)).toBe(0)
  })

  it('and is that far ahead, but for clocks that differ a little', () => {
    expect(aheadDays('2026-03-18 14:00:00', read)).toBe(3)
    expect(aheadDays('2026-03-15 14:02:00', read)).toBe(0)
    expect(aheadDays('2026-03-15 13:00:00', read)).toBe(0)
  })

  it.each([
    [0, '0 s'],
    [89 / 86_400, '89 s'],
    [119 / 86_400, '119 s'],
    [179 / 86_400, '2 min'],
    [0.01, '14 min'],
    [7_199 / 86_400, '119 min'],
    [10_799 / 86_400, '2 h'],
    [0.5, '12 h'],
    [1.9, '45 h'],
    [2, '2 d'],
    [3.5, '3 d'],
    [259_199 / 86_400, '2 d'],
    [3, '3 d'],
    [19.4, '19 d'],
    [12_345.5, '12,345 d'],
  ])('%d days are %s', (days, text) => {
    expect(shortAge(days)).toBe(text)
  })

  it.each([
    [59, '59 s'],
    [61, '1 min 1 s'],
    [4_530, '1 h 15 min'],
    [4_444_530, '1,234 h 35 min'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text)
  })
})

describe('late', () => {
  const read = '2026-03-15T12:00:00+00:00'

  it('is a server without a scan for more than two days', () => {
    expect(isSilent('2026-03-13 12:00:00', read)).toBe(false)
    expect(isSilent('2026-03-13 11:59:59', read)).toBe(true)
  })

  /** What the service says of a scanner that ran every so many days, and stopped some days ago. */
  function reported(every: number, stopped: number): Malware {
    const ages: number[] = []
    for (let age = stopped; age <= 30; age += every) ages.unshift(age)
    const dayOf = (age: number) =>
      new Date(Date.parse(read) - age * 86_400_000).toISOString().slice(0, 10)
    const scan_history = ages.map((age) => ({
      scan_type: 'it',
      scan_day: dayOf(age),
      scan_count: 7,
    }))
    return { last_scan_days: { it: stopped }, scan_history } as unknown as Malware
  }

  it.each([
    ['daily', 1, 2.5],
    ['every third day', 3, 6.5],
    ['weekly', 7, 14.5],
    // From then on one scan alone is known of it.
    ['every two weeks', 14, 16.5],
  ])('is a %s scanner that is silent too long, and it stays so', (_, every, from) => {
    const isLate = (days: number) => scannersOf(reported(every, days))[0]?.isLate
    expect(isLate(from - 1)).toBe(false)
    for (let days = from; days < 40; days += 0.5) expect([days, isLate(days)]).toEqual([days, true])
  })

  it('is a scanner of one day after two weeks, and of none at all in 30 days', () => {
    expect(scannersOf(reported(40, 13))[0]?.isLate).toBe(false)
    expect(scannersOf(reported(40, 15))[0]?.isLate).toBe(true)
    expect(scannersOf(reported(40, 31))[0]?.isLate).toBe(true)
  })

  it.each([
    ['daily, of two days ago', ['2026-03-11', '2026-03-12', '2026-03-13'], false],
    ['daily, of three days ago', ['2026-03-10', '2026-03-11', '2026-03-12'], true],
    ['weekly, of six days ago', ['2026-02-23', '2026-03-02', '2026-03-09'], false],
    ['weekly, of three weeks ago', ['2026-02-16', '2026-02-23'], true],
    ['of one day, ten days ago', ['2026-03-05'], false],
    ['never seen', [], true],
    ['daily, then dated in the future', ['2026-03-10', '2026-03-11', '2031-01-01'], true],
  ])('is a posture that missed two of its turns: %s', (_, days, isLate) => {
    const history = days.map((date) => ({ date }))
    expect(isPostureLate({ history, timestamp: read } as unknown as Posture)).toBe(isLate)
  })
})

describe('CSV', () => {
  const cell = (text: string) =>
    csvOf(['x'], [{ x: text }])
      .split('\r\n')
      .slice(1)
      .join('\r\n')

  it.each(['=1', '+1', '-1', '@x', '|x', '%0A', '\t=1', '\r=1', ' =1', '＝1', '＋1', '－1', '＠x'])(
    'a cell that begins as a formula does is text: %j',
    (text) => {
      expect(cell(text)).toBe(`"'${text}"\r\n`)
    },
  )

  it('quotes are doubled, and nothing in a cell begins another', () => {
    expect(cell('a"b,c;d\r\ne')).toBe('"a""b,c;d\r\ne"\r\n')
  })

  it('begins with a mark of UTF-8 and the names of its columns', () => {
    expect(csvOf(['a', 'b'], [{ a: null, b: 7 }])).toBe('\uFEFF"a","b"\r\n"",7\r\n')
  })
})

describe('open findings', () => {
  const told = (severities: readonly string[], total_findings: number) =>
    openCounts({ findings: severities.map((severity) => ({ severity })), total_findings } as never)

  it('are counted from a whole list', () => {
    expect(told([], 0)).toEqual({ critical: 0, high: 0, medium: 0, low: 0 })
    expect(told(['high', 'low', 'low'], 3)).toEqual({ critical: 0, high: 1, medium: 0, low: 2 })
  })

  it('are not known of the severity that a list breaks off in, and of those below', () => {
    expect(told(['critical', 'high', 'high'], 4)).toEqual({ critical: 1 })
    expect(told(['critical', 'low'], 9)).toEqual({ critical: 1, high: 0, medium: 0 })
  })
})

it('the worst servers are those of the lowest scores; those without one come last', () => {
  const servers = [90, null, 70, 100].map((overall_score) => ({ overall_score }) as ServerSummary)
  expect(worstFirst(servers).map((it) => it.overall_score)).toEqual([70, 90, 100, null])
})

it('of servers that were scanned at the same moment none comes first, whichever way they are compared', () => {
  const [old, same, late] = ['2026-01-01', '2026-01-01', '2026-02-01'].map(
    (latest_scan_date) => ({ latest_scan_date }) as ServerSummary,
  ) as [ServerSummary, ServerSummary, ServerSummary]
  expect([byScanDate(old, same), byScanDate(same, old)]).toEqual([0, 0])
  expect([byScanDate(old, late), byScanDate(late, old)]).toEqual([-1, 1])
})

describe('charts', () => {
  it('a score axis starts at the ten below the lowest, and never above 90', () => {
    expect(scoreDomain([81, 97])).toEqual([80, 100])
    expect(scoreDomain([99])).toEqual([90, 100])
    expect(scoreDomain([])).toEqual([90, 100])
    expect(scoreTicks([80, 100])).toEqual([80, 90, 100])
    expect(scoreTicks([0, 100])).toEqual([0, 20, 40, 60, 80, 100])
  })

  it('a gap lifts the pen', () => {
    const points = [1, 2, null, 4].map((y, x) => ({ x, y }))
    const same = linear([0, 10], [0, 10])
    expect(pathOf(points, same, same)).toBe('M0.0 1.0L1.0 2.0M3.0 4.0')
  })

  it('labels that would lie on each other move apart, and stay inside', () => {
    expect(apart([10, 12, 50], 15, 100)).toEqual([10, 25, 50])
    expect(apart([98, 99], 15, 100)).toEqual([85, 100])
  })

  it('of many days few are named, the last one always', () => {
    expect(thinned([1, 2, 3, 4, 5], 2)).toEqual([2, 5])
    expect(thinned([1, 2], 9)).toEqual([1, 2])
  })

  it('days that lie close together are not named on top of each other', () => {
    const same = linear([0, 365], [0, 365])
    expect(spaced([0, 1, 2, 300, 363, 364, 365], same, 75)).toEqual([2, 365])
    expect(spaced([0, 100, 200, 300], same, 75)).toEqual([0, 100, 200, 300])
    expect(spaced([], same, 75)).toEqual([])
  })

  it('a single moment has a place', () => {
    expect(linear([5, 5], [0, 10])(5)).toBe(0)
  })
})

describe('characters that turn the direction of a name', () => {
  it.each([
    ['"a\u202Eb"', 'a[U+202E]b'],
    ['"a\\u202eb"', 'a[U+202E]b'],
    // A backslash, and letters that only look like an escape.
    ['"a\\\\u202eb"', 'a\\u202eb'],
    ['"a\\\\\\u2069b"', 'a\\[U+2069]b'],
    ['"a\\"\\n\\u00e4"', 'a"\nä'],
  ])('in %s are shown, however they are written', (json, text) => {
    expect(JSON.parse(visible(json))).toBe(text)
  })
})

describe('long names', () => {
  it('are short by their ends, and lose no letter', () => {
    const name = `${'prod-'.repeat(40)}node-7`
    const [begin, middle, end] = endsOf(name, 64)
    expect([begin.length, end.length]).toEqual([24, 16])
    expect(begin + middle + end).toBe(name)
    expect(shortName(name)).toBe(`${begin}…${end}`)
    expect(shortName('x'.repeat(64))).toBe('x'.repeat(64))
  })

  it('are not cut within a letter that takes two places', () => {
    for (const shift of ['', 'x', 'xx', 'xxx']) {
      const name = shift + '𝒳'.repeat(100)
      const parts = endsOf(name, 64)
      expect(parts.join('')).toBe(name)
      for (const it of parts) expect(it.isWellFormed()).toBe(true)
    }
  })

  it('are those without a blank for long, not texts', () => {
    expect(isUnbroken('x'.repeat(121))).toBe(true)
    expect(isUnbroken('x'.repeat(120))).toBe(false)
    expect(isUnbroken('Root may log in over SSH. '.repeat(54))).toBe(false)
    // What is beyond the part that is shown does not matter.
    expect(isUnbroken(`${'word '.repeat(60)}${'x'.repeat(500)}`)).toBe(false)
  })
})
