import { describe, expect, it } from 'vitest'
import { INFECTIONS } from '../src/demo/infections.ts'
import { demoRows } from '../src/demo/rows.ts'
import type { DemoRows } from '../src/demo/table-rows.ts'
import { dayOf, daysSince, momentOf, wallClock } from '../src/time.ts'

const SEED = 1

const everyDate = (all: DemoRows): string[] =>
  Object.values(all).flatMap((table) =>
    table.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) =>
        /_(at|date)$/.test(column) && value !== null ? [String(value)] : [],
      ),
    ),
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
  const clock = momentOf(Date.parse(time), zone)
  const all = demoRows(clock, SEED)

  it('nothing in the demo lies in the future', () => {
    const newest = everyDate(all).reduce((a, b) => (a > b ? a : b))
    expect(newest <= wallClock(clock)).toBe(true)
  })

  it('the demo is fresh and its story complete', () => {
    for (const [server, ofServer] of Map.groupBy(all.compliance_scans, (it) => it.server_name)) {
      if (server === 'backup-01') continue
      expect(daysSince(ofServer.at(-1)?.scan_date ?? '', clock)).toBeLessThan(1.1)
      const days = new Set(ofServer.map(({ scan_date }) => dayOf(scan_date)))
      expect(days.size).toBe(ofServer.length)
      expect(days.size).toBeGreaterThanOrEqual(120)
    }
    expect(daysSince(all.posture_scores.at(-1)?.recorded_at ?? '', clock)).toBeLessThan(1.1)
    expect(all.malware_detections).toHaveLength(INFECTIONS.flatMap(({ found }) => found).length)
    expect(all.malware_detections.filter((it) => it.resolved_at === null)).toHaveLength(3)
  })
})
