import { type Kysely, sql } from 'kysely'
import { engineAt } from '../../src/database/connect.ts'
import { IMPORT_TABLE_NAMES } from '../../src/database/schema/import-tables.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import type { Tables } from '../../src/database/schema/tables.ts'

const TABLES = [...TABLE_NAMES, ...IMPORT_TABLE_NAMES].filter((it) => it !== 'secdash_import_turn')
const COUNTS = TABLES.map((table) => `(select count(*) from ${table})`).join(` || ',' || `)

/** How many rows each table has, as one text. */
export async function rowsIn(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ counts: string }>`select ${sql.raw(COUNTS)} as counts`.execute(db)
  return rows[0]?.counts ?? ''
}

export async function rowCounts(url: string): Promise<string> {
  const db = await engineAt(url).openForWriting()
  const counts = await rowsIn(db)
  await db.destroy()
  return counts
}
