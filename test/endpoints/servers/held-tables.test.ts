// A table can be emptied, written anew or exchanged for another past every snapshot: one that was begun
// before would find it empty. So it is kept as it is from before the moment of an answer to its end.
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'
import { holding } from '../../../src/database/postgres/hold.ts'
import { databaseReader } from '../../../src/database/reader.ts'
import { Replaced } from '../../../src/database/replaced.ts'
import type { TableName } from '../../../src/database/schema/schema.ts'
import type { Snapshot } from '../../../src/database/snapshot.ts'
import { answersOf } from '../../support/answers-of.ts'
import { newAccount, run } from '../../support/check.ts'
import { temporaryDatabase } from '../../support/database.ts'
import { runningService } from '../../support/listening.ts'
import { itOn } from '../../support/only-on.ts'
import { complianceScan, posture } from '../../support/rows.ts'

const HELD: readonly TableName[] = ['malware_detections', 'posture_scores']
/** PostgreSQL looks names up anew when it locks a table that it has not locked yet. */
const NOT_HELD: TableName = 'malware_scans'

const HISTORY = '/api/compliance-scans.php?action=history'

/** Whoever has to wait for a lock is told so at once, or as soon as the server can. */
const NO_PATIENCE = {
  postgres: `set lock_timeout = '1ms'`,
  mariadb: 'set session lock_wait_timeout = 1',
  sqlite: '',
}

async function held() {
  const { url, db, insert } = await temporaryDatabase()
  const reader = databaseReader(engineAt(url))
  onTestFinished(() => reader.close())
  const producer = (text: string) => db.executeQuery(CompiledQuery.raw(text))
  await producer(NO_PATIENCE[inject('engine')])
  const read = <Result>(work: (snapshot: Snapshot) => Promise<Result>) =>
    reader.read(work, { tables: HELD })
  return { url, read, producer, insert }
}

const rows = async ({ db }: Snapshot) => {
  const { count } = await db
    .selectFrom('posture_scores')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

it.each(HELD)('%s is not emptied between the begin of an answer and its end', async (table) => {
  const { read, producer } = await held()
  await read(() => expect(producer(`truncate table ${table}`)).rejects.toThrow(/lock/i))
  await producer(`truncate table ${table}`)
})

it('another table does not take the place of one that is held', async () => {
  const { read, producer } = await held()
  await read(() =>
    expect(producer('alter table posture_scores rename to gone')).rejects.toThrow(/lock/i),
  )
})

itOn('postgres')('an answer of tables of two schemas is not given', async () => {
  const { read, producer, insert } = await held()
  await producer('create schema other')
  for (const table of [...HELD, NOT_HELD])
    await producer(`create table other.${table} (like ${table})`)
  await insert('posture_scores', posture())
  const exchange = () =>
    producer('alter schema public rename to gone; alter schema other rename to public')
  const answer = read(async (snapshot) => {
    expect(await rows(snapshot)).toBe(1)
    await exchange()
    await snapshot.db.selectFrom(NOT_HELD).select('scan_id').execute()
    expect(await rows(snapshot)).toBe(0)
  })
  await expect(answer).rejects.toThrow(Replaced)
  expect(await read(rows)).toBe(0)
})

itOn('postgres')('tables that others took the names of between two answers are read', async () => {
  const { url, producer, insert } = await held()
  const { answer, close } = answersOf(url)
  onTestFinished(close)
  const score = async () =>
    JSON.parse(Buffer.from(await answer({ ask: 'posture', days: 30 })).toString()).current
      .compliance
  await insert('posture_scores', posture({ compliance: 40 }))
  await producer('create schema other')
  for (const table of HELD) await producer(`create table other.${table} as table ${table}`)
  await producer('update other.posture_scores set compliance = 70')
  expect(await score()).toBe(40)
  await producer('alter schema public rename to gone; alter schema other rename to public')
  expect(await score()).toBe(70)
  await producer('alter schema public rename to other; alter schema gone rename to public')
  expect(await score()).toBe(40)
})

itOn('postgres')(
  'a table that comes into an earlier schema of the path is read at once',
  async () => {
    const { url, producer, insert } = await held()
    const { answer, close } = answersOf(url)
    onTestFinished(close)
    const score = async () =>
      JSON.parse(Buffer.from(await answer({ ask: 'posture', days: 30 })).toString()).current
        .compliance
    const { username } = new URL(url)
    // By the default of the server the schema of this name comes first.
    await producer(`create schema ${username}`)
    await insert('posture_scores', posture({ compliance: 40 }))
    // PostgreSQL makes a plan for any value after five executions.
    for (let i = 0; i < 7; i++) expect(await score()).toBe(40)
    await producer(`
    create table ${username}.posture_scores as table posture_scores;
    update ${username}.posture_scores set compliance = 70`)
    expect(await score()).toBe(70)
    await producer(`drop table ${username}.posture_scores`)
    expect(await score()).toBe(40)
  },
)

itOn('postgres')('a table that could not be locked is held once it can be', async () => {
  const database = await temporaryDatabase()
  const { account, url } = await newAccount(database)
  await run(database, `grant select (posture_id) on posture_scores to ${account}`)
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  let now = 0
  const { hold, end } = holding(client, () => now)
  const isHeld = async () => {
    await client.query('begin')
    await hold(['posture_scores'])
    const { rows } = await client.query(`
      select from pg_locks where pid = pg_backend_pid() and relation = 'posture_scores'::regclass`)
    await end()
    return rows.length > 0
  }
  expect(await isHeld()).toBe(false)
  await run(database, `grant select on posture_scores to ${account}`)
  now += 9_999
  expect(await isHeld()).toBe(false)
  now += 1
  expect(await isHeld()).toBe(true)
})

itOn('postgres')('nor one of tables that were exchanged before, and back within it', async () => {
  const { read, producer, insert } = await held()
  await producer('create schema other')
  for (const table of HELD) await producer(`create table other.${table} (like ${table})`)
  await insert('posture_scores', posture())
  await producer('alter schema public rename to gone; alter schema other rename to public')
  const answer = read(async (snapshot) => {
    expect(await rows(snapshot)).toBe(0)
    await producer('alter schema public rename to other; alter schema gone rename to public')
    await snapshot.db.selectFrom(NOT_HELD).select('scan_id').execute()
    expect(await rows(snapshot)).toBe(1)
  })
  await expect(answer).rejects.toThrow(Replaced)
})

itOn('postgres')('a long history of a table that was made anew before it is whole', async () => {
  const { url, producer, insert } = await held()
  const scan_date = `${new Date().toISOString().slice(0, 10)} 00:00:00`
  await insert(
    'compliance_scans',
    ...Array.from({ length: 5_001 }, () => complianceScan({ scan_date })),
  )
  const { port } = await runningService({ database: url, readers: '1', memory: '0' })
  const scans = async () => {
    const headers = { 'X-Auth-User-ID': 't' }
    const answer = await fetch(`http://127.0.0.1:${port}${HISTORY}`, { headers })
    return ((await answer.json()) as { all_history: unknown[] }).all_history.length
  }
  for (let turn = 0; turn < 4; turn++) expect(await scans()).toBe(5_001)
  await producer(`
    alter table compliance_scans rename to stored;
    create table compliance_scans as table stored`)
  for (let turn = 0; turn < 4; turn++) expect(await scans()).toBe(5_001)
})

itOn('mariadb')(
  'the moment of an answer is that of its first query, when all is held',
  async () => {
    const { read, insert } = await held()
    await read(async (snapshot) => {
      await insert('posture_scores', posture())
      expect(await rows(snapshot)).toBe(1)
      await insert('posture_scores', posture())
      expect(await rows(snapshot)).toBe(1)
    })
    expect(await read(rows)).toBe(2)
  },
)

itOn('postgres')('the moment of an answer is that at which all is held', async () => {
  const { read, producer, insert } = await held()
  // Also of a connection that has answered before.
  for (let turn = 0; turn < 2; turn++) {
    await producer('begin')
    await producer('lock table posture_scores in access exclusive mode')
    const answer = read(async (snapshot) => {
      await insert('posture_scores', posture())
      return rows(snapshot)
    })
    await setTimeout(100)
    await insert('posture_scores', posture())
    await producer('commit')
    expect(await answer).toBe(2 * turn + 1)
  }
})

itOn('postgres')(
  'what cannot be locked is read all the same, and the others are held',
  async () => {
    const { read, producer, insert } = await held()
    await insert('posture_scores', posture())
    await producer('alter table posture_scores rename to stored')
    await producer('create materialized view posture_scores as select * from stored')
    for (let turn = 0; turn < 2; turn++) {
      await read(async (snapshot) => {
        await expect(producer('truncate table malware_detections')).rejects.toThrow(/lock/i)
        expect(await rows(snapshot)).toBe(1)
      })
    }
  },
)

it('a table that is not there is told as a query would tell it', async () => {
  const { read, producer } = await held()
  await producer('alter table posture_scores rename to gone')
  const text = expect.stringMatching(/posture_scores.* (does not|doesn't) exist/)
  await expect(read(rows)).rejects.toMatchObject({ kind: 'query', text })
})
