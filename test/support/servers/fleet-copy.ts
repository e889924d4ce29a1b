// The fleet of SQLite's own making, copied to another engine, with fresh statistics.
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { engineAt } from '../../../src/database/connect.ts'
import { SCHEMA, TABLE_NAMES, type TableName } from '../../../src/database/schema/schema.ts'
import type { ServerEngine } from '../faults/run.ts'
import { type FleetSize, fleet } from '../fleet.ts'

const ROWS_A_STATEMENT = 500

export async function copyFleet(engine: ServerEngine, url: string, size: FleetSize): Promise<void> {
  const made = await fleet(size)
  const source = new DatabaseSync(made.path, { readOnly: true })
  const db = await engineAt(url).openForWriting()
  try {
    for (const table of TABLE_NAMES.toReversed())
      await sql`delete from ${sql.table(table)}`.execute(db)
    for (const table of TABLE_NAMES) {
      for (const rows of chunks(source, table)) {
        await db
          .insertInto(table)
          .values(rows as never)
          .execute()
      }
      await sql
        .raw(engine === 'postgres' ? `analyze ${table}` : `analyze table ${table}`)
        .execute(db)
    }
  } finally {
    source.close()
    made.remove()
    await db.destroy()
  }
}

function* chunks(source: DatabaseSync, table: TableName): Generator<object[]> {
  const columns = Object.keys(SCHEMA[table]).join()
  let rows: object[] = []
  for (const row of source.prepare(`select ${columns} from ${table}`).iterate()) {
    rows.push({ ...row })
    if (rows.length < ROWS_A_STATEMENT) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
