// pg_current_snapshot() names every transaction whose work is visible, and so every state of the
// data, on a primary. On a standby it does not.
import type { ServerAddress } from '../../address.ts'
import { EARLY_MS, type Line, lineOf } from '../servers/line.ts'
import { type Clock, lifetime, limitsWithin } from '../servers/session.ts'
import { connectPostgres } from './connection.ts'

/**
 * A server that was started again, or another one behind the same address, has another time. Along another
 * path a session may find other tables: it is set for an account, and counts for the sessions after that.
 */
export const SERVER = `pg_postmaster_start_time() || ' by ' || current_setting('search_path') || ' as ' || current_user`

/**
 * After a crash a server runs on with its time of start, and may give numbers of transactions again. Then
 * this connection is lost, or a pooler hands it on to another process. The path changes without a
 * transaction where the server reads its configuration anew.
 */
const TOKEN = `
  select ${SERVER} as origin, pg_backend_pid() as process,
    pg_current_snapshot()::text as data
  where not pg_is_in_recovery()`

export async function openLine(address: ServerAddress, clock: Clock): Promise<Line> {
  const life = lifetime(clock, EARLY_MS)
  const [host] = address.hosts
  const { client, isAlive, destroy } = await connectPostgres(address, host, limitsWithin())
  const ask = async () => (await client.query({ name: 'token', text: TOKEN })).rows[0]
  return lineOf({ life, isAlive, ask, destroy })
}
