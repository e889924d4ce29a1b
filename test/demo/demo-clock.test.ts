import { describe, expect, it } from 'vitest'
import { INFECTIONS } from '../../src/demo/infections.ts'
import { type Demo, demoOf } from '../../src/demo/reports.ts'
import { dayOf, type Moment, momentOf, wallClock } from '../../src/time.ts'

const SEED = 1
const DAY = 86_400

/** Everything in the demo that has a time, in seconds. */
const everyTime = ({ logs, decisions }: Demo): number[] => [
  ...decisions.map(({ at }) => at),
  ...logs
    .flatMap(({ reports }) => reports)
    .flatMap((report): (number | null | undefined)[] => {
      switch (report.kind) {
        case 'hit':
        case 'finding':
          return [report.at]
        case 'posture':
          return [report.recordedAt]
        case 'clean-file':
          return []
        default:
          return [report.startedAt, (report.startedAt ?? 0) + report.seconds]
      }
    })
    .map((it) => it ?? Number.NaN),
]

const startsIn = ({ logs }: Demo, name: string): number[] =>
  (logs.find((it) => it.name === name)?.reports ?? []).flatMap((it) =>
    it.kind === 'compliance-run' ? [it.startedAt ?? 0] : [],
  )

describe.each([
  ['noon', 'UTC', '2026-03-15T12:00:00Z'],
  ['midnight', 'UTC', '2026-03-15T00:00:00Z'],
  ['the middle of the nightly scans', 'UTC', '2026-03-15T02:46:10Z'],
  ['the last second of a day', 'Asia/Tokyo', '2026-03-15T14:59:59Z'],
  ['an evening far in the west', 'America/Los_Angeles', '2026-07-02T03:33:33Z'],
  ['the hour that clocks show twice', 'Europe/Berlin', '2026-10-25T01:10:00Z'],
  ['the hour that clocks leave out', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
])('at %s (%s)', (_, zone, time) => {
  const clock: Moment = momentOf(Date.parse(time), zone)
  const demo = demoOf(clock, SEED)
  const written = (epochSeconds: number) => wallClock({ epochSeconds, zone })

  it('nothing in the demo lies in the future, neither on the clock nor as it is written', () => {
    const times = everyTime(demo)
    expect(times.length).toBeGreaterThan(20_000)
    expect(times.every((it) => it <= clock.epochSeconds)).toBe(true)
    const newest = times.map(written).reduce((a, b) => (a > b ? a : b))
    expect(newest <= wallClock(clock)).toBe(true)
  })

  it('the demo is fresh and its story complete', () => {
    const servers = demo.logs.filter(({ tool }) => tool === 'demo').map(({ name }) => name)
    for (const name of servers.filter((it) => it !== 'backup-01.log')) {
      const starts = startsIn(demo, name)
      expect(clock.epochSeconds - (starts.at(-1) ?? 0)).toBeLessThan(1.1 * DAY)
      const days = new Set(starts.map((it) => dayOf(written(it))))
      expect(days.size).toBe(starts.length)
      expect(days.size).toBeGreaterThanOrEqual(120)
    }
    const hits = demo.logs.flatMap(({ reports }) => reports.filter((it) => it.kind === 'hit'))
    expect(hits).toHaveLength(INFECTIONS.flatMap(({ found }) => found).length)
    const closed = demo.decisions.filter(({ kind }) => kind === 'detection')
    expect(closed).toHaveLength(hits.length - 3)
  })
})
