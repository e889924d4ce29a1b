// SQL that mends a MariaDB or MySQL database.
import { NAME_LENGTH } from '../../names.ts'
import { addColumn, CREATE_ALL, type Mending } from '../inspection/inspection.ts'
import { WHOLE_SCHEMA } from '../schema/import-tables.ts'
import { createPlainIndex, INDEXES } from '../schema/indexes.ts'
import type { Kind, TableName } from '../schema/schema.ts'
import { columnOf, tableOf, typeIn } from './columns.ts'
import { COLLATIONS } from './migrations.ts'

const definitionOf = (column: string, kind: Kind, collation: string) => {
  const definition = columnOf[kind](column).replace(/, foreign key.*/, '')
  const type = typeIn(definition)
  const compared = /char|text/.test(type) ? ` character set utf8mb4 collate ${collation}` : ''
  return definition.replace(type, `${type}${compared}`)
}

/** `modify` forgets whatever it does not repeat. Keys it does not forget, nor MySQL its checks. */
const wholeType = (column: string, kind: Kind, collation: string) =>
  definitionOf(column, kind, collation)
    .replace(' primary key', '')
    .replace(collation === COLLATIONS.mysql ? / check .*/ : '', '')

const modify = (table: TableName, column: string, kind: Kind, collation: string) =>
  `alter table ${table} modify ${column} ${wholeType(column, kind, collation)};`

/** The session's zone decides what becomes of a moment. Names of zones are not always known. */
const setZone = (zone: string) =>
  zone === 'UTC'
    ? `set time_zone = '+00:00';`
    : `set time_zone = '${zone}'; -- if this fails, stop: fill the zone tables first (mysql_tzinfo_to_sql)`

/** A key has at most 3,072 bytes, and one of ours a severity beside two names of four bytes a letter. */
const LONGEST_SEVERITY = 250

export const mendFor = (collation: string): Mending => ({
  createAll: CREATE_ALL,
  createTable: (table) => `${tableOf(table, WHOLE_SCHEMA[table], collation)};`.split('\n'),
  addColumn: (table, column, kind) =>
    addColumn(table, column, definitionOf(column, kind, collation)),
  changeType: (table, column, kind, { base }, zone) => [
    ...(base === 'timestamp' ? [setZone(zone)] : []),
    modify(table, column, kind, collation),
  ],
  compareByBytes: (table, column, kind) => modify(table, column, kind, collation),
  canIndex: ({ base, type }, kind) =>
    !/text$|blob$|^json$/.test(base) &&
    Number(/^(?:var)?(?:char|binary)\((\d+)\)/.exec(type)?.[1] ?? 0) <=
      (kind === 'severity' ? LONGEST_SEVERITY : NAME_LENGTH),
  createIndex: (index) => `${createPlainIndex(index)};`,
  indexes: INDEXES,
})
