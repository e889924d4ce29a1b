// What every look at a database is given.
import type { Expressions } from '../database/engine.ts'
import type { Db, Inspector, Mending, Relation } from '../database/inspection/inspection.ts'
import {
  SCHEMA,
  TABLE_NAMES,
  type TableColumns,
  type TableName,
} from '../database/schema/schema.ts'
import type { Moment } from '../time.ts'

export type Readable = Extract<Relation, { is: 'table' | 'view' }>

export interface Looking {
  readonly db: Db
  readonly engine: Expressions
  readonly inspector: Inspector
  readonly mend: Mending
  readonly now: Moment
  /** How many of the newest rows of each table are looked at. */
  readonly newest: number
  readonly relations: ReadonlyMap<TableName, Relation>
}

/** Its columns, and what each holds. */
export const kindsOf = (table: TableName): TableColumns => SCHEMA[table]

export const idOf = (table: TableName): string => Object.keys(SCHEMA[table])[0] ?? ''

export const isReadable = (relation: Relation | undefined): relation is Readable =>
  relation?.is === 'table' || relation?.is === 'view'

/** Whether the table can be asked for these columns. */
export const has = ({ relations }: Looking, table: TableName, ...columns: string[]): boolean => {
  const relation = relations.get(table)
  return isReadable(relation) && columns.every((it) => relation.columns.get(it)?.readable)
}

/** Tables and views that can be asked at least for their ids. */
export const readableTables = (looking: Looking): (readonly [TableName, Readable])[] =>
  TABLE_NAMES.flatMap((table) => {
    const relation = looking.relations.get(table)
    const isAskable = isReadable(relation) && has(looking, table, idOf(table))
    return isAskable ? [[table, relation] as const] : []
  })
