import { createPlainIndex, INDEXES } from '../indexes.ts'
import { type Migrations, statements } from '../migrations.ts'
import { createTable, TABLE_NAMES } from '../schema.ts'
import { columnOf } from './columns.ts'

/** A binary collation that does not pad with spaces; its name differs. */
export const COLLATIONS = { mariadb: 'utf8mb4_nopad_bin', mysql: 'utf8mb4_0900_bin' } as const

export const migrationsFor = (collation: string): Migrations => {
  const suffix = `engine = InnoDB default charset = utf8mb4 collate = ${collation}`
  return {
    '0001 tables': statements(...TABLE_NAMES.map((table) => createTable(table, columnOf, suffix))),
    '0002 indexes': statements(...INDEXES.map(createPlainIndex)),
  }
}
