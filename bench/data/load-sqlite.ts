import { DatabaseSync } from 'node:sqlite'
import type { TableRows } from './tables.ts'

/** One transaction, without the cost of surviving a crash: what fails is made again. */
export async function loadSqlite(path: string, tables: readonly TableRows[]): Promise<void> {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  try {
    // Checks of dates cost more than the rows; what is made here would pass them.
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536')
    database.exec('pragma ignore_check_constraints = on')
    database.exec('begin')
    for (const { table, columns, rows } of tables) {
      const places = columns.map(() => '?').join()
      const insert = database.prepare(`insert into ${table} (${columns.join()}) values (${places})`)
      for (const row of rows) insert.run(...row)
    }
    database.exec('commit')
  } finally {
    database.close()
  }
}
