import { sql } from 'kysely'
import type { Db } from '../../../src/database/inspection/inspection.ts'
import type { TableName } from '../../../src/database/schema/schema.ts'

/** Statements that drop the checks of a column: MySQL gives them numbers, and guards the column's name. */
export async function withoutChecksOf(column: string, table: TableName, db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select constraint_name as name from information_schema.check_constraints
    where constraint_schema = database() and constraint_name like ${`${table}%`}
      and check_clause like ${`%\`${column}\`%`}`.execute(db)
  return rows.map(({ name }) => `alter table ${table} drop check ${name}`)
}
