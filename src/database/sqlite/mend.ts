// SQL that mends a SQLite database.

import type { Mending } from '../inspection/inspection.ts'
import { WHOLE_SCHEMA } from '../schema/import-tables.ts'
import type { Kind } from '../schema/schema.ts'
import { createIndex, tableOf } from './columns.ts'

const ANEW =
  'SQLite cannot change a column. Make a new file with `secdash migrate`, copy the rows into it, and put it in the place of the old one: see "Replacing it" in docs/database.md.'

const TYPES: Readonly<Partial<Record<Kind, string>>> = {
  id: 'integer',
  count: 'integer',
  malwareScan: 'integer',
  complianceScan: 'integer',
  score: 'real',
  optionalScore: 'real',
}

export const mend: Mending = {
  createAll: 'secdash migrate',
  createTable: (table) => `${tableOf(table, WHOLE_SCHEMA[table])};`.split('\n'),
  addColumn: (table, column, kind) =>
    `alter table ${table} add column ${column} ${TYPES[kind] ?? 'text'};`,
  changeType: () => [ANEW],
  compareByBytes: () => ANEW,
  createIndex: (index) => `${createIndex(index)};`,
}
