// What the service says about the demo data, at the moment that the examples of the documents are of.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { directAnswers } from '../src/answers/direct.ts'
import { engineAt } from '../src/database/connect.ts'
import { migrate } from '../src/database/schema/migrate.ts'
import { fillDemo } from '../src/demo/fill.ts'
import { buildApp } from '../src/http/app.ts'
import { networkPeers } from '../src/http/peers.ts'
import { configOf } from '../src/settings/config.ts'
import { newFolder } from '../test/support/folders.ts'

const MOMENT = Date.UTC(2026, 2, 2, 9, 30)

export interface DemoAnswers {
  /** The body that comes with that status; a 500 comes from a file without the tables. */
  get(url: string, status: number): Promise<unknown>
  close(): Promise<void>
}

export async function demoAnswers(): Promise<DemoAnswers> {
  const folder = newFolder('examples')
  const demo = serviceOf(await demoIn(folder))
  const broken = serviceOf(await withoutTablesIn(folder))
  return {
    async get(url, status) {
      const { statusCode, body } = await (status === 500 ? broken : demo).get(url)
      if (statusCode !== status) throw new Error(`${url} answers ${statusCode}, not ${status}`)
      return JSON.parse(body)
    },
    async close() {
      for (const it of [demo, broken]) await it.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function demoIn(folder: string): Promise<string> {
  const database = `sqlite:${join(folder, 'demo.db')}`
  await migrate(engineAt(database))
  await fillDemo(engineAt(database), MOMENT, 'UTC')
  return database
}

/** Not empty, which would be another error. */
async function withoutTablesIn(folder: string): Promise<string> {
  const database = `sqlite:${join(folder, 'other.db')}`
  const db = await engineAt(database).openForMigrating()
  await sql`create table other (id integer)`.execute(db)
  await db.destroy()
  return database
}

function serviceOf(database: string) {
  const config = configOf({ database }, {})
  const answers = directAnswers({ ...config, clock: () => MOMENT, onNotice: () => {} })
  const log = pino({ level: 'silent' })
  const app = buildApp({ ...config, answers, log, limits: config, peers: networkPeers([]) })
  return {
    get: (url: string) =>
      app.inject({ method: 'GET', url, headers: { 'x-auth-user-id': 'example' } }),
    async close() {
      await app.close()
      await answers.close()
    },
  }
}
