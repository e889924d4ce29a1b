// What a MariaDB or MySQL server sets for everybody neither cuts answers off nor undoes what is written.
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDatabase } from '../../src/check/check.ts'
import { engineAt } from '../../src/database/connect.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { PATIENCE } from '../../src/store/writing/turn.ts'
import { enginesToTest } from '../support/engines.ts'
import { initMariadb, isMysql, mariadbServer } from '../support/servers/mariadb.ts'
import type { DatabaseServer } from '../support/servers/server.ts'
import { runSql } from '../support/servers/sql.ts'
import { EVERY_URL, startService } from '../support/started-service.ts'
import { malwareRun, OPTIONS, sourceOfReports, storeIn } from '../support/stored.ts'
import { secdash } from '../support/terminal.ts'

const LIMITS = ['max_statement_time', 'idle_transaction_timeout', 'idle_write_transaction_timeout']
const DAY_SECONDS = 86_400

const SETTINGS = [
  'sql_select_limit = 2',
  'max_join_size = 2',
  'autocommit = 0',
  'sql_safe_updates = 1',
  'wait_timeout = 30',
  'max_sort_length = 64',
  `sort_buffer_size = ${isMysql ? 32768 : 1024}`,
  ...(isMysql ? ['max_execution_time = 30000'] : []),
  ...(isMysql ? [] : LIMITS.map((it) => `${it} = 30`)),
  ...(isMysql ? [] : ['innodb_default_row_format = compact']),
  `sql_mode = '${isMysql ? 'ANSI' : 'EMPTY_STRING_IS_NULL,ANSI'},PAD_CHAR_TO_FULL_LENGTH'`,
]

const check = (database: string) =>
  checkDatabase({ database, where: 'here', timezone: 'UTC', clock: Date.now, deadlineMs: 60_000 })

const MIGRATIONS = ['0001 tables', '0002 indexes', '0003 imports']

/** Not in the order in which they are given, and alike in more letters than the server sorts by. */
const SERVERS = ['1', '4', '2', '3'].map((it) => `${'web-'.repeat(20)}${it}`)

describe.runIf(enginesToTest().includes('mariadb'))('a server with settings of its own', () => {
  let server: DatabaseServer
  let url: string

  beforeAll(async () => {
    // MySQL has no such cache any more, and no such handshake.
    server = await mariadbServer(
      initMariadb(),
      isMysql
        ? []
        : [
            '--query-cache-type=1',
            '--skip-character-set-client-handshake',
            '--character-set-server=latin1',
          ],
    )
    await server.start()
    const settings = SETTINGS.map((it) => `set global ${it}`)
    await runSql(server.url('mysql'), 'create database secdash', ...settings)
    url = server.url('secdash')
  }, 120_000)
  afterAll(() => server.destroy())

  it('is migrated once, and has nothing left to migrate then', async () => {
    expect(await migrate(engineAt(url))).toEqual(MIGRATIONS)
    expect(await migrate(engineAt(url))).toEqual([])
  })

  it.skipIf(isMysql)('is told of the row format in which no migration can be noted', async () => {
    await runSql(url, 'create database wide character set utf8mb4')
    const { code, stderr } = await secdash(['migrate'], { DATABASE_URL: server.url('wide') })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/ row format .*set global innodb_default_row_format = dynamic; and/),
    ])
  })

  it('keeps what is written, and gives all of it', async () => {
    const date = new Date().toISOString().slice(0, 10)
    const rows = SERVERS.map((name) => `('${name}', 'linux', '${date} 00:00:00')`)
    await runSql(
      url,
      `insert into compliance_scans (server_name, server_type, scan_date) values ${rows.join(', ')}`,
    )
    const service = await startService(url, { deadline: '60' })
    try {
      for (const url of EVERY_URL) {
        const { status } = await service.get(url.replace('web-1', `${SERVERS[0]}`))
        expect([url, status]).toEqual([url, 200])
      }
      const { body } = await service.get('/api/compliance-scans.php')
      const names = body.servers.map((it: { server_name: string }) => it.server_name)
      expect(names).toEqual(SERVERS.toSorted())
    } finally {
      await service.stop()
    }
  })

  it('gives a text as it is, and stores it so', async () => {
    const text = '日本 é 😀'
    const [service, db] = [await startService(url), await engineAt(url).openForWriting()]
    try {
      await db.executeQuery(
        CompiledQuery.raw('alter table compliance_scans modify server_type char(20) not null'),
      )
      const stored = db.updateTable('compliance_scans').set({ server_type: text })
      await stored.where('server_name', '=', `${SERVERS[0]}`).execute()
      const { rows } = await db.executeQuery(
        CompiledQuery.raw('select hex(server_type) as bytes from compliance_scans limit 1'),
      )
      expect(rows).toEqual([{ bytes: Buffer.from(text).toString('hex').toUpperCase() }])
      const { body } = await service.get('/api/compliance-scans.php')
      expect(body.servers[0].server_type).toBe(text)
    } finally {
      await db.destroy()
      await service.stop()
    }
  })

  it('holds the tables of an answer each time, although it remembers results', async () => {
    const reader = databaseReader(engineAt(url))
    const empty = () =>
      runSql(url, 'set session lock_wait_timeout = 1', 'truncate table posture_scores')
    for (let turn = 0; turn < 3; turn++) {
      const emptied = reader.read(empty, { tables: ['malware_detections', 'posture_scores'] })
      await expect(emptied).rejects.toMatchObject({ text: expect.stringMatching(/lock/i) })
    }
    await reader.close()
  })

  describe('and German words', () => {
    beforeAll(() =>
      runSql(
        server.url('mysql'),
        'set global lc_messages = de_DE',
        'set global innodb_lock_wait_timeout = 1',
        `create user reader identified by 'right'`,
        `create user locked identified by 'right'`,
        'alter user locked account lock',
      ),
    )

    it.each([
      ['secdash', 'reader:wrong', 'user or password are refused'],
      ['secdash', 'reader:right', 'the account may not use this database'],
      ['nowhere', 'root', 'there is no such database'],
      ['secdash', 'locked:right', 'the account is locked'],
    ])('is understood: %s as %s', async (database, login, reason) => {
      const { remarks } = await check(server.url(database, login))
      expect(remarks.map(({ problem }) => problem.slice(0, reason.length))).toEqual([reason])
    })

    it('is waited for while another program writes', async () => {
      const other = await engineAt(url).openForWriting()
      const run = (statement: string) => other.executeQuery(CompiledQuery.raw(statement))
      await run('start transaction')
      await run('update secdash_import_turn set turn = 1')
      // Longer than the server waits by itself.
      const patience = { ...PATIENCE, tellMs: 2_500, onWait: () => void run('commit') }
      const source = sourceOfReports('clamav', [malwareRun(1)])
      const stored = await storeIn(url, source, OPTIONS, { patience })
      await other.destroy()
      expect(stored.known).toBe(false)
    })
  })

  it('stores a report, however few rows may be changed at once', async () => {
    const source = sourceOfReports('clamav', [malwareRun(2)])
    const stored = await storeIn(url, source)
    expect(stored.known).toBe(false)
  })

  it.skipIf(isMysql)('ends no migration and no import that takes long', async () => {
    const db = await engineAt(url).openForWriting()
    const asked = LIMITS.map((it) => `@@global.${it} + 0 as g_${it}, @@${it} + 0 as ${it}`).join()
    const { rows } = await db.executeQuery(CompiledQuery.raw(`select ${asked}`))
    await db.destroy()
    const due = LIMITS.flatMap((it) => [
      [`g_${it}`, 30],
      [it, 0],
    ])
    expect(rows).toEqual([Object.fromEntries(due)])
  })

  it('waits for an import that has much to read before it has more to write', async () => {
    const db = await engineAt(url).openForWriting()
    const asked = '@@global.wait_timeout + 0 as everybody, @@wait_timeout + 0 as own'
    const { rows } = await db.executeQuery(CompiledQuery.raw(`select ${asked}`))
    await db.destroy()
    expect(rows).toEqual([{ everybody: 30, own: DAY_SECONDS }])
  })

  it('refuses what does not fit instead of cutting it', async () => {
    const insert = `insert into compliance_scans (server_name, server_type, scan_date) values ('${'x'.repeat(256)}', 'linux', '2026-03-01 04:00:00')`
    await expect(runSql(url, insert)).rejects.toMatchObject({ errno: 1406 })
  })
})
