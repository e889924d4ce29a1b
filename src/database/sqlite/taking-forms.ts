// The texts by which the rows of a query are handed to a function, made of the query itself.
import {
  AliasNode,
  ColumnNode,
  type CompiledQuery,
  FunctionNode,
  IdentifierNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  SelectionNode,
  SelectQueryNode,
  SqliteQueryCompiler,
} from 'kysely'

/** The function that takes a row. */
export const TAKE = 'take_row'

interface TakingForms {
  readonly names: readonly string[]
  /** Rows are taken as they are found: right where SQLite finds them in the order of the answer. */
  readonly asFound: string | null
  /** Rows are taken when they are in order. Each text is copied once more for that. */
  readonly asSorted: string
}

/** null where it is not known which columns there are, or where rows are compared by them. */
export function takingForms({ query, queryId, sql }: CompiledQuery): TakingForms | null {
  if (!SelectQueryNode.is(query) || query.selections === undefined) return null
  if (query.frontModifiers !== undefined || query.setOperations !== undefined) return null
  const columns = query.selections.map(columnOf)
  if (!columns.every((it) => it !== null)) return null
  const names = columns.map(({ name }) => name)
  // Of two columns with one name the last one counts, and SQLite would take the first.
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return null
  const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`)
  return {
    names,
    asFound: isOrderedByAlias(query) ? null : asFoundOf(query, queryId, columns),
    asSorted: `select count(${TAKE}(${quoted})) from (${sql}) as "found"`,
  }
}

function asFoundOf(
  query: SelectQueryNode,
  queryId: CompiledQuery['queryId'],
  columns: readonly Column[],
): string {
  const row = FunctionNode.create(
    TAKE,
    columns.map(({ expression }) => expression),
  )
  const taken = SelectionNode.create(AliasNode.create(row, IdentifierNode.create('taken')))
  const { sql } = new SqliteQueryCompiler().compileQuery({ ...query, selections: [taken] }, queryId)
  return `select count("taken") from (${sql}) as "found"`
}

interface Column {
  readonly name: string
  readonly expression: OperationNode
}

function columnOf({ selection }: SelectionNode): Column | null {
  const expression = AliasNode.is(selection) ? selection.node : selection
  const name = aliasOf(selection) ?? columnName(selection)
  return name === null ? null : { name, expression }
}

const aliasOf = (node: OperationNode): string | null =>
  AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : null

const columnName = (node: OperationNode): string | null =>
  ReferenceNode.is(node) && ColumnNode.is(node.column) ? node.column.column.name : null

/** Where the columns are handed to a function, the names that the query gives them are gone. */
function isOrderedByAlias({ selections = [], orderBy }: SelectQueryNode): boolean {
  const aliases = selections.map(({ selection }) => aliasOf(selection))
  const ordered = orderBy?.items.flatMap((item) => namesIn(item.orderBy)) ?? []
  return ordered.some((name) => aliases.includes(name))
}

function namesIn(node: OperationNode): string[] {
  if (RawNode.is(node)) return node.parameters.flatMap(namesIn)
  const name = columnName(node)
  return name === null ? [] : [name]
}
