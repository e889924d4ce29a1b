// What a MariaDB server with a binary log tells of changes: each is another token, and where that cannot
// be so nothing is remembered.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import type { TableName } from '../../src/database/schema/schema.ts'
import { enginesToTest } from '../support/engines.ts'
import { BINARY_LOG, initMariadb, isMysql, mariadbServer } from '../support/servers/mariadb.ts'
import type { DatabaseServer } from '../support/servers/server.ts'
import { runSql } from '../support/servers/sql.ts'

const isAvailable = enginesToTest().includes('mariadb') && !isMysql

async function started(...settings: readonly string[]): Promise<DatabaseServer> {
  const server = await mariadbServer(initMariadb(), settings)
  await server.start()
  return server
}

async function originOf(url: string, ...tables: readonly TableName[]): Promise<string | null> {
  const session = await engineAt(url).openSession()
  onTestFinished(() => session.close())
  return session.origin(tables)
}

async function watchOf(url: string) {
  const watch = await engineAt(url).openWatch?.('')
  if (watch === undefined) throw new Error(`nothing watches ${url}`)
  onTestFinished(watch.close)
  return watch
}

const ROW = `insert into posture_scores (recorded_at, compliance, redteam, incident, monitoring)
  values ('2026-03-01 12:00:00', 1, 2, 3, 4)`

describe.runIf(isAvailable)('a MariaDB server with a binary log', () => {
  let server: DatabaseServer
  let databases = 0

  beforeAll(async () => {
    server = await started(...BINARY_LOG)
  }, 120_000)
  afterAll(() => server.destroy())

  async function newDatabase(): Promise<string> {
    const name = `log_${++databases}`
    await runSql(server.url('mysql'), `create database ${name}`)
    const url = server.url(name)
    await migrate(engineAt(url))
    return url
  }

  it.each([
    ['a row', [ROW]],
    ['a transaction of several', ['start transaction', ROW, ROW, 'commit']],
    [
      'what a prepared transaction did',
      [`xa start 'x'`, ROW, `xa end 'x'`, `xa prepare 'x'`, `xa commit 'x'`],
    ],
    ['a row that is not in the log', ['set sql_log_bin = 0', ROW]],
    ['a table that is emptied past the log', ['set sql_log_bin = 0', 'truncate posture_scores']],
    ['a table that is emptied', ['truncate posture_scores']],
    ['a column', ['alter table posture_scores add note text']],
    [
      'another table of that name',
      [
        'create table next_scores like posture_scores',
        'rename table posture_scores to last_scores, next_scores to posture_scores',
      ],
    ],
    [
      'a view',
      [
        'rename table posture_scores to scores',
        'create view posture_scores as select * from scores',
      ],
    ],
    ['a right that is taken away', ['create or replace user gone', 'drop user gone']],
    ['a log that begins anew', [ROW, 'reset master', ROW]],
  ])('has another token after %s', async (_what, statements) => {
    const url = await newDatabase()
    await runSql(url, ROW)
    const watch = await watchOf(url)
    const tokens = new Set<string | undefined>()
    for (let i = 0; i < 3; i++) tokens.add((await watch.read())?.version)
    await runSql(url, ...statements)
    const after = await watch.read()
    expect(after?.version).toEqual(expect.any(String))
    expect(tokens).not.toContain(after?.version)
  })

  it('has the same one while nothing is written', async () => {
    const watch = await watchOf(await newDatabase())
    // It tidies up for a while after each change.
    await expect
      .poll(async () => {
        const [one, other] = [await watch.read(), await watch.read()]
        return one !== null && one.version === other?.version
      })
      .toBe(true)
  })

  it('never has one again that was there before its log began anew', async () => {
    const url = await newDatabase()
    const watch = await watchOf(url)
    const versions: (string | undefined)[] = []
    for (let i = 0; i < 5; i++) {
      await runSql(url, 'reset master', ROW)
      versions.push((await watch.read())?.version)
    }
    expect(new Set(versions).size).toBe(5)
  })

  it('tells as much to an account that may read these tables only', async () => {
    const url = await newDatabase()
    const name = new URL(url).pathname.slice(1)
    await runSql(url, `create or replace user reader`, `grant select on ${name}.* to reader`)
    const byReader = server.url(name, 'reader')
    const origin = await originOf(url, 'posture_scores')
    expect(origin).toEqual(expect.any(String))
    expect(await originOf(byReader, 'posture_scores')).toBe(origin)
    const watch = await watchOf(byReader)
    expect(await watch.read()).toEqual({ origin, version: expect.any(String) })
    await runSql(
      url,
      'rename table posture_scores to scores',
      'create view posture_scores as select * from scores',
    )
    expect(await originOf(byReader, 'posture_scores')).toBeNull()
    expect(await originOf(byReader, 'malware_scans')).toBe(origin)
  })

  it.each([
    ['of another engine', 'alter table posture_scores engine = Aria'],
    ['that keeps its past', 'alter table posture_scores add system versioning'],
    [
      'with a column that is computed when it is read',
      'alter table posture_scores add is_late bool as (recorded_at < now()) virtual',
    ],
  ])('has no origin for a table %s', async (_what, statement) => {
    const url = await newDatabase()
    await runSql(url, statement)
    expect(await originOf(url, 'posture_scores')).toBeNull()
  })

  it('is told from one that was started again', async () => {
    const url = await newDatabase()
    const before = await originOf(url, 'posture_scores')
    await server.stop()
    // The time of its start is known to the second.
    await expect
      .poll(
        async () => {
          await server.start()
          const after = await originOf(url, 'posture_scores')
          await server.stop()
          return after
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .not.toBe(before)
    await server.start()
  })

  it('that is a replica tells nothing where it does not write down what it applies', async () => {
    const url = await newDatabase()
    const watch = await watchOf(url)
    expect(await watch.read()).not.toBeNull()
    await runSql(url, `set global gtid_slave_pos = '7-7-7'`)
    expect(await watch.read()).toBeNull()
    await runSql(url, `set global gtid_slave_pos = ''`)
    expect(await watch.read()).not.toBeNull()
  })
})

describe.runIf(isAvailable).each([
  ['without a binary log', []],
  ['that moves its position too early', [...BINARY_LOG, '--binlog-optimize-thread-scheduling=OFF']],
])('a MariaDB server %s', (_what, settings) => {
  it('has no origin, and a watch of it tells nothing', async () => {
    const server = await started(...settings)
    onTestFinished(server.destroy)
    await runSql(server.url('mysql'), 'create database plain')
    const url = server.url('plain')
    await migrate(engineAt(url))
    expect(await originOf(url, 'posture_scores')).toBeNull()
    expect(await (await watchOf(url)).read()).toBeNull()
  })
})

describe.runIf(isAvailable)('a replica that writes down what it applies', () => {
  it('tells of changes', async () => {
    const server = await started(...BINARY_LOG, '--log-slave-updates=ON')
    onTestFinished(server.destroy)
    await runSql(server.url('mysql'), `set global gtid_slave_pos = '7-7-7'`)
    expect(await (await watchOf(server.url('mysql'))).read()).not.toBeNull()
  })
})
