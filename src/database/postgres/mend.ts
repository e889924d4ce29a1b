// SQL that mends a PostgreSQL database.

import { addColumn, CREATE_ALL, type Mending } from '../inspection/inspection.ts'
import { WHOLE_SCHEMA } from '../schema/import-tables.ts'
import { INDEXES } from '../schema/indexes.ts'
import type { Kind } from '../schema/schema.ts'
import { columnOf, createIndex, tableOf } from './columns.ts'

/** `text collate "C"` of `text collate "C" not null check …`. */
const typeOf = (column: string, kind: Kind): string =>
  columnOf[kind](column).replace(/ (?:not null|default|check|generated|references)\b.*/, '')

/** In a text, PostgreSQL takes +01:00 for a zone west of Greenwich. */
const zoneIn = (zone: string): string => (/^[+-]/.test(zone) ? `interval '${zone}'` : `'${zone}'`)

export const mend: Mending = {
  createAll: CREATE_ALL,
  createTable: (table) => `${tableOf(table, WHOLE_SCHEMA[table])};`.split('\n'),
  addColumn: (table, column, kind) => addColumn(table, column, columnOf[kind](column)),
  changeType(table, column, kind, { base, fallback }, zone) {
    const type = typeOf(column, kind)
    const changed = (value: string) =>
      base === 'timestamptz'
        ? `${value} at time zone ${zoneIn(zone)}`
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
