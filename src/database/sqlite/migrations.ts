import { SQLITE_INDEXES } from '../schema/indexes.ts'
import { migrationsByStatement } from '../schema/migrations.ts'
import { createIndex, tableOf } from './columns.ts'

export const migrations = migrationsByStatement({
  table: tableOf,
  index: createIndex,
  ownIndexes: SQLITE_INDEXES,
})
