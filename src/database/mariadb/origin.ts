// Which server an answer was read from, where its watch tells of every change to what was read.
import type { Session } from '../engine.ts'
import type { TableName } from '../schema/schema.ts'
import { tellsOfChanges } from './binary-log.ts'
import type { MariadbConnection } from './connection.ts'
import { ASK_STARTED, by, serverSince } from './watch-line.ts'

type Asked = Pick<MariadbConnection, 'isMariadb' | 'run'>

export function originOf(connection: Asked): Session['origin'] {
  let beginning: Promise<Beginning | null> | undefined
  return async (tables) => {
    beginning ??= beginningOf(connection)
    const known = await beginning
    if (known === null || tables.length === 0) return null
    for (const table of tables) if (!(await isPlain(connection, table))) return null
    const [row] = await connection.run(`select ${serverSince(`'${known.started}'`)} as origin`)
    return by(String(row?.['origin']), known.rights)
  }
}

/** What is asked once for a session. */
interface Beginning {
  readonly started: number
  /** What the server has read of them, which it goes by until the session ends. */
  readonly rights: unknown
}

/** null where nothing tells of every change. */
async function beginningOf(connection: Asked): Promise<Beginning | null> {
  if (!(await tellsOfChanges(connection))) return null
  const [row] = await connection.run(ASK_STARTED)
  return { started: Number(row?.['started']), rights: await connection.run('show grants') }
}

const ENGINE = '\n) ENGINE='

/**
 * A view, a column that is computed when it is read, or a table that keeps its past may show something
 * else as time passes. Other engines commit by themselves. The tables of a question are held: nobody alters
 * them meanwhile, and nothing is waited for.
 */
async function isPlain({ run }: Asked, table: TableName): Promise<boolean> {
  try {
    const [row] = await run(`show create table ${table}`)
    const text = String(row?.['Create Table'])
    // Behind the columns, of which one may have any name.
    const ending = text.slice(text.lastIndexOf(ENGINE))
    return ending.startsWith(`${ENGINE}InnoDB `) && !/\bVIRTUAL\b|\bSYSTEM VERSIONING\b/.test(text)
  } catch {
    // Of a view it may take a right that a reader need not have. Whatever else it is, the next statement
    // of the answer tells.
    return false
  }
}
