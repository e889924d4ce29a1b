// pg_current_snapshot() names every transaction whose work is visible, and so every state of the
// data, on a primary. On a standby it does not.
import type { ServerAddress } from '../../address.ts'
import { TABLE_NAMES } from '../schema/schema.ts'
import { limitsWithin } from '../servers/session.ts'
import type { Watch } from '../watch.ts'
import { connectPostgres } from './connection.ts'

/** A server that was started again, or another one behind the same address, has another time. */
const SERVER = 'pg_postmaster_start_time()::text'

/**
 * Read in the snapshot of an answer. Only tables, whole or in partitions: what views, foreign
 * tables and policies show may depend on more than the transactions of this server. It begins with
 * `select`, by which it is prepared.
 */
export const ORIGIN = `select case when not pg_is_in_recovery() and ${TABLE_NAMES.length} = (
    select count(*) from pg_class as relation
    where oid in (${TABLE_NAMES.map((it) => `to_regclass('${it}')`)}) and not relrowsecurity
      and (relkind = 'r' and not relhassubclass or relkind = 'p' and not exists (
        select from pg_partition_tree(relation.oid) as part
        join pg_class as piece on piece.oid = part.relid
        where piece.relkind not in ('r', 'p')
      ))
  ) then ${SERVER} end as origin`

/**
 * After a crash a server runs on with its time of start, and may give numbers of transactions again. Then
 * this connection is lost, or a pooler hands it on to another process. The path along which tables are
 * searched changes without a transaction where the server reads its configuration anew.
 */
const TOKEN = `
  select ${SERVER} as origin,
    pg_current_snapshot() || ' of ' || pg_backend_pid() || ' by ' || current_setting('search_path') as version
  where not pg_is_in_recovery()`

export async function openWatch(address: ServerAddress): Promise<Watch> {
  const [host] = address.hosts
  const { client, isAlive, destroy } = await connectPostgres(address, host, limitsWithin())
  return {
    async read() {
      const { rows } = await client.query({ name: 'token', text: TOKEN })
      // Lost while it was read, or before.
      if (!isAlive()) throw new Error('the connection to the database was lost')
      return rows[0] ?? null
    },
    close: destroy,
  }
}
