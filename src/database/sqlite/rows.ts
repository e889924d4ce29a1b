// How rows come out of SQLite. node:sqlite looks at each cell of a row three times, and takes a lock
// each time; the arguments of a function it hands over without. So a query is given a function in
// place of its columns, which takes each row as it is found, and all that is read plainly is how many
// there were: that saves half of the time.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  AliasNode,
  ColumnNode,
  type CompiledQuery,
  FunctionNode,
  IdentifierNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  SqliteQueryCompiler,
} from 'kysely'
import { objectOf } from '../object-maker.ts'

/** The rows of a query; null where one of them has an integer that a number cannot hold. */
export type TakenRows = (parameters: readonly unknown[]) => object[] | null

/** null where a query is better read as it is. */
export type RowTaking = (query: CompiledQuery) => TakenRows | null

const TAKE = 'take_row'

export function rowTaking(database: DatabaseSync): RowTaking {
  let rows: object[] = []
  let rowOf = objectOf([])
  // What it returns is counted, and null counts for nothing: SQLite does not have to keep it.
  database.function(TAKE, { varargs: true, directOnly: true }, (...cells) => {
    rows.push(rowOf(cells))
    return null
  })

  return (query) => {
    const taking = takingOf(query)
    if (taking === null) return null
    const { asFound, asSorted } = taking
    const statement = database.prepare(isSorted(database, asFound) ? asSorted : asFound)
    const row = objectOf(taking.names)
    return (parameters) => {
      const taken: object[] = []
      rows = taken
      rowOf = row
      try {
        statement.get(...(parameters as SQLInputValue[]))
        return taken
      } catch (error) {
        if (isOutOfRange(error)) return null
        throw error
      } finally {
        rows = []
      }
    }
  }
}

/** node:sqlite refuses an integer that a number cannot hold. */
export const isOutOfRange = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ERR_OUT_OF_RANGE'

interface Taking {
  readonly asFound: string
  readonly asSorted: string
  readonly names: readonly string[]
}

/** null where it is not known which columns there are, or where rows are compared by them. */
function takingOf({ query, queryId, sql: text }: CompiledQuery): Taking | null {
  if (!SelectQueryNode.is(query) || query.selections === undefined) return null
  if (query.frontModifiers !== undefined || query.setOperations !== undefined) return null
  const columns = query.selections.map(columnOf)
  if (!columns.every((it) => it !== null)) return null
  const row = FunctionNode.create(
    TAKE,
    columns.map(({ expression }) => expression),
  )
  const place = SelectionNode.create(AliasNode.create(row, IdentifierNode.create('place')))
  const node = { ...query, selections: [place] }
  const { sql: found } = new SqliteQueryCompiler().compileQuery(node, queryId)
  const names = columns.map(({ name }) => name)
  return {
    asFound: `select count("place") from (${found}) as "found"`,
    asSorted: `select count(${TAKE}(${names.map((name) => `"${name}"`)})) from (${text}) as "found"`,
    names,
  }
}

function columnOf({ selection }: SelectionNode) {
  if (AliasNode.is(selection) && IdentifierNode.is(selection.alias))
    return { name: selection.alias.name, expression: selection.node }
  if (ReferenceNode.is(selection) && ColumnNode.is(selection.column))
    return { name: selection.column.column.name, expression: selection }
  return null
}

/**
 * Where SQLite sorts rows, it calls the function before it does so: for every row, listed or not, and
 * in another order.
 */
function isSorted(database: DatabaseSync, text: string): boolean {
  const plan = database.prepare(`explain query plan ${text}`).all()
  return plan.some(({ detail }) => /USE TEMP B-TREE FOR .*ORDER BY/.test(String(detail)))
}
