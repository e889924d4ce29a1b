// Strict tables: a text in a number's place is refused when it is written, not when it is read.
// JSON columns have no check: what is no object is shown as {} and named in the log.
import { NAME_LENGTH } from '../../names.ts'
import { CONDITIONS, createPartialIndex, type Index } from '../schema/indexes.ts'
import { type AnyColumns, type ColumnOf, createTable } from '../schema/schema.ts'

/** A date-time that exists, in the one form that sorts as it runs: '2026-03-01 12:00:00'. */
const isDateTime = (column: string) =>
  `strftime('%Y-%m-%d %H:%M:%S', ${column}, '+0 seconds') is ${column}`

const isPercent = (column: string) => `${column} between 0 and 100`

export const columnOf: ColumnOf = {
  id: () => 'integer primary key autoincrement',
  name: (column) => `text not null check (length(${column}) between 1 and ${NAME_LENGTH})`,
  text: () => 'text not null',
  textOrEmpty: () => `text not null default ''`,
  action: () => `text not null default 'none'`,
  optionalText: () => 'text',
  dateTime: (column) => `text not null check (${isDateTime(column)})`,
  optionalDateTime: (column) => `text check (${column} is null or ${isDateTime(column)})`,
  count: (column) => `integer not null default 0 check (${column} >= 0)`,
  score: (column) => `real not null check (${isPercent(column)})`,
  optionalScore: (column) => `real check (${isPercent(column)})`,
  severity: () => `text not null check (severity in ('critical', 'high', 'medium', 'low'))`,
  json: () => `text default '{}'`,
  malwareScan: () => 'integer references malware_scans (scan_id) on delete set null',
  complianceScan: () => 'integer not null references compliance_scans (scan_id) on delete cascade',
  key: () => 'integer primary key',
  hash: () => 'text not null',
  optionalId: () => 'integer',
}

export const tableOf = (table: string, columns: AnyColumns): string =>
  createTable(table, columns, columnOf, 'strict')

/** The day is written as the queries write it (engine.ts): no index serves another expression. */
const createWithDay = createPartialIndex((column) => `substr(${column}, 1, 10)`)

/** What is null in all of an index is in it too: without that, SQLite turns to the row for each entry. */
export const createIndex = (index: Index<string>): string =>
  createWithDay({ ...index, columns: [...index.columns, ...CONDITIONS[index.of].nulls] })
