// The newest rows of each table, value by value.
import { sql } from 'kysely'
import type { Kind, TableName } from '../database/schema/schema.ts'
import { converted } from './converted.ts'
import { MOST_COUNTED } from './examples.ts'
import { Garbled, garbled } from './garbled.ts'
import { judge, type ValueCode } from './judge.ts'
import { idOf, kindsOf, type Looking, type Readable, readableTables } from './looking.ts'
import { fits } from './needs.ts'
import type { Remark } from './remark.ts'
import { isSelectable } from './selectable.ts'
import { type Fault, faultRemark } from './value-remarks.ts'

type Row = Readonly<Record<string, unknown>>

const BATCH = 1_000

export async function values(looking: Looking): Promise<{ remarks: Remark[]; rows: number }> {
  const remarks: Remark[] = []
  let rows = 0
  for (const [table, relation] of readableTables(looking)) {
    const faults = new Map<string, Fault>()
    let previous: Row | undefined
    const mended = asMended(looking, table, relation)
    for await (const found of newestRows(looking, table, relation)) {
      const row = mended(found)
      rows++
      noteFaults(table, relation, row, previous, faults)
      previous = row
    }
    remarks.push(...[...faults.values()].map(faultRemark))
  }
  return { remarks, rows }
}

/**
 * A row as it is when the types of a table's columns are mended, which are told apart; what a view gives
 * shows why they are wrong.
 */
function asMended({ now }: Looking, table: TableName, { is, columns }: Readable) {
  const mistyped = Object.entries(kindsOf(table)).filter(([column, kind]) => {
    const holds = columns.get(column)?.holds
    return is !== 'view' && holds !== undefined && !fits(holds, kind, now.zone)
  })
  return (row: Row): Row => {
    const there = mistyped.filter(([column]) => column in row && !(row[column] instanceof Garbled))
    return {
      ...row,
      ...Object.fromEntries(there.map(([column, kind]) => [column, converted(kind, row[column])])),
    }
  }
}

/** By descending id and in batches: an index leads there, and long texts need little memory. */
async function* newestRows(looking: Looking, table: TableName, relation: Readable) {
  const { db, newest } = looking
  const columns = Object.keys(kindsOf(table)).filter((it) => relation.columns.get(it)?.readable)
  const list = sql.join(columns.map((it) => sql.ref(it)))
  const id = sql.ref(idOf(table))
  let last: unknown
  for (let seen = 0; seen < newest; seen += BATCH) {
    const older = last === undefined ? sql`` : sql`where ${id} < ${last}`
    const { rows } = await sql<Row>`
      select ${list} from ${sql.table(table)} ${older}
      order by ${id} desc limit ${sql.lit(Math.min(BATCH, newest - seen))}`.execute(db)
    yield* await withGarbled(looking, table, rows)
    last = rows.at(-1)?.[idOf(table)]
    // From an id that no number can hold, the next ones cannot be found.
    if (rows.length < BATCH || !Number.isSafeInteger(last)) return
  }
}

async function withGarbled(
  { db }: Looking,
  table: TableName,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const id = idOf(table)
  let marked = rows
  for (const [column, kind] of Object.entries(kindsOf(table))) {
    if (kind !== 'name') continue
    const names = rows.map((row) => ({ id: row[id], value: row[column] }))
    const ids = await garbled(db, [table, id, column], names)
    if (ids.size > 0)
      marked = marked.map((row) =>
        ids.has(row[id]) ? { ...row, [column]: new Garbled(String(row[column])) } : row,
      )
  }
  return marked
}

function noteFaults(
  table: TableName,
  { is }: Readable,
  row: Row,
  previous: Row | undefined,
  faults: Map<string, Fault>,
): void {
  const id = row[idOf(table)]
  const note = (column: string, kind: Kind, code: ValueCode) => {
    const key = `${column} ${code}`
    const fault = faults.get(key) ?? { table, is, column, kind, code, rows: [] }
    faults.set(key, fault)
    if (fault.rows.length < MOST_COUNTED) fault.rows.push({ id, value: row[column] })
  }
  for (const [column, kind] of Object.entries(kindsOf(table))) {
    if (!(column in row)) continue
    const code = judge(kind, row[column])
    if (code !== null) note(column, kind, code)
    else if (column === 'check_category' && !isSelectable('category', row[column])) {
      note(column, kind, 'name')
    }
  }
  // Tables guard their key; a view that joins may well repeat a row.
  if (id !== null && id === previous?.[idOf(table)]) note(idOf(table), 'id', 'duplicate-id')
}
