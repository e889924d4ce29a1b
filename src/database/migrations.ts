import { CompiledQuery } from 'kysely'
import type { Migration } from 'kysely/migration'

export type Migrations = Readonly<Record<string, Migration>>

/** A migration that runs these statements, one after the other. */
export const statements = (...texts: readonly string[]): Migration => ({
  async up(db) {
    for (const text of texts) await db.executeQuery(CompiledQuery.raw(text))
  },
})
