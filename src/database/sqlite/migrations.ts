import { createPartialIndex, INDEXES } from '../indexes.ts'
import { type Migrations, statements } from '../migrations.ts'
import { createTable, TABLE_NAMES } from '../schema.ts'
import { columnOf } from './columns.ts'

export const migrations: Migrations = {
  '0001 tables': statements(...TABLE_NAMES.map((table) => createTable(table, columnOf, 'strict'))),
  '0002 indexes': statements(
    ...INDEXES.map(createPartialIndex((column) => `substr(${column}, 1, 10)`)),
  ),
}
