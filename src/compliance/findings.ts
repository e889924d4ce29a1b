import { type RawBuilder, sql } from 'kysely'
import { countsOf, mostSevereFirst, tally } from '../database/by-severity.ts'
import { newestFirst } from '../database/newest.ts'
import { dateTime, exactSum, record, text } from '../database/rows/record.ts'
import type { Counted } from '../database/skip-scan.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
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
  const { severity, category } = question
  const [known] = await everyFindingHasItsScan(snapshot)
  const counted = known?.sure
    ? await countFromIndexAlone(snapshot, severity, category)
    : await countBySeverity(snapshot, severity, category, null)
  const counts = tallied(counted, snapshot)
  const rows = await mostSevereFirst(counts, FINDINGS_LIMIT, (severity, limit) =>
    newestOf(snapshot, severity, category, limit),
  )
  return { counts, rows }
}

/** What one server has is little enough to be sorted; its scans are looked at once, not five times. */
async function ofOneServer(snapshot: Snapshot, question: FindingsQuestion) {
  const { severity, category, server } = question
  const rows = await mostSevereOf(snapshot, severity, category, server)
  // A list that is not full is all there is.
  const counted =
    rows.length < FINDINGS_LIMIT
      ? countsOf(rows)
      : await countBySeverity(snapshot, severity, category, server)
  return {
    counts: tallied(counted, snapshot),
    rows: rows.filter(({ severity }) => isSeverity(severity)),
  }
}

// Written into the query, not bound: then an engine can tell that an index of failures will do.
const ACTIVE = sql<boolean>`finding.status = 'fail' and finding.resolved_at is null`

type Filter = Pick<FindingsQuestion, 'severity' | 'category' | 'server'>

/** Active findings with their scans. */
function matching({ db }: Snapshot, { severity, category, server }: Filter) {
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

const COUNT = sql<number>`count(*)`.as('count')
const EACH = ['finding.severity', COUNT] as const
/** Without a group, for which MariaDB would put all of them into a table first, and sort it. */
const ofOne = (severity: Severity) => [sql.val(severity).as('severity'), COUNT] as const

const countBySeverity = statement(
  (
    snapshot,
    severity: Filter['severity'],
    category: Filter['category'],
    server: Filter['server'],
  ) => {
    const query = matching(snapshot, { severity, category, server })
    return severity === null
      ? query.select(EACH).groupBy('finding.severity')
      : query.select(ofOne(severity))
  },
)

const everyFindingHasItsScan = statement(({ db, engine }) =>
  db
    .selectFrom(sql<{ sure: unknown }>`(${engine.everyFindingHasItsScan})`.as('known'))
    .select('sure'),
)

/** The same count of all servers, where it is known that no finding is left out. */
const countFromIndexAlone = statement(
  ({ db, engine }, severity: Filter['severity'], category: Filter['category']) => {
    const from = sql`compliance_findings as finding`
    const column = sql<string>`finding.severity`
    const ofCategory = category === null ? sql`` : sql` and finding.check_category = ${category}`
    const where = sql<boolean>`${ACTIVE}${ofCategory}`
    return severity === null
      ? db
          .selectFrom(sql<Counted>`(${engine.countEach({ from, column, where })})`.as('each'))
          .select(['each.name as severity', 'each.count'])
      : db
          .selectFrom('compliance_findings as finding')
          .where(where)
          .where('finding.severity', '=', severity)
          .select(ofOne(severity))
  },
)

const listed = (snapshot: Snapshot, filter: Filter, limit: RawBuilder<number>) =>
  matching(snapshot, filter)
    .select(FINDING_COLUMNS.map((column) => `finding.${column}` as const))
    .select(['scan.server_name', 'scan.server_type', 'scan.scan_date'])
    .limit(limit)

/** Those of one severity, newest first: read in the order of an index. */
const newestOf = newestFirst(
  'finding.detected_at',
  (snapshot, severity: Severity, category: Filter['category'], limit: number) =>
    listed(snapshot, { severity, category, server: null }, snapshot.engine.rowsUpTo(limit))
      .orderBy('finding.detected_at', 'desc')
      .orderBy('finding.finding_id', 'desc'),
)

/** Those outside of the four come last, and take no place from the others. */
const RANK = sql<number>`case finding.severity ${sql.join(
  SEVERITIES.map((severity, rank) => sql`when ${sql.lit(severity)} then ${sql.lit(rank)}`),
  sql` `,
)} else ${sql.lit(SEVERITIES.length)} end`

/** Those without a date, which a view may give, are the oldest. */
const UNDATED = sql<boolean>`finding.detected_at is null`

/** Those of one server, sorted. */
const mostSevereOf = statement(
  (
    snapshot,
    severity: Filter['severity'],
    category: Filter['category'],
    server: Filter['server'],
  ) =>
    listed(snapshot, { severity, category, server }, sql.lit(FINDINGS_LIMIT))
      .$if(severity === null, (query) => query.orderBy(RANK))
      .$if(snapshot.engine.undatedFirst, (query) => query.orderBy(UNDATED))
      .orderBy('finding.detected_at', 'desc')
      .orderBy('finding.finding_id', 'desc'),
)
