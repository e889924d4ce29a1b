// A malware scan that is stored twice. Hosts that share a line of cron begin in the same second, and
// a table has no server: so a copy says the same in every column, and no import has told it apart.
import { sql } from 'kysely'
import { latestScanIds } from '../database/latest.ts'
import { idInSql, rowsThat } from './examples.ts'
import { importedAmong } from './imported.ts'
import { columnsOf, has, type Looking } from './looking.ts'
import { problem, type Remark } from './remark.ts'
import { shown } from './shown.ts'

interface Scan extends Readonly<Record<string, unknown>> {
  readonly scan_id: unknown
  readonly scan_type: unknown
  readonly scan_date: unknown
}

/** Among the scans of the latest moment of each scanner. */
export async function copies(looking: Looking): Promise<Remark[]> {
  const scans = await scansOfLatestMoments(looking)
  const alike = [...Map.groupBy(scans, contentOf).values()].filter(({ length }) => length > 1)
  if (alike.length === 0) return []
  const ids = alike.flat().map(({ scan_id }) => scan_id)
  const imported = await importedAmong(looking.db, 'malware', ids)
  const found =
    imported === null
      ? // Nothing tells quick scans of one host apart: only one that hides another is told.
        alike.filter(([first]) => first !== undefined && isLatest(first, scans)).map(pairOf)
      : alike.map((same) => strayOf(same, imported)).filter((it) => it !== null)
  const [first] = found
  if (first === undefined) return []
  const { copy, of } = first
  const count = found.reduce((sum, it) => sum + it.count, 0)
  return [
    problem(
      'duplicate-latest',
      'malware_scans',
      `${rowsThat(count, 'says', 'say')} the same as another scan, in every column, and it is of the latest moment of its scan_type: ${shown(of.scan_type)} at ${shown(of.scan_date)} has scan_id ${shown(of.scan_id)} and ${shown(copy.scan_id)}; all are counted`,
      'See that the producer stores each scan once, and says in summary which server it is of.',
      `delete from malware_scans where scan_id = ${idInSql(copy.scan_id)}; -- when it is a copy`,
    ),
  ]
}

/** Highest id first, each id once. */
async function scansOfLatestMoments(looking: Looking): Promise<Scan[]> {
  const { db, engine, newest } = looking
  const readable = Object.keys(columnsOf('malware_scans')).filter((it) =>
    has(looking, 'malware_scans', it),
  )
  const { rows } = await sql<Scan>`
    select ${sql.join(readable.map((it) => sql.ref(`scan.${it}`)))}
    from malware_scans as latest
    join malware_scans as scan
      on scan.scan_type = latest.scan_type and scan.scan_date = latest.scan_date
    where latest.scan_id in ${latestScanIds('malware_scans', engine)}
    order by scan.scan_id desc limit ${sql.lit(newest)}`.execute(db)
  // A view may give an id twice, which is told elsewhere.
  return [...new Map(rows.map((row) => [row.scan_id, row])).values()]
}

const contentOf = ({ scan_id, ...content }: Scan): string =>
  JSON.stringify(Object.values(content).map((it) => [typeof it, String(it)]))

const isLatest = (scan: Scan, scans: readonly Scan[]) =>
  scans.find(({ scan_type }) => scan_type === scan.scan_type) === scan

interface Stray {
  readonly copy: Scan
  readonly of: Scan
  readonly count: number
}

const pairOf = (same: readonly Scan[]): Stray => {
  const [of, copy] = same as [Scan, Scan]
  return { of, copy, count: same.length - 1 }
}

/** The importers store no scan twice: what they stored is no copy, but may have some. */
function strayOf(same: readonly Scan[], imported: ReadonlyMap<string, string>): Stray | null {
  const isImported = ({ scan_id }: Scan) => imported.has(String(scan_id))
  const of = same.find(isImported)
  if (of === undefined) return pairOf(same)
  const others = same.filter((it) => !isImported(it))
  const [copy] = others
  return copy === undefined ? null : { of, copy, count: others.length }
}
