// The binary log has the order in which transactions can be seen, so where it ends names every state of
// the data. The redo log tells of what is not in it. Why that is enough stands in docs/freshness.md.
import { createHash } from 'node:crypto'
import type { ServerAddress } from '../../address.ts'
import { EARLY_MS, type Line, lineOf } from '../servers/line.ts'
import { type Clock, lifetime, limitsWithin } from '../servers/session.ts'
import { tellsOfChanges } from './binary-log.ts'
import { connectMariadb } from './connection.ts'

const valueNamed = (name: string) => `max(if(variable_name = '${name}', variable_value, null))`

const statusOf = (names: readonly string[]) =>
  `information_schema.session_status where variable_name in (${names.map((it) => `'${it}'`)})`

/** UPTIME and unix_timestamp() are of the same second: their difference is another one after a restart only. */
const STARTED = `cast(unix_timestamp() - ${valueNamed('UPTIME')} as signed)`

/** Ten times as long as to ask for what else names a server. */
export const ASK_STARTED = `select ${STARTED} as started from ${statusOf(['UPTIME'])}`

/** Which server it is, since when it runs, and the database: a server may lead new sessions to another. */
export const serverSince = (started: string): string =>
  `concat_ws(' ', @@hostname, @@port, @@datadir, @@server_id, database(), 'since', ${started})`

const LOGS = ['BINLOG_SNAPSHOT_FILE', 'BINLOG_SNAPSHOT_POSITION', 'INNODB_LSN_CURRENT']

/**
 * What a replica applies is in its own binary log only where it writes that down. No row where the server
 * lacks one of the values.
 */
const TOKEN = `
  select ${serverSince(STARTED)} as origin, connection_id() as process,
    concat(${LOGS.map(valueNamed).join(`, ' ', `)}) as data
  from ${statusOf([...LOGS, 'UPTIME', 'SLAVES_RUNNING'])}
  having data is not null and (@@log_slave_updates or ${valueNamed('SLAVES_RUNNING')} = 0)`

/**
 * An answer that was read by other rights than those of the line is not kept: a session goes on by those
 * that it began with, whatever is taken away. They are kept in no table of InnoDB, either: a change of them
 * past the binary log moves nothing.
 */
export const by = (server: string, rights: unknown): string =>
  `${server} by ${createHash('sha256').update(JSON.stringify(rights)).digest('hex').slice(0, 16)}`

export async function openLine(address: ServerAddress, clock: Clock): Promise<Line> {
  const life = lifetime(clock, EARLY_MS)
  const [host] = address.hosts
  const connection = await connectMariadb(address, host, limitsWithin())
  const { isAlive, run, leave } = connection
  let beginning: { readonly tells: boolean; readonly rights: unknown } | undefined
  async function ask() {
    beginning ??= { tells: await tellsOfChanges(connection), rights: await run('show grants') }
    if (!beginning.tells) return undefined
    const [row] = await run(TOKEN)
    return row && { ...row, origin: by(String(row['origin']), beginning.rights) }
  }
  return lineOf({ life, isAlive, ask, destroy: leave })
}
