// SQL that mends a SQLite database.

import { addColumn, type Mending } from '../inspection/inspection.ts'
import { WHOLE_SCHEMA } from '../schema/import-tables.ts'
import { INDEXES, SQLITE_INDEXES } from '../schema/indexes.ts'
import { columnOf, createIndex, tableOf } from './columns.ts'

const ANEW =
  'SQLite cannot change a column. Make a new file with `secdash migrate`, copy the rows into it, and put it in the place of the old one: see "Replacing it" in docs/database.md.'

export const mend: Mending = {
  createAll: 'secdash migrate',
  createTable: (table) => `${tableOf(table, WHOLE_SCHEMA[table])};`.split('\n'),
  addColumn: (table, column, kind) => addColumn(table, column, columnOf[kind](column)),
  changeType: () => [ANEW],
  compareByBytes: () => ANEW,
  canIndex: () => true,
  createIndex: (index) => `${createIndex(index)};`,
  indexes: [...INDEXES, ...SQLITE_INDEXES],
}
