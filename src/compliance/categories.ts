import { sql } from 'kysely'
import { isLatestScan } from '../database/latest-scan.ts'
import { integer, record, text } from '../database/rows/record.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
import { roundedQuotient } from '../decimal.ts'
import { JsonMap } from '../json.ts'
import { SEVERITIES, type Severity } from '../severity.ts'
import { type Moment, timestamp } from '../time.ts'
import type { CategoriesQuestion } from './questions.ts'
import type { CategoriesResponse, CategoryRow } from './response.ts'

const readCounts = record({
  check_category: text,
  critical: integer,
  high: integer,
  medium: integer,
  low: integer,
  pass: integer,
  total_checks: integer,
})

export async function readCategories(
  snapshot: Snapshot,
  _question: CategoriesQuestion,
  now: Moment,
): Promise<CategoriesResponse> {
  const all: CategoryRow[] = []
  const byServer = new JsonMap<CategoryRow[]>()
  for (const row of await countsByCategory(snapshot)) {
    const counts = readCounts(row)
    const category = { ...counts, pass_rate: passRate(counts.pass, counts.total_checks) }
    const server = text(row.server_name, 'server_name')
    const ofServer = byServer.get(server)
    if (ofServer === undefined) byServer.set(server, [category])
    else ofServer.push(category)
    all.push(category)
  }
  return { categories_by_server: byServer, all_categories: all, timestamp: timestamp(now) }
}

const passRate = (pass: number, total: number): number => roundedQuotient(100 * pass, total)

/** The latest scan of each server as it was scanned: a later resolution does not change it. */
const countsByCategory = statement(({ db, engine }) =>
  db
    .selectFrom('compliance_scans as scan')
    .innerJoin('compliance_findings as finding', 'finding.scan_id', 'scan.scan_id')
    .where(isLatestScan('scan.scan_id', 'compliance_scans', engine))
    .select(['scan.server_name', 'finding.check_category'])
    .select(SEVERITIES.map((severity) => failures(severity).as(severity)))
    .select((eb) => [
      sql<number>`sum(case when finding.status = 'pass' then 1 else 0 end)`.as('pass'),
      eb.fn.countAll<number>().as('total_checks'),
    ])
    // The scan comes first, in the order of the index: then only the groups are left to sort.
    .groupBy(['scan.scan_id', 'finding.check_category', 'scan.server_name'])
    .orderBy(engine.inByteOrder('scan.server_name'))
    .orderBy(engine.inByteOrder('finding.check_category')),
)

const failures = (severity: Severity) =>
  sql<number>`sum(case when finding.status = 'fail' and finding.severity = ${sql.lit(severity)} then 1 else 0 end)`
