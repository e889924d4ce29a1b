// Puts a data set into tables of an operator's own, and views of it in the place of our tables.
import { sql } from 'kysely'
import { inject } from 'vitest'
import { TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import type { TestDatabase } from '../database.ts'
import type { DataSet } from '../datasets.ts'
import { DIALECTS } from './dialects.ts'
import { ownRows } from './rows.ts'
import { createTables } from './tables.ts'
import { createViews } from './views.ts'

export async function storeInOwnTables(dataSet: DataSet, database: TestDatabase): Promise<void> {
  const dialect = DIALECTS[inject('engine')]
  const run = (statement: string) => sql.raw(statement).execute(database.db)
  for (const table of TABLE_NAMES.toReversed()) await run(`drop table ${table}`)
  for (const statement of createTables(dialect)) await run(statement)
  for (const [table, rows] of Object.entries(ownRows(dataSet, dialect))) {
    // They are no tables of the types.
    await database.insert(table as 'malware_scans', ...(rows as never[]))
  }
  for (const statement of createViews(dialect)) await run(statement)
}
