// A data set that changes as a whole: every row of generation g says g, and how many rows there
// are depends on g too. So a response that mixes two moments gives itself away.
import type { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../src/database/schema/tables.ts'
import { SEVERITIES, type SeverityCounts } from '../../src/severity.ts'
import { complianceScan, detection, finding, malwareScan, posture } from './rows.ts'

export const SERVERS = ['web-1', 'web-2', 'web-3'] as const
const SCANNERS = ['aide', 'clamav', 'rkhunter']
const SCANS_EACH = 4
const DAY_MS = 86_400_000

/** How many detections are active in generation g. */
export const detectionsOf = (g: number): SeverityCounts => ({
  critical: g % 2,
  high: (g >> 1) % 2,
  medium: g % 4,
  low: g % 3,
})

/** How many checks failed in the latest scan of each server; older scans have one low failure. */
export const failuresOf = (g: number): SeverityCounts => ({
  critical: 1 + (g % 3),
  high: 1 + (g % 2),
  medium: 1,
  low: 2 + (g % 4),
})

/** And how many passed. */
export const passesOf = (g: number): number => 1 + (g % 5)

/** Active failures of the category that is called the same in every generation. */
export const fixedOf = (g: number): number => 1 + (g % 7)

export const OLDER_SCANS = SERVERS.length * (SCANS_EACH - 1)

export const mark = (g: number, text = 'row'): string => `${text}-g${g}`

type Row = Record<string, string | number | null>

const daysAgo = (now: number, days: number): string =>
  new Date(now - days * DAY_MS - 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

const times = <Item>(n: number, item: (i: number) => Item): Item[] =>
  Array.from({ length: n }, (_, i) => item(i))

/** All five tables in generation g, with dates that lie in every window as seen from `now`. */
function rowsOf(g: number, now: number): Record<string, Row[]> {
  const counted = { findings_critical: g, findings_high: g, findings_medium: g, findings_low: g }
  const scans = SERVERS.flatMap((server_name, server) =>
    times(SCANS_EACH, (i) =>
      complianceScan({
        scan_id: 1 + server * SCANS_EACH + i,
        server_name,
        server_type: mark(g),
        scan_date: daysAgo(now, SCANS_EACH - i),
        scan_duration_seconds: g,
        overall_score: g % 101,
        ...counted,
        findings_pass: g,
        checks_total: g,
        checks_run: g,
        checks_skipped: g,
        metadata: JSON.stringify({ mark: mark(g) }),
      }),
    ),
  )
  return {
    malware_scans: SCANNERS.flatMap((scanner) =>
      times(SCANS_EACH, (i) =>
        malwareScan({
          scan_type: mark(g, scanner),
          scan_date: daysAgo(now, 1 + i),
          status: mark(g),
          files_scanned: g,
          infections_found: g,
          scan_duration_seconds: g,
          summary: JSON.stringify({ mark: mark(g) }),
        }),
      ),
    ),
    // Found before every window and unresolved: each past day has today's score.
    malware_detections: SEVERITIES.flatMap((severity) => [
      ...times(detectionsOf(g)[severity], () => detectionRow(g, now, { severity })),
      detectionRow(g, now, {
        severity,
        file_path: '/resolved',
        resolved_at: daysAgo(now, 399),
      }),
    ]),
    compliance_scans: scans,
    compliance_findings: scans.flatMap(({ scan_id }, i) =>
      findingsOf(g, scan_id as number, i % SCANS_EACH === SCANS_EACH - 1),
    ),
    posture_scores: times(3, (days) =>
      posture({
        recorded_at: daysAgo(now, days),
        compliance: g % 101,
        redteam: g % 101,
        incident: g % 101,
        monitoring: g % 101,
        controls_implemented: g,
        controls_total: g,
        incidents_critical: g,
        incidents_high: g,
        incidents_medium: g,
        incidents_low: g,
      }),
    ),
  } as Record<string, Row[]>
}

const detectionRow = (g: number, now: number, row: Parameters<typeof detection>[0]) =>
  detection({
    scan_type: mark(g),
    malware_signature: mark(g),
    action_taken: mark(g),
    detected_at: daysAgo(now, 400),
    ...row,
  })

function findingsOf(g: number, scan_id: number, isLatest: boolean) {
  const row = (more: object) =>
    finding({
      scan_id,
      check_category: mark(g, 'os'),
      check_name: mark(g),
      check_id: mark(g),
      finding_summary: mark(g),
      severity: 'low',
      ...more,
    })
  const resolved = { resolved_at: '2026-01-01 00:00:00', resolved_by: mark(g, 'resolver') }
  if (!isLatest) return [row({}), row(resolved)]
  return [
    ...SEVERITIES.flatMap((severity) => times(failuresOf(g)[severity], () => row({ severity }))),
    ...times(passesOf(g), () => row({ status: 'pass' })),
    ...times(fixedOf(g), () => row({ check_category: 'fixed' })),
    row(resolved),
  ]
}

/** Moves the whole data set to generation g, in one transaction. */
export function moveTo(g: number, db: DatabaseSync, now: number): void {
  const tables = Object.entries(rowsOf(g, now))
  db.exec('begin immediate')
  for (const [table] of tables.toReversed()) db.exec(`delete from ${table}`)
  for (const [table, rows] of tables) {
    const columns = Object.keys(rows[0] ?? {})
    const insert = db.prepare(
      `insert into ${table} (${columns}) values (${columns.map(() => '?').join()})`,
    )
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
  }
  db.exec('commit')
}

/** The same on any engine. */
export async function moveAll(g: number, db: Kysely<Tables>, now: number): Promise<void> {
  const tables = Object.entries(rowsOf(g, now))
  await db.transaction().execute(async (transaction) => {
    for (const [table] of tables.toReversed()) {
      await sql`delete from ${sql.table(table)}`.execute(transaction)
    }
    for (const [table, rows] of tables) {
      if (rows.length === 0) continue
      await transaction
        .insertInto(table as keyof Tables)
        .values(rows as never)
        .execute()
    }
  })
}
