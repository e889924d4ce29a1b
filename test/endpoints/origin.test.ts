// Where answers may be remembered at all: read from tables, over a connection that can be watched.
import { CompiledQuery } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { temporaryDatabase } from '../support/database.ts'
import { describeOn, itOn } from '../support/only-on.ts'
import { isMysql } from '../support/servers/mariadb.ts'

async function originOf(url: string): Promise<string | null> {
  const session = await engineAt(url).openSession()
  onTestFinished(() => session.close())
  return await session.origin(TABLE_NAMES)
}

const IS_WATCHED = inject('engine') !== 'mariadb' || !isMysql

it('tables have an origin, the same for every session, and a watch names it', async () => {
  const { url } = await temporaryDatabase()
  const origin = await originOf(url)
  if (!IS_WATCHED) return expect(origin).toBeNull()
  expect(origin).toEqual(expect.any(String))
  expect(await originOf(url)).toBe(origin)
  // MariaDB waits for a rest that there is none of while other tests write.
  if (inject('engine') === 'mariadb') return
  const watch = await engineAt(url).openWatch?.(origin as string)
  onTestFinished(() => watch?.close())
  expect((await watch?.read())?.origin).toBe(origin)
})

itOn('postgres')('the processes of a server have tokens of their own', async () => {
  const { url } = await temporaryDatabase()
  const tokens = []
  for (let i = 0; i < 2; i++) {
    const watch = await engineAt(url).openWatch?.('')
    onTestFinished(() => watch?.close())
    tokens.push(await watch?.read())
  }
  const [one, other] = tokens
  expect(other?.origin).toBe(one?.origin)
  expect(other?.version).not.toBe(one?.version)
})

it('a view has none: what it shows may depend on more than the data', async () => {
  const { url, db } = await temporaryDatabase()
  await db.schema.alterTable('posture_scores').renameTo('scores').execute()
  await db.executeQuery(CompiledQuery.raw('create view posture_scores as select * from scores'))
  expect(await originOf(url)).toBeNull()
})

/** Beside the table as it was, so that only its partitions have rows. */
const PARTITIONED = [
  'alter table posture_scores rename to plain',
  'create table posture_scores (like plain) partition by range (recorded_at)',
]
const ELSEWHERE = [
  'create foreign data wrapper nowhere',
  'create server elsewhere foreign data wrapper nowhere',
]

describeOn('postgres')('a table', () => {
  it.each([
    ['with a policy', ['alter table posture_scores enable row level security'], null],
    ['that others inherit from', ['create table more () inherits (posture_scores)'], null],
    [
      'with a partition on another server',
      [
        ...PARTITIONED,
        ...ELSEWHERE,
        'create foreign table rest partition of posture_scores default server elsewhere',
      ],
      null,
    ],
    [
      'whose partitions are tables',
      [...PARTITIONED, 'create table rest partition of posture_scores default'],
      expect.any(String),
    ],
  ])('%s has the origin that it can have', async (_what, statements, origin) => {
    const { url, db } = await temporaryDatabase()
    for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement))
    expect(await originOf(url)).toEqual(origin)
  })
})

it('a session notices where a view takes the place of a table, and the other way round', async () => {
  const { url, db } = await temporaryDatabase()
  const session = await engineAt(url).openSession()
  onTestFinished(() => session.close())
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  const origin = await session.origin(TABLE_NAMES)
  expect(await session.origin(TABLE_NAMES)).toBe(origin)
  await run('alter table posture_scores rename to scores')
  await run('create view posture_scores as select * from scores')
  expect(await session.origin(TABLE_NAMES)).toBeNull()
  await run('drop view posture_scores')
  await run('alter table scores rename to posture_scores')
  expect(await session.origin(TABLE_NAMES)).toBe(origin)
})

itOn('sqlite', 'postgres')(
  'a token is another one after a commit, and the same without',
  async () => {
    const { url, db } = await temporaryDatabase()
    const origin = await originOf(url)
    const watch = await engineAt(url).openWatch?.(origin as string)
    onTestFinished(() => watch?.close())
    const first = await watch?.read()
    // On a server others may write: then it is another one, too, and never wrong.
    if (inject('engine') === 'sqlite') expect(await watch?.read()).toEqual(first)
    await db.executeQuery(CompiledQuery.raw('delete from posture_scores where posture_id = 0'))
    await db
      .insertInto('malware_scans')
      .values({
        scan_type: 'clamav',
        scan_date: '2026-01-01 00:00:00',
        status: 'clean',
        files_scanned: 1,
        infections_found: 0,
        scan_duration_seconds: 1,
        summary: null,
      })
      .execute()
    expect((await watch?.read())?.version).not.toBe(first?.version)
  },
)

it('several hosts have none: each session may read another', async () => {
  if (inject('engine') === 'sqlite') return
  const { url } = await temporaryDatabase()
  const { host } = new URL(url)
  const several = url.replace(host, `${host},${host}`)
  expect(engineAt(several).openWatch).toBeNull()
  expect(await originOf(several)).toBeNull()
})
