// Tables of an operator's own in the place of ours: with fewer checks, or a view over another table.
import { sql } from 'kysely'
import { createTable, SCHEMA, type TableName } from '../../src/database/schema/schema.ts'
import { type TestDatabase, testEngine } from './database.ts'

const run = (statement: string, { db }: TestDatabase) => sql.raw(statement).execute(db)

/** Puts a table without checks, references and indexes in the place of each of these. */
export async function withoutChecks(
  database: TestDatabase,
  ...tables: readonly TableName[]
): Promise<void> {
  const { plainColumnOf, plainSuffix } = testEngine()
  for (const table of tables) {
    await run(`alter table ${table} rename to ${table}_checked`, database)
    await run(createTable(table, SCHEMA[table], plainColumnOf, plainSuffix), database)
  }
}

/** Puts a view in the place of a table: of its rows, with other expressions for some columns. */
export async function viewOver<Name extends TableName>(
  database: TestDatabase,
  table: Name,
  others: { readonly [Column in keyof (typeof SCHEMA)[Name]]?: string } = {},
): Promise<void> {
  const given: Readonly<Record<string, string | undefined>> = others
  const columns = Object.keys(SCHEMA[table]).map((name) => `${given[name] ?? name} as ${name}`)
  await run(`alter table ${table} rename to ${table}_own`, database)
  await run(`create view ${table} as select ${columns.join(', ')} from ${table}_own`, database)
}

/** An expression of the bytes of a column, which are no text. */
export const bytesOf = (column: string): string => `cast(${column} as ${testEngine().bytes})`
