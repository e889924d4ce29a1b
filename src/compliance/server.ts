import { sql } from 'kysely'
import { countsOf, tally } from '../database/by-severity.ts'
import { newestFirst } from '../database/newest-first.ts'
import { jsonObject } from '../database/rows/json-column.ts'
import {
  columnsOf,
  dateTime,
  integer,
  optional,
  record,
  score,
  text,
} from '../database/rows/record.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
import { Refusal } from '../errors.ts'
import { SEVERITIES } from '../severity.ts'
import { type Moment, timestamp } from '../time.ts'
import { CHECK_FIELDS, DETAIL_FIELDS, FINDING_COLUMNS } from './finding-fields.ts'
import type { ServerQuestion } from './questions.ts'
import type { ServerResponse } from './response.ts'

const SCAN = {
  scan_id: integer,
  server_name: text,
  server_type: text,
  scan_date: dateTime,
  scan_duration_seconds: integer,
  overall_score: optional(score),
  findings_critical: integer,
  findings_high: integer,
  findings_medium: integer,
  findings_low: integer,
  findings_pass: integer,
  checks_total: integer,
  checks_run: integer,
  checks_skipped: integer,
}
const readScan = record(SCAN)

const readFinding = record({
  ...CHECK_FIELDS,
  status: text,
  ...DETAIL_FIELDS,
  resolved_at: optional(dateTime),
  resolved_by: optional(text),
  resolution_notes: optional(text),
})

export async function readServer(
  snapshot: Snapshot,
  { name }: ServerQuestion,
  now: Moment,
): Promise<ServerResponse> {
  const [latest] = await latestScan(snapshot, name)
  if (latest === undefined) return notFound(snapshot)
  const scan = readScan(latest)
  return {
    scan: {
      ...scan,
      metadata: jsonObject(
        latest.metadata,
        `compliance_scans.metadata of scan ${scan.scan_id}`,
        snapshot,
      ),
    },
    findings: await findings(snapshot, scan.scan_id),
    timestamp: timestamp(now),
  }
}

/** What is missing in the other table is a failed query also where there is no scan to show it of. */
async function notFound(snapshot: Snapshot): Promise<never> {
  await findingsOfScan(snapshot, 0)
  throw new Refusal('serverNotFound')
}

async function findings(snapshot: Snapshot, scanId: number) {
  const rows = await findingsOfScan(snapshot, scanId)
  tally(countsOf(rows), `compliance_findings.severity of scan ${scanId}`, snapshot)
  const known = SEVERITIES.flatMap((it) => rows.filter(({ severity }) => severity === it))
  return known.map((row) => {
    const finding = readFinding(row)
    return { ...finding, resolved: finding.resolved_at !== null }
  })
}

const latestScan = newestFirst('scan_date', ({ db }, name: string) =>
  db
    .selectFrom('compliance_scans')
    .select([...columnsOf(SCAN), 'metadata'])
    .where('server_name', '=', name)
    .orderBy('scan_date', 'desc')
    .orderBy('scan_id', 'desc')
    .limit(sql.lit(1)),
)

const findingsOfScan = statement(({ db }, scanId: number) =>
  db
    .selectFrom('compliance_findings')
    .select([...FINDING_COLUMNS, 'status', 'resolved_at', 'resolved_by', 'resolution_notes'])
    .where('scan_id', '=', scanId)
    .orderBy('finding_id'),
)
