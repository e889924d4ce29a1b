// Whether a server can tell of every change: see docs/freshness.md.
import type { MariadbConnection } from './connection.ts'

/** What must be so, where a server knows of it. Only `wsrep_on` may be set while it runs. */
const NEEDED: Readonly<Record<string, string>> = {
  log_bin: 'ON',
  // Otherwise the position moves before the last of several transactions can be seen.
  binlog_optimize_thread_scheduling: 'ON',
  // MariaDB 12.3 can keep the log within the tables' own engine.
  binlog_storage_engine: '',
  // A node of a Galera cluster applies what others have written.
  wsrep_on: 'OFF',
}

export async function tellsOfChanges({
  isMariadb,
  run,
}: Pick<MariadbConnection, 'isMariadb' | 'run'>): Promise<boolean> {
  if (!isMariadb) return false
  const names = Object.keys(NEEDED).map((it) => `'${it}'`)
  const rows = await run(`show global variables where variable_name in (${names})`)
  const isLogged = rows.some((row) => row['Variable_name'] === 'log_bin')
  return isLogged && rows.every((row) => row['Value'] === NEEDED[String(row['Variable_name'])])
}
