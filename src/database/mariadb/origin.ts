// Which server an answer was read from, where its watch tells of every change to what was read.
import type { Session } from '../engine.ts'
import type { TableName } from '../schema/schema.ts'
import { tellsOfChanges } from './binary-log.ts'
import type { MariadbConnection } from './connection.ts'
import { ASK_STARTED, serverSince } from './watch-line.ts'

type Asked = Pick<MariadbConnection, 'isMariadb' | 'run'>

export function originOf(connection: Asked): Session['origin'] {
  /** What is asked once for a session: null where nothing tells of every change. */
  let started: Promise<string | null> | undefined
  return async (tables) => {
    started ??= startOf(connection)
    const since = await started
    if (since === null || tables.length === 0) return null
    for (const table of tables) if (!(await isPlain(connection, table))) return null
    const [row] = await connection.run(`select ${serverSince(`'${since}'`)} as origin`)
    return String(row?.['origin'])
  }
}

async function startOf(connection: Asked): Promise<string | null> {
  if (!(await tellsOfChanges(connection))) return null
  const [row] = await connection.run(ASK_STARTED)
  return String(Number(row?.['started']))
}

/**
 * A view, a column that is computed when it is read, or a table that keeps its past may show something
 * else as time passes. Other engines commit by themselves. The tables of a question are held: nobody alters
 * them meanwhile, and nothing is waited for.
 */
async function isPlain({ run }: Asked, table: TableName): Promise<boolean> {
  try {
    const [row] = await run(`show create table ${table}`)
    const text = String(row?.['Create Table'])
    return /\n\) ENGINE=InnoDB\b/.test(text) && !/\bVIRTUAL\b|\bSYSTEM VERSIONING\b/.test(text)
  } catch {
    // Of a view it may take a right that a reader need not have. Whatever else it is, the next statement
    // of the answer tells.
    return false
  }
}
