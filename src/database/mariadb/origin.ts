// Which server an answer was read from, where its watch tells of every change to what was read.
import type { Session } from '../engine.ts'
import type { TableName } from '../schema/schema.ts'
import { nameOfServer, tellsOfChanges } from './binary-log.ts'
import type { MariadbConnection } from './connection.ts'

/** To be asked once for a session. */
export async function originOf(connection: MariadbConnection): Promise<Session['origin']> {
  if (!(await tellsOfChanges(connection))) return async () => null
  const nameNow = await nameOfServer(connection)

  /** Those that are read are held meanwhile: nobody alters them, and nothing is waited for. */
  async function isPlain(table: TableName): Promise<boolean> {
    try {
      const [row] = await connection.run(`show create table ${table}`)
      return isPlainTable(String(row?.['Create Table']))
    } catch {
      // Of a view it may take a right that a reader need not have.
      return false
    }
  }

  return async (tables) => {
    for (const table of tables) if (!(await isPlain(table))) return null
    return nameNow()
  }
}

/**
 * A view, a column that is computed when it is read, or a table that keeps its past may show something
 * else as time passes. Other engines commit by themselves.
 */
const isPlainTable = (text: string): boolean =>
  /\n\) ENGINE=InnoDB\b/.test(text) && !/\bVIRTUAL\b|\bSYSTEM VERSIONING\b/.test(text)
