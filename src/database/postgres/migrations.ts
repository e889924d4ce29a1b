import { FIRST_TURN, IMPORT_INDEXES, IMPORT_SCHEMA, IMPORT_TABLE_NAMES } from '../import-tables.ts'
import { INDEXES } from '../indexes.ts'
import { type Migrations, statements } from '../migrations.ts'
import { SCHEMA, TABLE_NAMES } from '../schema.ts'
import { createIndex, tableOf } from './columns.ts'

export const migrations: Migrations = {
  '0001 tables': statements(...TABLE_NAMES.map((table) => tableOf(table, SCHEMA[table]))),
  '0002 indexes': statements(...INDEXES.map(createIndex)),
  '0003 imports': statements(
    ...IMPORT_TABLE_NAMES.map((table) => tableOf(table, IMPORT_SCHEMA[table])),
    ...IMPORT_INDEXES.map(createIndex),
    FIRST_TURN,
  ),
}
