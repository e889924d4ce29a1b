// Creates or updates the tables, and says what it did.
import { Migrator } from 'kysely/migration'
import type { Engine } from './engine.ts'

/** The names of the migrations that were applied now, in order; none when all were there. */
export async function migrate(engine: Engine): Promise<string[]> {
  const db = await engine.openForWriting()
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => ({ ...(await engine.migrations(db)) }) },
      migrationTableName: 'secdash_migrations',
      migrationLockTableName: 'secdash_migrations_lock',
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    return results.map(({ migrationName }) => migrationName)
  } finally {
    await db.destroy()
  }
}
