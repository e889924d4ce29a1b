// The latest scan of each server and scanner: can it be asked for, and is it the only one?
import { sql } from 'kysely'
import { latestScanIds } from '../database/latest-scan.ts'
import { copies } from './copies.ts'
import { type Example, examples, rowsThat } from './examples.ts'
import { garbled } from './garbled.ts'
import { importedAmong } from './imported.ts'
import { has, type Looking } from './looking.ts'
import { problem, type Remark } from './remark.ts'
import { NAME_RULE, renames } from './renames.ts'
import { isSelectable } from './selectable.ts'
import { deletions, storedTwice, type Twice } from './stored-twice.ts'

export async function latest(looking: Looking): Promise<Remark[]> {
  const remarks: Remark[] = []
  if (has(looking, 'malware_scans', 'scan_id', 'scan_date', 'scan_type')) {
    remarks.push(...(await copies(looking)))
  }
  if (has(looking, 'compliance_scans', 'scan_id', 'scan_date', 'server_name')) {
    remarks.push(...(await duplicates(looking)), ...(await unselectable(looking)))
  }
  return remarks
}

interface Pair extends Example {
  readonly date: string
  readonly other: unknown
}

/** Whatever they say, only one of them is shown. Of two tools that were imported, that is known. */
async function duplicates({ db, engine, newest }: Looking): Promise<Remark[]> {
  const { rows } = await sql<Pair>`
    select
      newest.scan_id as id, newest.server_name as value,
      newest.scan_date as date, other.scan_id as other
    from compliance_scans as newest
    join compliance_scans as other
      on other.server_name = newest.server_name
      and other.scan_date = newest.scan_date and other.scan_id < newest.scan_id
    where newest.scan_id in ${latestScanIds('compliance_scans', engine)}
    order by newest.scan_id desc, other.scan_id desc limit ${sql.lit(newest)}`.execute(db)
  if (rows.length === 0) return []
  const imported = await importedAmong(
    db,
    'compliance',
    rows.flatMap(({ id, other }) => [id, other]),
  )
  const toolOf = (id: unknown) => imported?.get(String(id)) ?? null
  const areOfTwoTools = ({ id, other }: Pair) =>
    toolOf(id) !== null && toolOf(other) !== null && toolOf(id) !== toolOf(other)
  const isByOther = ({ id, other }: Pair) => toolOf(id) === null && toolOf(other) !== null
  const found = rows
    .filter((pair) => !areOfTwoTools(pair))
    .map((pair) => ({
      ...pair,
      name: pair.value,
      copy: isByOther(pair) ? pair.id : pair.other,
    }))
  // The importers store no report twice: of two that they stored, neither is a copy.
  const areReports = ({ id, other }: Pair) => toolOf(id) !== null && toolOf(other) !== null
  const copies = found.filter((pair) => !areReports(pair))
  return [
    ...sameMoment(
      copies,
      'See that the producer stores each scan once.',
      ...deletions('compliance_scans', copies),
    ),
    ...sameMoment(found.filter(areReports), DIFFERENT_REPORTS),
  ]
}

const DIFFERENT_REPORTS =
  'Different reports were imported for that moment: give each its own --server or --date, or delete the scan that is not wanted. See "What the file does not say" in docs/importers.md.'

const sameMoment = (found: readonly Twice[], ...fix: string[]): Remark[] =>
  found.length === 0
    ? []
    : [
        problem(
          'duplicate-latest',
          'compliance_scans',
          `${rowsThat(found.length, 'is a scan', 'are scans')} of the same date as the latest of the same server_name: ${storedTwice(found)}; the highest counts`,
          ...fix,
        ),
      ]

async function unselectable({ db, engine }: Looking): Promise<Remark[]> {
  const { rows } = await sql<Example>`
    select scan_id as id, server_name as value from compliance_scans
    where scan_id in ${latestScanIds('compliance_scans', engine)}`.execute(db)
  const others = rows.filter(({ value }) => !isSelectable('server', value))
  // These are told with the values.
  const ids = await garbled(db, ['compliance_scans', 'scan_id', 'server_name'], others)
  const found = others.filter(({ id }) => !ids.has(id))
  if (found.length === 0) return []
  return [
    problem(
      'name',
      'compliance_scans.server_name',
      `${rowsThat(found.length, 'is the latest scan of a server', 'are the latest scans of servers')} that the API can never select (${NAME_RULE}): ${examples('scan_id', found)}`,
      'Rename the server where the producer gets its name from, and in the rows that are there.',
      ...renames('compliance_scans', 'server_name', found),
    ),
  ]
}
