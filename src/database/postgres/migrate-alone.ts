// Migrations in one transaction, together with the tables in which they are noted.
import { type Kysely, sql } from 'kysely'
import type { Client } from 'pg'
import type { Tables } from '../schema/tables.ts'

/** That of Kysely's own lock, which it takes only after it has made its tables. */
const LOCK_ID = '3853314791062309107'

/** Until the transaction ends, however it does. */
export async function migrateAlone(all: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(all)
}

const FAILED_BEFORE = '25P02'

/**
 * Kysely asks on after an error, and in a transaction gets to hear only that it has failed: then the
 * error is told once more that made it fail.
 */
export function tellCauses(client: Client): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let cause: unknown
  const query = async (...args: unknown[]) => {
    try {
      return await ask(...args)
    } catch (error) {
      if ((error as { code?: string }).code !== FAILED_BEFORE) cause = error
      throw cause ?? error
    }
  }
  Object.assign(client, { query })
}
