import { beforeAll, describe, expect, it } from 'vitest'
import { demoOf } from '../../src/demo/reports.ts'
import { CHAPTERS } from '../../src/demo/story.ts'
import { DAY_SECONDS, dayOf, daysBefore, momentOf, secondsSince } from '../../src/time.ts'
import { type DemoRows, demoRows } from '../support/demo-rows.ts'
import { NOW } from '../support/service.ts'

const SEED = 1
const now = momentOf(NOW, 'UTC')

let rows: DemoRows
let scans: DemoRows['compliance_scans']
let findings: DemoRows['compliance_findings']
let findingsByScan: Map<number, DemoRows['compliance_findings'][number][]>
let scansByServer: Map<string, DemoRows['compliance_scans'][number][]>

beforeAll(async () => {
  rows = await demoRows(now)
  scans = rows.compliance_scans.toSorted((a, b) => (a.scan_date < b.scan_date ? -1 : 1))
  findings = rows.compliance_findings
  findingsByScan = Map.groupBy(findings, ({ scan_id }) => scan_id)
  scansByServer = Map.groupBy(scans, ({ server_name }) => server_name)
})

const serverOf = (scanId: number) =>
  scans.find(({ scan_id }) => scan_id === scanId)?.server_name ?? ''

it('the demo is the same for the same seed and clock, and another for another seed', () => {
  const demo = JSON.stringify(demoOf(now, SEED))
  expect(JSON.stringify(demoOf(now, SEED))).toBe(demo)
  expect(JSON.stringify(demoOf(now, SEED + 1))).not.toBe(demo)
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
      checks_skipped: count('not_applicable') + count('manual'),
    })
    expect(scan.overall_score === 100).toBe(count('fail') === 0)
  }
  expect(scans.some(({ checks_skipped }) => checks_skipped > 0)).toBe(true)
})

it('a scan found as many infections as it has detections', () => {
  const { malware_scans: malwareScans, malware_detections: detections } = rows
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
  const byScanner = Map.groupBy(rows.malware_scans, ({ scan_type }) => scan_type)
  const cadences = [...byScanner.values()].map(({ length }) => length)
  expect([...byScanner.keys()].sort()).toEqual(['chkrootkit', 'clamav', 'maldet', 'rkhunter'])
  expect(new Set(cadences).size).toBe(4)
})

it('one server stopped reporting 19 days ago', () => {
  const last = [...scansByServer].map(([name, all]) => [name, all.at(-1)?.scan_date ?? ''] as const)
  const silent = last.filter(([, date]) => secondsSince(date, now) > 2 * DAY_SECONDS)
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
  const failed = () => findings.filter(({ status }) => status === 'fail')
  const newest = () => [...scansByServer.values()].map((all) => all.at(-1)?.scan_id)

  it('each problem is active once, in the newest scan of its server', () => {
    const active = failed().filter(({ resolved_at }) => resolved_at === null)
    expect(active.length).toBeGreaterThan(10)
    expect(active.every(({ scan_id }) => newest().includes(scan_id))).toBe(true)
  })

  it('findings of older scans gave way to the next scan of their server', () => {
    const older = failed().filter(({ scan_id }) => !newest().includes(scan_id))
    expect(older.length).toBeGreaterThan(1000)
    for (const { scan_id, resolved_at, resolved_by, resolution_notes } of older) {
      const ofServer = scansByServer.get(serverOf(scan_id)) ?? []
      const next = ofServer[ofServer.findIndex((it) => it.scan_id === scan_id) + 1]
      expect([resolved_at, resolved_by, resolution_notes]).toEqual([
        next?.scan_date,
        'secdash import',
        `Superseded by scan ${next?.scan_id} of ${next?.scan_date} (demo).`,
      ])
    }
  })

  it('people closed what they accepted, or mended since the newest scan', () => {
    const closed = failed().filter(
      ({ scan_id, resolved_at }) => newest().includes(scan_id) && resolved_at !== null,
    )
    expect(closed.filter((it) => it.resolved_by === 'security')).toHaveLength(4)
    for (const { detected_at, resolved_at, resolved_by, resolution_notes } of closed) {
      expect(resolved_at !== null && resolved_at >= detected_at).toBe(true)
      expect(['security', 'ops']).toContain(resolved_by)
      expect(resolution_notes).toBeTruthy()
    }
  })

  it('only failed checks are resolved', () => {
    expect(findings.every((it) => it.status === 'fail' || it.resolved_at === null)).toBe(true)
  })
})

it('incidents, exercises and logs move the other components', () => {
  const spread = (column: 'redteam' | 'incident' | 'monitoring') => {
    const values = rows.posture_scores.map((it) => it[column])
    return Math.max(...values) - Math.min(...values)
  }
  for (const column of ['redteam', 'incident', 'monitoring'] as const) {
    expect(spread(column)).toBeGreaterThan(20)
  }
  const { posture_scores: postures } = rows
  expect(postures.some(({ incidents_critical }) => incidents_critical > 0)).toBe(true)
  expect(postures.at(-1)).toMatchObject({ incidents_critical: 0, incidents_high: 1 })
})
