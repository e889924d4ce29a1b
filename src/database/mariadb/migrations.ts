import { FIRST_TURN, IMPORT_INDEXES, IMPORT_SCHEMA, IMPORT_TABLE_NAMES } from '../import-tables.ts'
import { createPlainIndex, INDEXES } from '../indexes.ts'
import { type Migrations, statements } from '../migrations.ts'
import { createTable, SCHEMA, TABLE_NAMES } from '../schema.ts'
import { columnOf } from './columns.ts'

/** A binary collation that does not pad with spaces; its name differs. */
export const COLLATIONS = { mariadb: 'utf8mb4_nopad_bin', mysql: 'utf8mb4_0900_bin' } as const

export const migrationsFor = (collation: string): Migrations => {
  const suffix = `engine = InnoDB default charset = utf8mb4 collate = ${collation}`
  return {
    '0001 tables': statements(
      ...TABLE_NAMES.map((table) => createTable(table, SCHEMA[table], columnOf, suffix)),
    ),
    '0002 indexes': statements(...INDEXES.map(createPlainIndex)),
    '0003 imports': statements(
      ...IMPORT_TABLE_NAMES.map((table) =>
        createTable(table, IMPORT_SCHEMA[table], columnOf, suffix),
      ),
      ...IMPORT_INDEXES.map(createPlainIndex),
      FIRST_TURN,
    ),
  }
}
