// What a MariaDB server with a binary log tells of changes: each is another token, and where that cannot
// be so nothing is remembered.
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseAddress, type ServerAddress } from '../../src/address.ts'
import { engineAt } from '../../src/database/connect.ts'
import { mariadbEngine } from '../../src/database/mariadb/engine.ts'
import { openLine } from '../../src/database/mariadb/watch-line.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import type { TableName } from '../../src/database/schema/schema.ts'
import { RUNNING } from '../../src/database/servers/session.ts'
import { openWatch } from '../../src/database/servers/watch.ts'
import { enginesToTest } from '../support/engines.ts'
import { mariadbAtRest } from '../support/servers/at-rest.ts'
import { BINARY_LOG, initMariadb, isMysql, mariadbServer } from '../support/servers/mariadb.ts'
import type { DatabaseServer } from '../support/servers/server.ts'
import { runSql } from '../support/servers/sql.ts'

const isAvailable = enginesToTest().includes('mariadb') && !isMysql
const MINUTES = 60_000

async function started(...settings: readonly string[]): Promise<DatabaseServer> {
  const server = await mariadbServer(initMariadb(), settings)
  await server.start()
  return server
}

/** For one test. */
async function ownServer(...settings: readonly string[]): Promise<DatabaseServer> {
  const server = await started(...settings)
  onTestFinished(server.destroy)
  return server
}

async function newDatabase(server: DatabaseServer, name: string): Promise<string> {
  await runSql(server.url('mysql'), `create database ${name}`)
  await migrate(engineAt(server.url(name)))
  return server.url(name)
}

async function originOf(url: string, ...tables: readonly TableName[]): Promise<string | null> {
  const session = await engineAt(url).openSession()
  const origin = await session.origin(tables)
  await session.close()
  return origin
}

/** Without the rest that the engine waits for. */
async function watchOf(url: string, clock = RUNNING) {
  const line = () => openLine(parseAddress(url) as ServerAddress, clock)
  const watch = await openWatch(line, { clock, restMs: 0 })
  onTestFinished(watch.close)
  return watch
}

const ROW = `insert into posture_scores (recorded_at, compliance, redteam, incident, monitoring)
  values ('2026-03-01 12:00:00', 1, 2, 3, 4)`

describe.runIf(isAvailable)('a MariaDB server with a binary log', () => {
  let server: DatabaseServer
  let databases = 0
  const database = () => newDatabase(server, `log_${++databases}`)

  beforeAll(async () => {
    server = await started(...BINARY_LOG)
    await runSql(server.url('mysql'), 'create user somebody')
  }, 2 * MINUTES)
  afterAll(() => server.destroy())

  it('has the ends of both of its logs for a token', async () => {
    const url = await database()
    await runSql(url, ROW)
    await mariadbAtRest(url)
    const db = await engineAt(url).openForWriting()
    const { rows } = await db.executeQuery<{ name: string; value: string }>(
      CompiledQuery.raw(`
        select variable_name as name, variable_value as value
        from information_schema.global_status
        where variable_name in ('binlog_snapshot_file', 'binlog_snapshot_position', 'innodb_lsn_current')
        order by variable_name`),
    )
    await db.destroy()
    expect(rows).toHaveLength(3)
    const token = await (await watchOf(url)).read()
    expect(token?.version.split(' ').slice(0, 3)).toEqual(rows.map(({ value }) => value))
  })

  it.each([
    ['a row', [ROW]],
    ['a transaction of several', ['start transaction', ROW, ROW, 'commit']],
    [
      'a transaction that was prepared',
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
    ['a right that is taken away', ['revoke select on *.* from somebody']],
  ])('has another token after %s', async (_what, statements) => {
    const url = await database()
    await runSql(url, ROW, 'grant select on *.* to somebody')
    const watch = await watchOf(url)
    await mariadbAtRest(url)
    const before = await watch.read()
    expect(before).toEqual({ origin: expect.any(String), version: expect.any(String) })
    await runSql(url, ...statements)
    const after = await watch.read()
    expect(after?.origin).toBe(before?.origin)
    expect(after?.version).not.toBe(before?.version)
  })

  it('has the same token while nothing is written', async () => {
    const url = await database()
    const watch = await watchOf(url)
    await mariadbAtRest(url)
    const first = await watch.read()
    expect(first).not.toBeNull()
    for (let i = 0; i < 100; i++) expect(await watch.read()).toEqual(first)
  })

  it('never has a token again that was there before its log began anew', async () => {
    const url = await database()
    const watch = await watchOf(url)
    const versions: (string | undefined)[] = []
    for (let i = 0; i < 5; i++) {
      await runSql(url, 'reset master', ROW)
      versions.push((await watch.read())?.version)
    }
    expect(versions).not.toContain(undefined)
    expect(new Set(versions).size).toBe(5)
  })

  it('takes no connection of a watch for one that was broken off', async () => {
    const url = await database()
    const db = await engineAt(url).openForWriting()
    const status = async (name: string) => {
      const query = CompiledQuery.raw(`show global status like '${name}'`)
      const { rows } = await db.executeQuery<{ Value: string }>(query)
      return Number(rows[0]?.Value)
    }
    const others = async () => (await status('threads_connected')) - 1
    // Those of tests before may still be on their way out.
    await expect.poll(others).toBe(0)
    const aborted = await status('aborted_clients')
    const watch = await watchOf(url)
    expect(await others()).toBe(1)
    watch.close()
    await expect.poll(others).toBe(0)
    expect(await status('aborted_clients')).toBe(aborted)
    await db.destroy()
  })

  it('counts when nothing has moved for a second', async () => {
    const url = await database()
    let now = 0
    const engine = mariadbEngine(parseAddress(url) as ServerAddress, () => now)
    const watch = await engine.openWatch?.('')
    onTestFinished(() => watch?.close())
    await mariadbAtRest(url)
    expect(await watch?.read()).toBeNull()
    now += 999
    expect(await watch?.read()).toBeNull()
    now += 1
    expect(await watch?.read()).not.toBeNull()
    await runSql(url, ROW)
    expect(await watch?.read()).toBeNull()
  })

  it('tells a watch that is renewed of a right that was taken away past its log', async () => {
    const url = await database()
    const name = new URL(url).pathname.slice(1)
    const past = (...statements: string[]) => runSql(url, 'set sql_log_bin = 0', ...statements)
    await past('create or replace user loser', `grant select on ${name}.* to loser`)
    const address = parseAddress(server.url(name, 'loser')) as ServerAddress
    const seen = async () => {
      const line = await openLine(address, RUNNING)
      line.destroy()
      return line.first?.origin
    }
    await mariadbAtRest(url)
    const before = await seen()
    expect(before).toEqual(expect.any(String))
    expect(await seen()).toBe(before)
    await past(
      `revoke select on ${name}.* from loser`,
      `grant select on ${name}.malware_scans to loser`,
    )
    const after = await seen()
    expect(after).toEqual(expect.any(String))
    expect(after).not.toBe(before)
  })

  it('keeps nothing of a session that goes on by rights that were taken away', async () => {
    const url = await database()
    const name = new URL(url).pathname.slice(1)
    await runSql(url, 'create or replace user late', `grant select on ${name}.* to late`)
    const byLate = server.url(name, 'late')
    const session = await engineAt(byLate).openSession()
    onTestFinished(() => session.close())
    const origin = await session.origin(['posture_scores'])
    expect((await (await watchOf(byLate)).read())?.origin).toBe(origin)
    await runSql(
      url,
      `revoke select on ${name}.* from late`,
      `grant select on ${name}.malware_scans to late`,
    )
    const scores = session.db.selectFrom('posture_scores').selectAll()
    expect(await scores.execute()).toEqual([])
    const seen = (await (await watchOf(byLate)).read())?.origin
    expect(seen).toEqual(expect.any(String))
    expect(seen).not.toBe(origin)
  })

  it('has another origin where new sessions are led to another database', async () => {
    const [url, other] = [await database(), await database()]
    await runSql(url, 'create or replace user led', 'grant select on *.* to led')
    const byLed = server.url(new URL(url).pathname.slice(1), 'led')
    const before = await originOf(byLed, 'posture_scores')
    const lead = (text: string) => runSql(url, `set global init_connect = '${text}'`)
    onTestFinished(() => lead(''))
    await lead(`use ${new URL(other).pathname.slice(1)}`)
    const after = (await (await watchOf(byLed)).read())?.origin
    expect(after).toEqual(expect.any(String))
    expect(after).not.toBe(before)
    expect(await originOf(byLed, 'posture_scores')).toBe(after)
  })

  it('tells as much to an account that may read these tables only', async () => {
    const url = await database()
    const name = new URL(url).pathname.slice(1)
    await runSql(url, `create or replace user reader`, `grant select on ${name}.* to reader`)
    const byReader = server.url(name, 'reader')
    const origin = await originOf(byReader, 'posture_scores')
    expect(origin).toContain(String(server.port))
    const watch = await watchOf(byReader)
    expect(await watch.read()).toEqual({ origin, version: expect.any(String) })
    await runSql(
      url,
      'rename table posture_scores to scores',
      'create view posture_scores as select * from scores',
    )
    expect(await originOf(byReader, 'posture_scores')).toBeNull()
    expect(await originOf(byReader, 'malware_scans')).toBe(origin)
    expect(await originOf(byReader, 'malware_scans', 'posture_scores')).toBeNull()
  })

  it.each([
    ['of another engine', 'alter table posture_scores engine = Aria'],
    [
      'of another engine, one column of which says otherwise',
      'alter table posture_scores add `x\n) ENGINE=InnoDB y` int, engine = MyISAM',
    ],
    ['that keeps its past', 'alter table posture_scores add system versioning'],
    [
      'with a column that is computed when it is read',
      'alter table posture_scores add is_late bool as (recorded_at < now()) virtual',
    ],
  ])('has no origin for a table %s', async (_what, statement) => {
    const url = await database()
    await runSql(url, statement)
    expect(await originOf(url, 'posture_scores')).toBeNull()
    expect(await originOf(url, 'malware_scans')).not.toBeNull()
  })
})

describe.runIf(isAvailable)('a MariaDB server', { timeout: 2 * MINUTES }, () => {
  it.each([
    ['without a binary log', []],
    ['that moves its position early', [...BINARY_LOG, '--binlog-optimize-thread-scheduling=OFF']],
  ])('%s has no origin, and a watch of it tells nothing', async (_what, settings) => {
    const url = await newDatabase(await ownServer(...settings), 'plain')
    expect(await originOf(url, 'posture_scores')).toBeNull()
    expect(await (await watchOf(url)).read()).toBeNull()
  })

  it('that leaves databases out of its log tells of changes to them', async () => {
    const server = await ownServer(...BINARY_LOG, '--binlog-ignore-db=left_out')
    const url = await newDatabase(server, 'left_out')
    const watch = await watchOf(url)
    await mariadbAtRest(url)
    const before = await watch.read()
    expect(before).not.toBeNull()
    await runSql(url, ROW)
    expect((await watch.read())?.version).not.toBe(before?.version)
  })

  it('has another origin when it was started again', async () => {
    const server = await ownServer(...BINARY_LOG)
    const url = await newDatabase(server, 'again')
    const before = await originOf(url, 'posture_scores')
    expect(before).toEqual(expect.any(String))
    // The time of its start is known to the second.
    await expect
      .poll(
        async () => {
          await server.stop()
          await server.start()
          return (await originOf(url, 'posture_scores')) ?? 'none'
        },
        { timeout: MINUTES },
      )
      .not.toBeOneOf([before, 'none'])
  })

  it.each([
    ['tells nothing while it applies what its own log does not show', 'OFF'],
    ['tells of what it applies where its own log shows it', 'ON'],
  ])('that is a replica %s', async (_what, isWritten) => {
    const primary = await ownServer(...BINARY_LOG)
    const replica = await ownServer(
      ...BINARY_LOG,
      '--server-id=2',
      `--log-slave-updates=${isWritten}`,
    )
    await runSql(
      replica.url('mysql'),
      `change master to master_host = '127.0.0.1', master_port = ${primary.port},
        master_user = 'root', master_use_gtid = slave_pos, master_connect_retry = 1`,
      'start slave',
    )
    await newDatabase(primary, 'copied')
    const url = replica.url('copied')
    await expect.poll(() => rowsOf(url), { timeout: MINUTES }).toBe(0)
    const watch = await watchOf(url)
    if (isWritten === 'OFF') {
      expect(await watch.read()).toBeNull()
      await runSql(url, 'stop slave')
      expect(await watch.read()).not.toBeNull()
      return
    }
    await mariadbAtRest(url)
    const before = await watch.read()
    expect(before).not.toBeNull()
    await runSql(primary.url('copied'), ROW)
    await expect.poll(() => rowsOf(url), { timeout: MINUTES }).toBe(1)
    expect((await watch.read())?.version).not.toBe(before?.version)
  })
})

/** null as long as the table is not there. */
async function rowsOf(url: string): Promise<number | null> {
  try {
    const db = await engineAt(url).openForWriting()
    try {
      const query = CompiledQuery.raw('select count(*) as n from posture_scores')
      const { rows } = await db.executeQuery<{ n: number }>(query)
      return Number(rows[0]?.n)
    } finally {
      await db.destroy()
    }
  } catch {
    return null
  }
}
