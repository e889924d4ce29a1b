// How far a MariaDB server has come, by its own account: where its binary log ends, and its redo log. Why
// that names every state of the data stands in docs/freshness.md.
import type { MariadbConnection } from './connection.ts'

const POSITIONS = ['BINLOG_SNAPSHOT_FILE', 'BINLOG_SNAPSHOT_POSITION', 'INNODB_LSN_CURRENT']

const valueNamed = (name: string) => `max(if(variable_name = '${name}', variable_value, null))`

const rowsNamed = (names: readonly string[]) =>
  `information_schema.session_status where variable_name in (${names.map((it) => `'${it}'`)})`

const SERVER = `concat_ws(' ', @@hostname, @@port, @@datadir, @@server_id)`
/** Another one when it was started again. Both count to the second in which the statement began. */
const START = `cast(unix_timestamp() - ${valueNamed('UPTIME')} as signed)`

/**
 * A replica may apply what it does not write to its own binary log: one that has applied nothing yet has no
 * position in that of its primary.
 */
export const LOOK = `
  select concat(${SERVER}, ' since ', ${START}) as origin, connection_id() as process,
    concat_ws(' ', ${POSITIONS.map(valueNamed)}) as data
  from ${rowsNamed([...POSITIONS, 'UPTIME'])}
  having count(*) = ${POSITIONS.length + 1} and (@@log_slave_updates or @@gtid_slave_pos = '')`

/** The origin of a look, in two parts: to ask for the start each time would take ten times as long. */
const ASK_SERVER = `select ${SERVER} as server`
const ASK_START = `select ${START} as start from ${rowsNamed(['UPTIME'])}`

export async function nameOfServer({
  run,
}: Pick<MariadbConnection, 'run'>): Promise<() => Promise<string>> {
  const [started] = await run(ASK_START)
  return async () => {
    const [row] = await run(ASK_SERVER)
    return `${row?.['server']} since ${started?.['start']}`
  }
}

/** What must be so, where a server knows of it. None of it changes while the server runs. */
const NEEDED: Readonly<Record<string, string>> = {
  log_bin: 'ON',
  // Otherwise the position moves before the last of several transactions can be seen.
  binlog_optimize_thread_scheduling: 'ON',
  // MariaDB 12.3 can keep the log within the tables' own engine.
  binlog_storage_engine: '',
  // A node of a Galera cluster applies what others have written.
  wsrep_on: 'OFF',
}

/** Whether all that is committed there moves what `LOOK` shows. */
export async function tellsOfChanges({
  isMariadb,
  run,
}: Pick<MariadbConnection, 'isMariadb' | 'run'>): Promise<boolean> {
  if (!isMariadb) return false
  const names = Object.keys(NEEDED).map((it) => `'${it}'`)
  const rows = await run(`show global variables where variable_name in (${names})`)
  const isOn = rows.some((row) => row['Variable_name'] === 'log_bin')
  return isOn && rows.every((row) => row['Value'] === NEEDED[String(row['Variable_name'])])
}
