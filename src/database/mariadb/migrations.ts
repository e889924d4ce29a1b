import { type QueryExecutorProvider, sql } from 'kysely'
import { FIRST_TURN, IMPORT_INDEXES, IMPORT_SCHEMA, IMPORT_TABLE_NAMES } from '../import-tables.ts'
import { INDEXES } from '../indexes.ts'
import type { Migrations } from '../migrations.ts'
import { SCHEMA, TABLE_NAMES } from '../schema.ts'
import { indexStep, rowStep, steps, tableStep } from './steps.ts'

/** A binary collation that does not pad with spaces; its name differs. */
export const COLLATIONS = { mariadb: 'utf8mb4_nopad_bin', mysql: 'utf8mb4_0900_bin' } as const

export async function collationOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  return COLLATIONS[rows[0]?.version.includes('MariaDB') ? 'mariadb' : 'mysql']
}

export const migrationsFor = (collation: string): Migrations => ({
  '0001 tables': steps(...TABLE_NAMES.map((table) => tableStep(table, SCHEMA[table], collation))),
  '0002 indexes': steps(...INDEXES.map(indexStep)),
  '0003 imports': steps(
    ...IMPORT_TABLE_NAMES.map((table) => tableStep(table, IMPORT_SCHEMA[table], collation)),
    ...IMPORT_INDEXES.map(indexStep),
    rowStep(FIRST_TURN, 'secdash_import_turn', 'turn_id = 1'),
  ),
})
