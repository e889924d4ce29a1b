// A malware scan that is stored twice. Hosts that share a line of cron begin in the same second, and
// a table has no server: so a copy says the same in every column, and no import has told it apart.
import { sql } from 'kysely'
import { latestScanIds } from '../database/latest-scan.ts'
import { rowsThat } from './examples.ts'
import { importedAmong } from './imported.ts'
import { has, kindsOf, type Looking } from './looking.ts'
import { problem, type Remark } from './remark.ts'
import { deletions, storedTwice, type Twice } from './stored-twice.ts'

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
        alike.filter(([first]) => first !== undefined && isLatest(first, scans)).map(copiesOfFirst)
      : alike.map((same) => straysOf(same, imported))
  const strays = found.flat()
  if (strays.length === 0) return []
  return [
    problem(
      'duplicate-latest',
      'malware_scans',
      `${rowsThat(strays.length, 'says', 'say')} the same as another scan, in every column, and it is of the latest moment of its scan_type: ${storedTwice(strays)}; all are counted`,
      'See that the producer stores each scan once, and says in summary which server it is of.',
      ...deletions('malware_scans', strays),
    ),
  ]
}

/** Highest id first, each id once. */
async function scansOfLatestMoments(looking: Looking): Promise<Scan[]> {
  const { db, engine, newest } = looking
  const readable = Object.keys(kindsOf('malware_scans')).filter((it) =>
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

const stray = (of: Scan, copy: Scan): Twice => ({
  name: of.scan_type,
  date: of.scan_date,
  id: of.scan_id,
  other: copy.scan_id,
  copy: copy.scan_id,
})

function copiesOfFirst([of, ...copies]: readonly Scan[]): Twice[] {
  return of === undefined ? [] : copies.map((copy) => stray(of, copy))
}

/** The importers store no scan twice: what they stored is no copy, but may have some. */
function straysOf(same: readonly Scan[], imported: ReadonlyMap<string, string>): Twice[] {
  const isImported = ({ scan_id }: Scan) => imported.has(String(scan_id))
  const of = same.find(isImported)
  if (of === undefined) return copiesOfFirst(same)
  return same.filter((it) => !isImported(it)).map((copy) => stray(of, copy))
}
