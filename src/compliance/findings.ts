import { sql } from 'kysely'
import { mostSevereFirst, tally } from '../database/by-severity.ts'
import { dateTime, exactSum, record, text } from '../database/record.ts'
import type { Snapshot } from '../database/snapshot.ts'
import type { Severity } from '../severity.ts'
import { type Moment, timestamp } from '../time.ts'
import { CHECK_FIELDS, DETAIL_FIELDS, FINDING_COLUMNS } from './finding.ts'
import { FINDINGS_LIMIT } from './limits.ts'
import type { FindingsQuestion } from './questions.ts'
import type { FindingsResponse } from './response.ts'

const readFinding = record({
  ...CHECK_FIELDS,
  ...DETAIL_FIELDS,
  server_name: text,
  server_type: text,
  scan_date: dateTime,
})

export async function readFindings(
  snapshot: Snapshot,
  question: FindingsQuestion,
  now: Moment,
): Promise<FindingsResponse> {
  const { severity, category, server } = question
  const rows = await countBySeverity(snapshot, question)
  const counts = tally(rows, 'compliance_findings.severity', snapshot)
  const findings = await mostSevereFirst(counts, FINDINGS_LIMIT, (severity, limit) =>
    activeFindings(snapshot, { ...question, severity }, limit),
  )
  return {
    filters: { severity, category, server },
    total_findings: exactSum(Object.values(counts), 'total_findings'),
    findings: findings.map(readFinding),
    timestamp: timestamp(now),
  }
}

// Written into the query, not bound: then an engine can tell that an index of failures will do.
const FAIL = sql.lit('fail')

/** Active findings that match every filter that is given. */
function matching({ db }: Snapshot, { severity, category, server }: FindingsQuestion) {
  // Where an engine keeps the order of a cross join, it matters. For one server its own scans come
  // first: by the active findings of all servers it would be a far longer way.
  const joined =
    server === null
      ? db.selectFrom('compliance_findings as finding').crossJoin('compliance_scans as scan')
      : db
          .selectFrom('compliance_scans as scan')
          .crossJoin('compliance_findings as finding')
          .where('scan.server_name', '=', server)
  return joined
    .whereRef('finding.scan_id', '=', 'scan.scan_id')
    .where('finding.status', '=', FAIL)
    .where('finding.resolved_at', 'is', null)
    .$if(severity !== null, (query) => query.where('finding.severity', '=', severity as Severity))
    .$if(category !== null, (query) => query.where('finding.check_category', '=', category))
}

const countBySeverity = (snapshot: Snapshot, question: FindingsQuestion) =>
  matching(snapshot, question)
    .select((eb) => ['finding.severity', eb.fn.countAll<number>().as('count')])
    .groupBy('finding.severity')
    .execute()

/** Those of one severity, newest first. */
const activeFindings = (
  snapshot: Snapshot,
  question: FindingsQuestion & { severity: Severity },
  limit: number,
) =>
  matching(snapshot, question)
    .select(FINDING_COLUMNS.map((column) => `finding.${column}` as const))
    .select(['scan.server_name', 'scan.server_type', 'scan.scan_date'])
    .orderBy('finding.detected_at', 'desc')
    .orderBy('finding.finding_id', 'desc')
    .limit(limit)
    .execute()
