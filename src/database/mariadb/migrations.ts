import { type QueryExecutorProvider, sql } from 'kysely'
import { type Migrations, migrationsBy } from '../schema/migrations.ts'
import { indexStep, rowStep, steps, tableStep } from './steps.ts'

/** A binary collation that does not pad with spaces; its name differs. */
export const COLLATIONS = { mariadb: 'utf8mb4_nopad_bin', mysql: 'utf8mb4_0900_bin' } as const

export async function collationOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  return COLLATIONS[rows[0]?.version.includes('MariaDB') ? 'mariadb' : 'mysql']
}

export const migrationsFor = (collation: string): Migrations =>
  migrationsBy({
    table: (table, columns) => tableStep(table, columns, collation),
    index: indexStep,
    row: rowStep,
    migration: steps,
  })
