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
  changeType(table, column, kind, { base, fallback }, zone) {
    const type = typeOf(kind)
    const changed = (value: string) =>
      base === 'timestamptz'
        ? `${value} at time zone '${zone}'`
        : `cast(${value} as ${type.split(' collate')[0]})`
    const alter = `alter column ${column}`
    const change = `${alter} type ${type} using ${changed(column)}`
    if (fallback === null) return [`alter table ${table} ${change};`]
    // By itself it changes few defaults.
    return [
      `alter table ${table} ${alter} drop default, ${change}, ${alter} set default ${changed(fallback)};`,
    ]
  },
  compareByBytes: (table, column) =>
    `alter table ${table} alter column ${column} type text collate "C";`,
  // The day of anything else depends on settings of the session.
  canIndex: ({ base }, _kind, byDay) => !byDay || base === 'timestamp' || base === 'date',
  createIndex: (index) => `${createIndex(index)};`,
  indexes: INDEXES,
}
