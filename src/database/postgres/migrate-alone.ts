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
 * After an error Kysely sends further statements, which fail with 25P02 (the transaction has failed) and
 * hide the cause. In their place the first error is thrown again.
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
