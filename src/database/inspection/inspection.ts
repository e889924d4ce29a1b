// What `secdash check` asks of an engine beyond what the service needs: facts about the relations
// as they are, and the SQL that mends them. The same members for each engine.
import type { Kysely } from 'kysely'
import { type AnyTableName, FIRST_TURN, IMPORT_INDEXES } from '../schema/import-tables.ts'
import { CONDITIONS, type Index } from '../schema/indexes.ts'
import type { Kind, TableName } from '../schema/schema.ts'
import type { Tables } from '../schema/tables.ts'

export type Db = Kysely<Tables>

/** What the declared type of a column can give; `undeclared` leaves it to the values. */
export type Holds =
  | 'integer'
  | 'number'
  | 'text'
  /** With spaces at its end that nobody wrote. */
  | 'paddedText'
  /** The same, but of 19 characters: a date-time leaves no room for spaces. */
  | 'dateTimeText'
  | 'dateTime'
  | 'utcDateTime'
  | 'json'
  | 'undeclared'
  | 'other'

/** How a column compares texts, where that is not byte for byte. */
export interface Flaw {
  readonly collation: string
  readonly level: 'problem' | 'advice'
  /** `in order`: only for the names that answers are ordered by. */
  readonly matters: 'always' | 'in order'
  readonly effect: string
}

export interface ColumnFacts {
  /** As the engine writes it. */
  readonly type: string
  /** Without brackets, and what a domain is of. */
  readonly base: string
  readonly holds: Holds
  /** SQL of its default, where a change of type must name it. */
  readonly fallback: string | null
  /** The worst one first. */
  readonly flaws: readonly Flaw[]
  /** Whether this account may read it. */
  readonly readable: boolean
}

export interface IndexFacts {
  readonly name: string
  /** In order; the day of a column is written `day(column)`. */
  readonly columns: readonly string[]
  /** Of a partial index, in small letters without brackets; null when it has all rows. */
  readonly where: string | null
  /** What makes it one that the engine uses; null when it is. */
  readonly repair: string | null
}

/** Apart from each other: a name in one of them might hold a line's end. */
export type Lines = readonly string[]

/** What helps all of these tables at once. */
type FixOfTables = (tables: readonly AnyTableName[]) => Lines

/** Reasons fit one table and several: tables with the same reason are told of together. */
export type Relation =
  | {
      readonly is: 'table' | 'view'
      readonly columns: ReadonlyMap<string, ColumnFacts>
      readonly indexes: readonly IndexFacts[]
      /** The engine of the table where that has no snapshots, and what gives it another. */
      readonly noSnapshot: { readonly engine: string; readonly fix: string } | null
    }
  | { readonly is: 'missing'; readonly reason: string; readonly fix: Lines | null }
  | { readonly is: 'denied'; readonly reason: string; readonly fix: FixOfTables }
  | { readonly is: 'broken'; readonly reason: string }

export interface Inspected {
  readonly where: string
  readonly problem: string
  readonly fix: Lines
}

/** A right that the service does not need. */
export interface Excess extends Inspected {
  readonly level: 'problem' | 'advice'
}

export interface ServerClock {
  readonly epochSeconds: number
  /** The zone in which the server itself writes the time, and how far that is from UTC now. */
  readonly zone: string
  /** Null where it cannot be told. */
  readonly offsetSeconds: number | null
  /** SQL of the present in UTC, as a date-time without a zone. */
  readonly utcNow: string
}

/** On a server the service's own account may not do it. */
export const CREATE_ALL =
  'With the account that owns the tables, not with that of the service: DATABASE_URL=URL secdash migrate (see docs/deploying.md)'

/** SQL that mends, as an operator would type it. */
export interface Mending {
  /** How all tables are made: by a command, and the account that may. */
  readonly createAll: string
  createTable(table: AnyTableName): Lines
  addColumn(table: TableName, column: string, kind: Kind): Lines
  /** A moment becomes what a clock in `zone` shows then. */
  changeType(table: TableName, column: string, kind: Kind, from: ColumnFacts, zone: string): Lines
  compareByBytes(table: TableName, column: string, kind: Kind): string
  /** Whether the engine takes the column, or the day of it, into the indexes that are needed. */
  canIndex(column: ColumnFacts, kind: Kind, byDay: boolean): boolean
  createIndex(index: Index<AnyTableName>): string
  /** All that the tables of answers have on this engine. */
  readonly indexes: readonly Index[]
}

/** As it is in a new table, except that what has no default must be filled before it can refuse nulls. */
export function addColumn(table: TableName, column: string, definition: string): Lines {
  const isFilled =
    !/ not null| primary key/.test(definition) || / default | auto_increment /.test(definition)
  const type = isFilled ? definition : definition.replace(/ not null| primary key/, '')
  const fill = isFilled ? [] : ['-- Then fill it: it must not be null.']
  return [`alter table ${table} add column ${column} ${type};`, ...fill]
}

/** An import is known by its scans: what was found is stored with them, and never without. */
const SCANS_OF: Readonly<Partial<Record<AnyTableName, TableName>>> = {
  malware_detections: 'malware_scans',
  compliance_findings: 'compliance_scans',
}

/** A table with its indexes, and the row that it must have. */
export const createWhole = (mend: Mending, table: AnyTableName): Lines => [
  ...mend.createTable(table),
  ...[...mend.indexes, ...IMPORT_INDEXES].filter((it) => it.table === table).map(mend.createIndex),
  ...(table === 'secdash_import_turn' ? [`${FIRST_TURN};`] : []),
  ...(SCANS_OF[table] === undefined
    ? []
    : [
        `-- It is empty. Reports that were imported are taken again when ${SCANS_OF[table]} is emptied, too.`,
      ]),
]

export interface Inspector {
  relation(db: Db, table: AnyTableName): Promise<Relation>
  excess(db: Db): Promise<Excess[]>
  /** That the database goes by several names of which each has a part of it; null where it does not. */
  otherName(): Promise<Inspected | null>
  /** What keeps all names from the order of UTF-8, whatever their columns say; null where nothing does. */
  otherOrder(db: Db): Promise<{ readonly problem: string; readonly fix: string } | null>
  /** null where the database has no clock of its own. */
  clock(db: Db): Promise<ServerClock | null>
  /** Whether it has indexes on the day of a date-time and on some rows only. */
  readonly partialIndexes: boolean
  /** For the server behind `db`. */
  mending(db: Db): Promise<Mending>
}

/** Whether an index can do the work of one that the service counts on. */
export function serves(facts: IndexFacts, { columns, of }: Index, partialIndexes: boolean) {
  const { where, columns: first } = CONDITIONS[of]
  const list = columns.map((it) => {
    if (typeof it === 'string') return it
    return partialIndexes ? `day(${it.dayOf})` : it.dayOf
  })
  const begins = (wanted: readonly string[]) => wanted.every((it, i) => facts.columns[i] === it)
  // With the condition's columns in front, an index of all rows finds those of the condition, too.
  if (facts.where === null) return begins([...new Set([...first, ...list])])
  return facts.where === where && begins(list)
}
