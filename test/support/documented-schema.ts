// What docs/database.md says about the tables, held against a real database.
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { temporaryDatabase } from './database.ts'
import { blocks, code, difference, rowOf, rows, section } from './documents.ts'

async function migrated(): Promise<DatabaseSync> {
  const database = new DatabaseSync((await temporaryDatabase()).path)
  onTestFinished(() => database.close())
  return database
}

const ALL_TABLES = `select name from sqlite_schema where type = 'table'
  and name not like 'secdash%' and name not like 'sqlite%'`
const ALL_COLUMNS = `select table_info.* from pragma_table_info(?) as table_info`
const ALL_INDEXES = `select name, tbl_name from sqlite_schema where type = 'index' and sql is not null`

export async function columnProblems(text: string): Promise<string[]> {
  const database = await migrated()
  return database
    .prepare(ALL_TABLES)
    .all()
    .flatMap(({ name: table }) => {
      const columns = database.prepare(ALL_COLUMNS).all(table as string)
      const expected = columns.map(({ name, type, notnull, dflt_value, pk }) =>
        rowOf(
          code(`${name}`),
          `${type}`.toLowerCase(),
          notnull || pk ? 'no' : 'yes',
          pk ? 'generated' : code(`${dflt_value ?? ''}`),
        ),
      )
      const found = rows(section(text, `## ${table}`), 4)
      return difference(expected, found).map((it) => `${table}: ${it}`)
    })
}

export async function indexProblems(text: string): Promise<string[]> {
  const indexes = (await migrated()).prepare(ALL_INDEXES).all()
  const expected = indexes.map(({ name, tbl_name }) => rowOf(code(`${name}`), code(`${tbl_name}`)))
  return difference(expected, rows(section(text, '## Indexes'), 2))
}

/** The examples of SQL run one after the other, as a reader would type them. */
export async function sqlProblems(text: string): Promise<string[]> {
  const database = await migrated()
  return blocks(text, 'sql').flatMap((statements) => {
    try {
      database.exec(statements)
      return []
    } catch (error) {
      return [`${(error as Error).message} in ${statements}`]
    }
  })
}
