// SQL that mends a MariaDB or MySQL database.
import { createPlainIndex } from '../indexes.ts'
import type { Mending } from '../inspection.ts'
import { createTable, type Kind, NAME_LENGTH, SCHEMA } from '../schema.ts'
import { columnOf } from './columns.ts'

const TYPES: Readonly<Record<Kind, string>> = {
  id: 'bigint',
  count: 'bigint',
  malwareScan: 'bigint',
  complianceScan: 'bigint',
  score: 'double',
  optionalScore: 'double',
  dateTime: 'datetime',
  optionalDateTime: 'datetime',
  json: 'longtext',
  name: `varchar(${NAME_LENGTH})`,
  action: `varchar(${NAME_LENGTH})`,
  severity: 'varchar(8)',
  text: 'longtext',
  textOrEmpty: 'longtext',
  optionalText: 'longtext',
}

const isText = (kind: Kind) => /char|text/.test(TYPES[kind])
const mayBeNull = (kind: Kind) => /^optional|^json$|^malwareScan$/.test(kind)

const typeOf = (kind: Kind, collation: string) =>
  `${TYPES[kind]}${isText(kind) ? ` character set utf8mb4 collate ${collation}` : ''}`

/** `modify` forgets whatever it does not repeat. */
const wholeType = (kind: Kind, collation: string) =>
  `${typeOf(kind, collation)}${mayBeNull(kind) ? '' : ' not null'}${kind === 'id' ? ' auto_increment' : ''}`

export const mendFor = (collation: string): Mending => ({
  createTable(table) {
    const suffix = `engine = InnoDB default charset = utf8mb4 collate = ${collation}`
    return `${createTable(table, SCHEMA[table], columnOf, suffix)};`.split('\n')
  },
  addColumn: (table, column, kind) =>
    `alter table ${table} add column ${column} ${typeOf(kind, collation)};`,
  changeType: (table, column, kind) =>
    `alter table ${table} modify ${column} ${wholeType(kind, collation)};`,
  compareByBytes: (table, column, kind) =>
    `alter table ${table} modify ${column} ${wholeType(kind, collation)};`,
  createIndex: (index) => `${createPlainIndex(index)};`,
})
