import { FIRST_TURN, IMPORT_INDEXES, IMPORT_SCHEMA, IMPORT_TABLE_NAMES } from '../import-tables.ts'
import { createPartialIndex, INDEXES } from '../indexes.ts'
import { type Migrations, statements } from '../migrations.ts'
import { createTable, SCHEMA, TABLE_NAMES } from '../schema.ts'
import { columnOf } from './columns.ts'

const createIndex = createPartialIndex((column) => `substr(${column}, 1, 10)`)

export const migrations: Migrations = {
  '0001 tables': statements(
    ...TABLE_NAMES.map((table) => createTable(table, SCHEMA[table], columnOf, 'strict')),
  ),
  '0002 indexes': statements(...INDEXES.map(createIndex)),
  '0003 imports': statements(
    ...IMPORT_TABLE_NAMES.map((table) =>
      createTable(table, IMPORT_SCHEMA[table], columnOf, 'strict'),
    ),
    ...IMPORT_INDEXES.map(createIndex),
    FIRST_TURN,
  ),
}
