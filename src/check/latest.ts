// The latest scan of each server and scanner: can it be asked for, and is it the only one?
import { sql } from 'kysely'
import { latestScanIds } from '../database/latest.ts'
import { type Example, examples, idInSql, MOST_COUNTED, rowsThat } from './examples.ts'
import { has, type Looking } from './looking.ts'
import { problem, type Remark } from './remark.ts'
import { NAME_RULE, renames } from './renames.ts'
import { isSelectable } from './selectable.ts'
import { shown } from './shown.ts'

const NAMED = { malware_scans: 'scan_type', compliance_scans: 'server_name' } as const

type Table = keyof typeof NAMED

export async function latest(looking: Looking): Promise<Remark[]> {
  const tables = (Object.keys(NAMED) as Table[]).filter((table) =>
    has(looking, table, 'scan_id', 'scan_date', NAMED[table]),
  )
  const remarks: Remark[] = []
  for (const table of tables) remarks.push(...(await duplicates(looking, table)))
  if (tables.includes('compliance_scans')) remarks.push(...(await unselectable(looking)))
  return remarks
}

interface Pair extends Example {
  readonly date: string
  readonly other: unknown
}

async function duplicates({ db, engine }: Looking, table: Table): Promise<Remark[]> {
  const name = NAMED[table]
  const { rows } = await sql<Pair>`
    select
      newest.scan_id as id, ${sql.ref(`newest.${name}`)} as value,
      newest.scan_date as date, other.scan_id as other
    from ${sql.table(table)} as newest
    join ${sql.table(table)} as other
      on ${sql.ref(`other.${name}`)} = ${sql.ref(`newest.${name}`)}
      and other.scan_date = newest.scan_date and other.scan_id < newest.scan_id
    where newest.scan_id in ${latestScanIds(table, engine)}
    order by newest.scan_id desc, other.scan_id desc limit ${sql.lit(MOST_COUNTED)}`.execute(db)
  const [first] = rows
  if (first === undefined) return []
  const shares = `of the same date as the latest of its ${name}`
  return [
    problem(
      'duplicate-latest',
      table,
      `${rowsThat(rows.length, 'is a scan', 'are scans')} ${shares}: ${shown(first.value)} at ${shown(first.date)} has scan_id ${shown(first.id)} and ${shown(first.other)}; the highest counts`,
      'See that the producer stores each scan once.',
      `delete from ${table} where scan_id = ${idInSql(first.other)}; -- when it is a copy`,
    ),
  ]
}

async function unselectable({ db, engine }: Looking): Promise<Remark[]> {
  const { rows } = await sql<Example>`
    select scan_id as id, server_name as value from compliance_scans
    where scan_id in ${latestScanIds('compliance_scans', engine)}`.execute(db)
  const found = rows.filter(({ value }) => !isSelectable('server', value))
  const [first] = found
  if (first === undefined) return []
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
