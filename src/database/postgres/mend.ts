// SQL that mends a PostgreSQL database.

import { addColumn, CREATE_ALL, type Mending } from '../inspection/inspection.ts'
import { WHOLE_SCHEMA } from '../schema/import-tables.ts'
import { INDEXES } from '../schema/indexes.ts'
import type { Kind } from '../schema/schema.ts'
import { columnOf, createIndex, tableOf } from './columns.ts'

const TYPES: Readonly<Partial<Record<Kind, string>>> = {
  id: 'bigint',
  count: 'bigint',
  malwareScan: 'bigint',
  complianceScan: 'bigint',
  score: 'double precision',
  optionalScore: 'double precision',
  dateTime: 'timestamp(0)',
  optionalDateTime: 'timestamp(0)',
  json: 'json',
}

const typeOf = (kind: Kind) => TYPES[kind] ?? 'text collate "C"'

export const mend: Mending = {
  createAll: CREATE_ALL,
  createTable: (table) => `${tableOf(table, WHOLE_SCHEMA[table])};`.split('\n'),
  addColumn: (table, column, kind) => addColumn(table, column, columnOf[kind](column)),
  changeType(table, column, kind, { base }, zone) {
    const type = typeOf(kind)
    const value =
      base === 'timestamptz'
        ? `${column} at time zone '${zone}'`
        : `cast(${column} as ${type.split(' collate')[0]})`
    return [`alter table ${table} alter column ${column} type ${type} using ${value};`]
  },
  compareByBytes: (table, column) =>
    `alter table ${table} alter column ${column} type text collate "C";`,
  createIndex: (index) => `${createIndex(index)};`,
  indexes: INDEXES,
}
