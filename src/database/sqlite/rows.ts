// How rows come out of SQLite. node:sqlite looks at each cell of a row three times, and takes a lock
// each time; the arguments of a function it hands over without. So a query is given a function in
// place of its columns, which takes each row as it is found: that saves a third of the time.
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
  let taken: unknown[][] = []
  database.function(TAKE, { varargs: true, directOnly: true }, (...cells) => taken.push(cells) - 1)

  return (query) => {
    const taking = takingOf(query)
    if (taking === null || (taking.isLimited && isSorted(database, taking.text))) return null
    const statement = database.prepare(taking.text)
    statement.setReturnArrays(true)
    const row = objectOf(taking.names)
    return (parameters) => {
      try {
        const places = statement.all(...(parameters as SQLInputValue[])) as unknown as [number][]
        // In the order of the answer, whenever SQLite called the function.
        return places.map(([place]) => row(taken[place] as unknown[]))
      } catch (error) {
        if (isOutOfRange(error)) return null
        throw error
      } finally {
        taken = []
      }
    }
  }
}

/** node:sqlite refuses an integer that a number cannot hold. */
export const isOutOfRange = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ERR_OUT_OF_RANGE'

interface Taking {
  readonly text: string
  readonly names: readonly string[]
  readonly isLimited: boolean
}

/** null where it is not known which columns there are, or where rows are compared by them. */
function takingOf({ query, queryId }: CompiledQuery): Taking | null {
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
  const { sql: text } = new SqliteQueryCompiler().compileQuery(node, queryId)
  return { text, names: columns.map(({ name }) => name), isLimited: query.limit !== undefined }
}

function columnOf({ selection }: SelectionNode) {
  if (AliasNode.is(selection) && IdentifierNode.is(selection.alias))
    return { name: selection.alias.name, expression: selection.node }
  if (ReferenceNode.is(selection) && ColumnNode.is(selection.column))
    return { name: selection.column.column.name, expression: selection }
  return null
}

/**
 * Where SQLite sorts rows, it calls the function for far more than it lists: for every one, where the
 * newest come first and the oldest are stored first.
 */
function isSorted(database: DatabaseSync, text: string): boolean {
  const plan = database.prepare(`explain query plan ${text}`).all()
  return plan.some(({ detail }) => /USE TEMP B-TREE FOR .*ORDER BY/.test(String(detail)))
}
