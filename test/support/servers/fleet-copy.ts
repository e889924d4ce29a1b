// The fleet of SQLite's own making, copied to another engine, with fresh statistics.
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { engineAt } from '../../../src/database/connect.ts'
import { SCHEMA, TABLE_NAMES, type TableName } from '../../../src/database/schema/schema.ts'
import type { ServerEngine } from '../faults/run.ts'
import type { Fleet } from '../fleet.ts'

const ROWS_A_STATEMENT = 1_000

export async function copyFleet(engine: ServerEngine, url: string, { path }: Fleet): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true })
  const db = await engineAt(url).openForWriting()
  try {
    for (const table of TABLE_NAMES.toReversed())
      await sql`delete from ${sql.table(table)}`.execute(db)
    for (const table of TABLE_NAMES) {
      for (const statement of inserts(source, table)) await sql.raw(statement).execute(db)
      await sql
        .raw(engine === 'postgres' ? `analyze ${table}` : `analyze table ${table}`)
        .execute(db)
    }
  } finally {
    source.close()
    await db.destroy()
  }
}

/** As text: more than a million values that are bound one by one take seconds. */
function* inserts(source: DatabaseSync, table: TableName): Generator<string> {
  const columns = Object.keys(SCHEMA[table]).filter((column) => {
    const held = source.prepare(`select 1 from ${table} where ${column} is not null limit 1`)
    return held.get() !== undefined
  })
  const begin = `insert into ${table} (${columns}) values `
  let rows: string[] = []
  for (const row of source.prepare(`select ${columns} from ${table}`).iterate()) {
    rows.push(`(${columns.map((column) => literal(row[column]))})`)
    if (rows.length < ROWS_A_STATEMENT) continue
    yield begin + rows.join()
    rows = []
  }
  if (rows.length > 0) yield begin + rows.join()
}

/** The fleet has numbers, and texts without a backslash. */
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
