import { sql } from 'kysely'
import { mostSevereFirst, tally } from '../database/by-severity.ts'
import { dateTime, exactSum, record, text } from '../database/record.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { isSeverity, SEVERITIES, type Severity } from '../severity.ts'
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
  const read = server === null ? ofAllServers : ofOneServer
  const { counts, rows } = await read(snapshot, question)
  return {
    filters: { severity, category, server },
    total_findings: exactSum(Object.values(counts), 'total_findings'),
    findings: rows.map(readFinding),
    timestamp: timestamp(now),
  }
}

const tallied = (counted: readonly { severity: string; count: number }[], snapshot: Snapshot) =>
  tally(counted, 'compliance_findings.severity', snapshot)

async function ofAllServers(snapshot: Snapshot, question: FindingsQuestion) {
  const sure = await everyFindingHasItsScan(snapshot)
  const count = sure ? countFromIndexAlone : countBySeverity
  const counts = tallied(await count(snapshot, question), snapshot)
  const rows = await mostSevereFirst(counts, FINDINGS_LIMIT, (severity, limit) =>
    newestOf(snapshot, { ...question, severity }, limit),
  )
  return { counts, rows }
}

/** What one server has is little enough to be sorted; its scans are looked at once, not five times. */
async function ofOneServer(snapshot: Snapshot, question: FindingsQuestion) {
  const rows = await mostSevereOf(snapshot, question)
  // A list that is not full is all there is.
  const counted =
    rows.length < FINDINGS_LIMIT ? countsOf(rows) : await countBySeverity(snapshot, question)
  return {
    counts: tallied(counted, snapshot),
    rows: rows.filter(({ severity }) => isSeverity(severity)),
  }
}

const countsOf = (rows: readonly { severity: string }[]) =>
  [...Map.groupBy(rows, ({ severity }) => severity)].map(([severity, { length }]) => ({
    severity,
    count: length,
  }))

// Written into the query, not bound: then an engine can tell that an index of failures will do.
const ACTIVE = sql<boolean>`finding.status = 'fail' and finding.resolved_at is null`

/** Active findings with their scans. */
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
    .where(ACTIVE)
    .$if(severity !== null, (query) => query.where('finding.severity', '=', severity as Severity))
    .$if(category !== null, (query) => query.where('finding.check_category', '=', category))
}

const countBySeverity = (snapshot: Snapshot, question: FindingsQuestion) =>
  matching(snapshot, question)
    .select((eb) => ['finding.severity', eb.fn.countAll<number>().as('count')])
    .groupBy('finding.severity')
    .execute()

async function everyFindingHasItsScan({ db, engine }: Snapshot): Promise<boolean> {
  const known = sql<{ sure: unknown }>`(${engine.everyFindingHasItsScan})`.as('known')
  return Boolean((await db.selectFrom(known).select('sure').executeTakeFirst())?.sure)
}

/** The same count of all servers, where it is known that no finding is left out. */
const countFromIndexAlone = ({ db }: Snapshot, { severity, category }: FindingsQuestion) =>
  db
    .selectFrom('compliance_findings as finding')
    .where(ACTIVE)
    .$if(severity !== null, (query) => query.where('finding.severity', '=', severity as Severity))
    .$if(category !== null, (query) => query.where('finding.check_category', '=', category))
    .select((eb) => ['finding.severity', eb.fn.countAll<number>().as('count')])
    .groupBy('finding.severity')
    .execute()

const listed = (snapshot: Snapshot, question: FindingsQuestion, limit: number) =>
  matching(snapshot, question)
    .select(FINDING_COLUMNS.map((column) => `finding.${column}` as const))
    .select(['scan.server_name', 'scan.server_type', 'scan.scan_date'])
    .limit(limit)

/** Those of one severity, newest first: read in the order of an index. */
const newestOf = (
  snapshot: Snapshot,
  question: FindingsQuestion & { severity: Severity },
  limit: number,
) =>
  listed(snapshot, question, limit)
    .orderBy('finding.detected_at', 'desc')
    .orderBy('finding.finding_id', 'desc')
    .execute()

/** Those outside of the four come last, and take no place from the others. */
const RANK = sql<number>`case finding.severity ${sql.join(
  SEVERITIES.map((severity, rank) => sql`when ${sql.lit(severity)} then ${sql.lit(rank)}`),
  sql` `,
)} else ${sql.lit(SEVERITIES.length)} end`

/** Those of one server, sorted. */
const mostSevereOf = (snapshot: Snapshot, question: FindingsQuestion) =>
  listed(snapshot, question, FINDINGS_LIMIT)
    .$if(question.severity === null, (query) => query.orderBy(RANK))
    .orderBy('finding.detected_at', 'desc')
    .orderBy('finding.finding_id', 'desc')
    .execute()
