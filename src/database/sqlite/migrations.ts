// The tables as SQLite keeps them. A migration that was released is never changed: add another.
import { CompiledQuery } from 'kysely'
import type { Migration } from 'kysely/migration'
import { detectionIndexes, findingIndexes, scanIndexes } from './indexes.ts'
import { complianceTables, malwareTables, postureTables } from './schema.ts'

const statements = (...texts: string[]): Migration => ({
  async up(db) {
    for (const text of texts) await db.executeQuery(CompiledQuery.raw(text))
  },
})

export const migrations: Readonly<Record<string, Migration>> = {
  '0001 tables': statements(...malwareTables, ...complianceTables, ...postureTables),
  '0002 indexes': statements(...scanIndexes, ...detectionIndexes, ...findingIndexes),
}
