// One migrated database on every engine, for programs that compare them.
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { newSqliteDatabase } from '../databases/sqlite.ts'
import type { EngineName } from '../engines.ts'
import { BINARY_LOG, initMariadb, mariadbServer } from './mariadb.ts'
import { initPostgres, postgresFolder, postgresServer } from './postgres.ts'
import { runSql } from './sql.ts'

export interface RunningDatabase {
  readonly url: string
  destroy(): Promise<void>
}

const START: Readonly<Record<EngineName, () => Promise<RunningDatabase>>> = {
  async sqlite() {
    const { url, drop } = await newSqliteDatabase()
    return { url, destroy: drop }
  },
  async postgres() {
    const folder = postgresFolder()
    initPostgres(folder)
    const server = await postgresServer(folder)
    await server.start()
    return {
      url: await made(server.url('postgres'), server.url('secdash')),
      destroy: server.destroy,
    }
  },
  mariadb: () => startMariadb(BINARY_LOG),
}

/** With settings of its own. */
export async function startMariadb(settings: readonly string[]): Promise<RunningDatabase> {
  const server = await mariadbServer(initMariadb(), settings)
  await server.start()
  return { url: await made(server.url('mysql'), server.url('secdash')), destroy: server.destroy }
}

async function made(admin: string, url: string): Promise<string> {
  await runSql(admin, 'create database secdash')
  await migrate(engineAt(url))
  return url
}

/** A database with the tables, on a server of its own. */
export const startDatabase = (engine: EngineName): Promise<RunningDatabase> => START[engine]()
