import { CompiledQuery } from 'kysely'
import type { Migration } from 'kysely/migration'

export type Migrations = Readonly<Record<string, Migration>>

/** A migration that runs these statements, on an engine that undoes all when one of them fails. */
export const statements = (...texts: readonly string[]): Migration => ({
  async up(db) {
    for (const text of texts) await db.executeQuery(CompiledQuery.raw(text))
  },
})
