// MariaDB and MySQL commit each statement that makes a table or an index at once. So a migration
// that was broken off has done a part, and the next one must find that part and go on behind it.
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createPlainIndex, type Index } from '../schema/indexes.ts'
import type { AnyColumns } from '../schema/schema.ts'
import { tableOf } from './columns.ts'
import { differences } from './found-table.ts'

/** A statement, whole or not at all: both servers see to that for a single one. */
interface Step {
  readonly statement: string
  /** Throws where something else is in the way. */
  isDone(db: Kysely<unknown>): Promise<boolean>
}

export const steps = (...all: readonly Step[]): Migration => ({
  async up(db) {
    for (const { statement, isDone } of all) {
      if (!(await isDone(db))) await db.executeQuery(CompiledQuery.raw(statement))
    }
  },
})

const inTheWay = (what: string, how: string) =>
  new Error(
    `${what} is there already, and not as secdash makes it: ${how}. Rename or drop it, and migrate again; what is made by now stays`,
  )

export const tableStep = (table: string, columns: AnyColumns, collation: string): Step => ({
  statement: tableOf(table, columns, collation),
  async isDone(db) {
    const differing = await differences(db, table, columns, collation)
    if (differing === null) return false
    if (differing.length === 0) return true
    throw inTheWay(`the table ${table}`, differing.join(', '))
  },
})

interface Part {
  table: string
  column: string | null
  prefix: number | null
  notUnique: number
}

export function indexStep(index: Index<string>): Step {
  const statement = createPlainIndex(index)
  return {
    statement,
    async isDone(db) {
      const { rows } = await sql<Part>`
        select
          table_name as ${sql.id('table')}, column_name as ${sql.id('column')},
          sub_part as prefix, non_unique as ${sql.id('notUnique')}
        from information_schema.statistics
        where table_schema = database() and table_name = ${sql.lit(index.table)}
          and index_name = ${sql.lit(index.name)}
        order by seq_in_index`.execute(db)
      const parts = rows.filter(({ table }) => table === index.table)
      if (parts.length === 0) return false
      const isWhole = parts.every(
        ({ prefix, notUnique }) => prefix === null && Number(notUnique) === 1,
      )
      const columns = parts.map(({ column }) => column).join(', ')
      if (isWhole && statement.endsWith(` (${columns})`)) return true
      throw inTheWay(`the index ${index.name} on ${index.table}`, 'it is on something else')
    },
  }
}

/** `row` is what only that INSERT writes. */
export const rowStep = (statement: string, table: string, row: string): Step => ({
  statement,
  async isDone(db) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.raw(row)}`.execute(db)
    return Number(rows[0]?.count) === 1
  },
})
