import { sql } from 'kysely'
import { countsOf, mostSevereFirst, tally } from '../database/by-severity.ts'
import { newestFirst } from '../database/newest-first.ts'
import { dateTime, exactSum, record, text } from '../database/rows/record.ts'
import type { Counted } from '../database/skip-scan.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
import { isSeverity, SEVERITIES, type Severity } from '../severity.ts'
import { type Moment, timestamp } from '../time.ts'
import { CHECK_FIELDS, DETAIL_FIELDS, FINDING_COLUMNS } from './finding-fields.ts'
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

const OF_FINDING = FINDING_COLUMNS.map((column) => `finding.${column}` as const)
const OF_SCAN = ['scan.server_name', 'scan.server_type', 'scan.scan_date'] as const

/** Those of one severity, newest first: read in the order of an index. */
const newestOf = newestFirst(
  'finding.detected_at',
  (snapshot, severity: Severity, category: Filter['category'], limit: number) =>
    matching(snapshot, { severity, category, server: null })
      .select(OF_FINDING)
      .select(OF_SCAN)
      .orderBy('finding.detected_at', 'desc')
      .orderBy('finding.finding_id', 'desc')
      .limit(snapshot.engine.rowsUpTo(limit)),
)

/** Those outside of the four come last, and take no place from the others. */
const RANK = sql<number>`case finding.severity ${sql.join(
  SEVERITIES.map((severity, rank) => sql`when ${sql.lit(severity)} then ${sql.lit(rank)}`),
  sql` `,
)} else ${sql.lit(SEVERITIES.length)} end`

/** Those without a date, which a view may give, are the oldest. */
const UNDATED = sql<boolean>`finding.detected_at is null`

/**
 * Those of one server. Which are listed is sorted out from an index alone; then these are read, and no
 * others. One whose id a view leaves out must not get lost on the way.
 */
const mostSevereOf = statement(
  (
    snapshot,
    severity: Filter['severity'],
    category: Filter['category'],
    server: Filter['server'],
  ) => {
    const order = [
      ...(severity === null ? [RANK] : []),
      ...(snapshot.engine.undatedFirst ? [UNDATED] : []),
      sql`finding.detected_at desc`,
      sql`finding.finding_id desc`,
    ]
    const listed = matching(snapshot, { severity, category, server })
      .select(['finding.finding_id', 'finding.severity', 'scan.scan_id'])
      .$call((query) => order.reduce((sorted, by) => sorted.orderBy(by), query))
      .limit(sql.lit(FINDINGS_LIMIT))
      .as('listed')
    return snapshot.db
      .selectFrom(listed)
      .leftJoin('compliance_findings as finding', (join) =>
        join
          .onRef('finding.finding_id', '=', 'listed.finding_id')
          // A view may give the id of another server's finding again.
          .onRef('finding.scan_id', '=', 'listed.scan_id')
          .on(ACTIVE),
      )
      .leftJoin('compliance_scans as scan', 'scan.scan_id', 'listed.scan_id')
      .select(OF_FINDING.filter((it) => it !== 'finding.severity'))
      .select('listed.severity')
      .select(OF_SCAN)
      .$call((query) => order.reduce((sorted, by) => sorted.orderBy(by), query))
  },
)
