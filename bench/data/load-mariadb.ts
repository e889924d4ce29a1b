import { Readable } from 'node:stream'
import { createConnection } from 'mysql2/promise'
import { tabSeparated } from './tab-separated.ts'
import type { TableRows } from './tables.ts'

/** LOAD DATA from a stream of this process. The rows are known to be consistent. */
export async function loadMariadb(url: string, tables: readonly TableRows[]): Promise<void> {
  const connection = await createConnection({ uri: url, flags: ['+LOCAL_FILES'] })
  try {
    await connection.query('set global local_infile = on')
    const needless = [
      'foreign_key_checks',
      'unique_checks',
      'check_constraint_checks',
      'sql_log_bin',
    ]
    for (const setting of needless) await connection.query(`set session ${setting} = 0`)
    for (const { table, columns, rows } of tables) {
      await connection.query({
        sql: `load data local infile 'rows' into table ${table} character set utf8mb4 (${columns.join()})`,
        infileStreamFactory: () => Readable.from(tabSeparated(rows)),
      })
    }
  } finally {
    await connection.end()
  }
}
