import { isLatestScan } from '../database/latest-scan.ts'
import {
  dateTime,
  exactSum,
  integer,
  optional,
  record,
  score,
  text,
} from '../database/rows/record.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
import { roundedMean } from '../decimal.ts'
import { type Moment, timestamp } from '../time.ts'
import type { SummaryQuestion } from './questions.ts'
import type { SummaryResponse } from './response.ts'

const readServerRow = record({
  server_name: text,
  server_type: text,
  latest_scan_date: dateTime,
  overall_score: optional(score),
  critical_findings: integer,
  high_findings: integer,
  medium_findings: integer,
  low_findings: integer,
  passing_checks: integer,
})

type Server = ReturnType<typeof readServerRow>

export async function readSummary(
  snapshot: Snapshot,
  _question: SummaryQuestion,
  now: Moment,
): Promise<SummaryResponse> {
  const rows = await latestScans(snapshot)
  const servers = rows.map(readServerRow)
  const total = (
    column: Exclude<
      keyof Server,
      'server_name' | 'server_type' | 'latest_scan_date' | 'overall_score'
    >,
  ) =>
    exactSum(
      servers.map((server) => server[column]),
      column,
    )
  const totals = {
    critical: total('critical_findings'),
    high: total('high_findings'),
    medium: total('medium_findings'),
    low: total('low_findings'),
  }
  return {
    // Of the scores as they are stored, which readServerRow has checked: those in `servers` are rounded.
    overall_score: roundedMean(
      rows.map(({ overall_score }) => overall_score).filter((it) => it !== null),
    ),
    total_servers: servers.length,
    total_findings: exactSum(Object.values(totals), 'total_findings'),
    severity_totals: { ...totals, passing: total('passing_checks') },
    servers: servers.map((server) => ({ ...server, total_findings: findingsOf(server) })),
    timestamp: timestamp(now),
  }
}

const findingsOf = (server: Server): number =>
  exactSum(
    [server.critical_findings, server.high_findings, server.medium_findings, server.low_findings],
    'total_findings',
  )

const latestScans = statement(({ db, engine }) =>
  db
    .selectFrom('compliance_scans')
    .select([
      'server_name',
      'server_type',
      'scan_date as latest_scan_date',
      'overall_score',
      'findings_critical as critical_findings',
      'findings_high as high_findings',
      'findings_medium as medium_findings',
      'findings_low as low_findings',
      'findings_pass as passing_checks',
    ])
    .where(isLatestScan('scan_id', 'compliance_scans', engine))
    .orderBy(engine.inByteOrder('server_name')),
)
