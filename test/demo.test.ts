import { describe, expect, it } from 'vitest'
import { engineAt } from '../src/database/connect.ts'
import type { Tables } from '../src/database/tables.ts'
import { fillDemo } from '../src/demo/fill.ts'
import { demoRows } from '../src/demo/rows.ts'
import { CHAPTERS } from '../src/demo/story.ts'
import { dayOf, daysBefore, daysSince, momentOf } from '../src/time.ts'
import { temporaryDatabase } from './support/database.ts'
import { NOW } from './support/service.ts'

const SEED = 1
const now = momentOf(NOW, 'UTC')
const rows = demoRows(now, SEED)
const {
  compliance_scans: scans,
  compliance_findings: findings,
  malware_scans: malwareScans,
  malware_detections: detections,
  posture_scores: postures,
} = rows
const findingsByScan = Map.groupBy(findings, ({ scan_id }) => scan_id)
const scansByServer = Map.groupBy(scans, ({ server_name }) => server_name)
// Ids count from 1.
const serverOf = (scanId: number) => scans[scanId - 1]?.server_name ?? ''
const nextScan = (scanId: number) =>
  scansByServer.get(serverOf(scanId))?.find(({ scan_id }) => scan_id > scanId)

it('the demo is the same for the same seed and clock, and another for another seed', () => {
  expect(demoRows(now, SEED)).toEqual(rows)
  expect(demoRows(now, SEED + 1)).not.toEqual(rows)
})

it('the database holds the rows of the demo', async () => {
  const { url, db } = await temporaryDatabase()
  await fillDemo(engineAt(url), NOW, 'UTC')
  for (const [table, expected] of Object.entries(rows)) {
    expect(
      await db
        .selectFrom(table as keyof Tables)
        .selectAll()
        .execute(),
    ).toEqual(expected)
  }
})

it('the counters of every scan are those of its findings', () => {
  for (const scan of scans) {
    const ofScan = findingsByScan.get(scan.scan_id) ?? []
    const failed = (severity: string) =>
      ofScan.filter((it) => it.status === 'fail' && it.severity === severity).length
    const count = (status: string) => ofScan.filter((it) => it.status === status).length
    expect(scan).toMatchObject({
      findings_critical: failed('critical'),
      findings_high: failed('high'),
      findings_medium: failed('medium'),
      findings_low: failed('low'),
      findings_pass: count('pass'),
      checks_total: ofScan.length,
      checks_run: count('pass') + count('fail'),
      checks_skipped: count('skipped'),
    })
    expect(scan.overall_score === 100).toBe(count('fail') === 0)
  }
  expect(scans.some(({ checks_skipped }) => checks_skipped > 0)).toBe(true)
})

it('a scan found as many infections as it has detections', () => {
  for (const scan of malwareScans) {
    const found = detections.filter(({ scan_id }) => scan_id === scan.scan_id)
    expect(scan.infections_found).toBe(found.length)
    expect(scan.status === 'infected').toBe(found.length > 0)
    expect(found.every(({ scan_type }) => scan_type === scan.scan_type)).toBe(true)
    expect(found.every(({ detected_at }) => detected_at >= scan.scan_date)).toBe(true)
  }
  expect(detections.every((it) => (it.resolved_at ?? '9') > it.detected_at)).toBe(true)
})

it('eight servers, five categories and four scanners take part', () => {
  expect([...scansByServer.keys()]).toHaveLength(8)
  expect(scansByServer.has('web-01')).toBe(true)
  expect([...scansByServer.keys()].every((name) => /^[a-zA-Z0-9_-]+$/.test(name))).toBe(true)
  expect(new Set(findings.map((it) => it.check_category))).toEqual(
    new Set(['aws', 'os', 'ssh', 'docker', 'wordpress']),
  )
  const byScanner = Map.groupBy(malwareScans, ({ scan_type }) => scan_type)
  const cadences = [...byScanner.values()].map(({ length }) => length)
  expect([...byScanner.keys()].sort()).toEqual(['chkrootkit', 'clamav', 'maldet', 'rkhunter'])
  expect(new Set(cadences).size).toBe(4)
})

it('one server stopped reporting 19 days ago', () => {
  const last = [...scansByServer].map(([name, all]) => [name, all.at(-1)?.scan_date ?? ''] as const)
  const silent = last.filter(([, date]) => daysSince(date, now) > 2)
  expect(silent).toEqual([['backup-01', expect.stringContaining(dayOf(daysBefore(now, 19)))]])
})

it('every line of the story shows in the scans of its servers', () => {
  const failing = new Set(
    findings
      .filter(({ status }) => status === 'fail')
      .map((it) => `${serverOf(it.scan_id)} ${it.check_id}`),
  )
  for (const { checks, mended } of CHAPTERS) {
    for (const server of Object.keys(mended)) {
      for (const check of checks) expect(failing).toContain(`${server} ${check}`)
    }
  }
})

it('scores rise with the campaign, fall with the upgrade and rise again', () => {
  const scoreAt = (days: number) =>
    scansByServer.get('web-01')?.findLast((it) => it.scan_date <= daysBefore(now, days))
      ?.overall_score ?? 0
  expect(scoreAt(64)).toBeGreaterThan(scoreAt(119) + 30)
  expect(scoreAt(60)).toBeLessThan(scoreAt(64) - 10)
  expect(scoreAt(40)).toBeGreaterThan(scoreAt(60) + 10)
})

describe('resolution', () => {
  const failed = findings.filter(({ status }) => status === 'fail')
  const active = failed.filter(({ resolved_at }) => resolved_at === null)

  it('each problem is active once, in the newest scan of its server', () => {
    const newest = new Set([...scansByServer.values()].map((all) => all.at(-1)?.scan_id))
    expect(active.length).toBeGreaterThan(10)
    expect(active.every(({ scan_id }) => newest.has(scan_id))).toBe(true)
  })

  it('a finding is resolved by the end of the next scan, and says by whom and why', () => {
    for (const finding of failed) {
      const { scan_id, detected_at, resolved_at, resolved_by, resolution_notes } = finding
      if (resolved_at === null) continue
      const next = findingsByScan.get(nextScan(scan_id)?.scan_id ?? 0)?.[0]?.detected_at ?? '9'
      expect(resolved_at >= detected_at && resolved_at <= next).toBe(true)
      expect(resolved_by).toBeTruthy()
      expect(resolution_notes).toBeTruthy()
    }
    expect(new Set(failed.map((it) => it.resolved_by))).toEqual(
      new Set([null, 'ops', 'security', 'secdash import']),
    )
  })

  it('a finding that gave way to a newer one names the next scan of its server', () => {
    for (const finding of failed.filter((it) => it.resolved_by === 'secdash import')) {
      const next = nextScan(finding.scan_id)?.scan_id ?? 0
      expect(finding.resolution_notes).toBe(`Still failing: see scan ${next}.`)
      const successor = findingsByScan.get(next)?.find((it) => it.check_id === finding.check_id)
      expect(successor?.status).toBe('fail')
    }
  })

  it('only failed checks are resolved', () => {
    expect(findings.every((it) => it.status === 'fail' || it.resolved_at === null)).toBe(true)
  })
})

it('incidents, exercises and logs move the other components', () => {
  const spread = (column: 'redteam' | 'incident' | 'monitoring') => {
    const values = postures.map((it) => it[column])
    return Math.max(...values) - Math.min(...values)
  }
  for (const column of ['redteam', 'incident', 'monitoring'] as const) {
    expect(spread(column)).toBeGreaterThan(20)
  }
  expect(postures.some(({ incidents_critical }) => incidents_critical > 0)).toBe(true)
  expect(postures.at(-1)).toMatchObject({ incidents_critical: 0, incidents_high: 1 })
})
