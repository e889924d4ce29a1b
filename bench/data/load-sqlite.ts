import { DatabaseSync } from 'node:sqlite'
import type { TableRows } from './tables.ts'

/** One transaction, without the cost of surviving a crash: what fails is made again. */
export async function loadSqlite(path: string, tables: readonly TableRows[]): Promise<void> {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  try {
    database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -65536')
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
