import { createPartialIndex, INDEXES } from '../indexes.ts'
import { type Migrations, statements } from '../migrations.ts'
import { createTable, TABLE_NAMES } from '../schema.ts'
import { columnOf } from './columns.ts'

export const migrations: Migrations = {
  '0001 tables': statements(...TABLE_NAMES.map((table) => createTable(table, columnOf, ''))),
  '0002 indexes': statements(
    ...INDEXES.map(createPartialIndex((column) => `(cast(${column} as date))`)),
  ),
}
