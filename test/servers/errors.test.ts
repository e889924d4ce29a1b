// Each way in which a server can refuse: the contract's status and text, and good answers again
// when the cause is gone, over the same connections.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { enginesToTest } from '../support/engines.ts'
import { type Asked, askedOf, type Reply } from '../support/faults/asked.ts'
import { newServer, type ServerEngine } from '../support/faults/run.ts'
import { isMysql } from '../support/servers/mariadb.ts'
import { withoutChecksOf } from '../support/servers/mysql-checks.ts'
import type { DatabaseServer } from '../support/servers/server.ts'
import { runSql } from '../support/servers/sql.ts'
import { tcpProxy } from '../support/servers/tcp-proxy.ts'

const servers = enginesToTest().filter((it): it is ServerEngine => it !== 'sqlite')

const GOOD: Reply = [200]
const NO_CONNECTION: Reply = [500, 'Database connection failed']
const FAILED: Reply = [500, 'Database query failed']
const because = (message: string): Reply => [500, 'Database query failed', message]

/** What differs in words between the engines. */
const WORDS = {
  postgres: {
    admin: 'postgres',
    reader: `create role reader login password 'right'`,
    grant: ['grant select on all tables in schema public to reader'],
    revoke: ['revoke select on compliance_scans, malware_scans from reader'],
    passwordOther: `alter role reader password 'other'`,
    passwordRight: `alter role reader password 'right'`,
    oneConnection: 'alter role reader connection limit 1',
    anyConnections: 'alter role reader connection limit -1',
    noTable: 'relation "compliance_scans" does not exist',
    noColumn: 'column "server_type" does not exist',
    noRight: 'permission denied for table compliance_scans',
    slow: 'canceling statement due to statement timeout',
    slowView: (columns: string) =>
      `create view compliance_scans as select ${columns} from compliance_scans_real, (select pg_sleep(30)) as nap`,
    rename: (from: string, to: string) => `alter table ${from} rename to ${to}`,
    lost: 'the connection to the database was lost',
  },
  mariadb: {
    admin: 'mysql',
    reader: `create user reader identified by 'right'`,
    // Rights on a whole database would be noticed by new connections only.
    grant: TABLE_NAMES.map((table) => `grant select on secdash.${table} to reader`),
    revoke: ['compliance_scans', 'malware_scans'].map(
      (table) => `revoke select on secdash.${table} from reader`,
    ),
    passwordOther: `alter user reader identified by 'other'`,
    passwordRight: `alter user reader identified by 'right'`,
    oneConnection: 'alter user reader with max_user_connections 1',
    anyConnections: 'alter user reader with max_user_connections 0',
    noTable: `Table 'secdash.compliance_scans' doesn't exist`,
    ...(isMysql
      ? {
          noColumn: `Unknown column 'server_type' in 'field list'`,
          noRight: `SELECT command denied to user this account for table 'compliance_scans'`,
          slow: 'Query execution was interrupted, maximum statement execution time exceeded',
        }
      : {
          noColumn: `Unknown column 'server_type' in 'SELECT'`,
          noRight:
            'SELECT command denied to user this account for table `secdash`.`compliance_scans`',
          slow: 'Query execution was interrupted (max_statement_time exceeded)',
        }),
    slowView: (columns: string) =>
      `create view compliance_scans as select ${columns} from compliance_scans_real where sleep(30) = 0`,
    rename: (from: string, to: string) => `rename table ${from} to ${to}`,
    lost: 'the connection to the database was lost',
  },
} as const

describe.each(servers)('%s', (engine) => {
  const words = WORDS[engine]
  let server: DatabaseServer
  const admin = (...statements: string[]) => runSql(server.url('secdash'), ...statements)

  beforeAll(async () => {
    server = await newServer(engine)
    await server.start()
    await runSql(server.url(words.admin), 'create database secdash')
    await migrate(engineAt(server.url('secdash')))
    await admin(
      words.reader,
      ...words.grant,
      `insert into compliance_scans (server_name, server_type, scan_date) values ('a', 'b', '2026-01-01 00:00:00')`,
    )
  })
  afterAll(() => server.destroy())

  function asked(url = server.url('secdash')): Asked {
    const asked = askedOf(url)
    onTestFinished(asked.close)
    return asked
  }

  it('an unknown database is no connection until it is there', async () => {
    const { both } = asked(server.url('later'))
    expect(await both()).toEqual({ malware: NO_CONNECTION, compliance: NO_CONNECTION })
    await admin('create database later')
    await migrate(engineAt(server.url('later')))
    expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
  })

  it('a missing table is a failed query in the words of the database', async () => {
    const { both } = asked()
    expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
    await admin(words.rename('compliance_scans', 'gone'))
    expect(await both()).toEqual({ malware: GOOD, compliance: because(words.noTable) })
    await admin(words.rename('gone', 'compliance_scans'))
    expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
  })

  it('a changed column is a failed query', async () => {
    const { both } = asked()
    if (engine === 'mariadb' && isMysql) {
      const db = await engineAt(server.url('secdash')).openForWriting()
      const checks = await withoutChecksOf('server_type', 'compliance_scans', db)
      await db.destroy()
      await admin(...checks)
    }
    await admin('alter table compliance_scans rename column server_type to kind')
    expect((await both()).compliance).toEqual(because(words.noColumn))
    await admin('alter table compliance_scans rename column kind to server_type')
    expect((await both()).compliance).toEqual(GOOD)
  })

  it('a right that was taken away is a failed query', async () => {
    const { both } = asked(server.url('secdash', 'reader:right'))
    expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
    await admin(...words.revoke)
    expect(await both()).toEqual({ malware: FAILED, compliance: because(words.noRight) })
    await admin(...words.grant)
    expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
  })

  it('a wrong password is no connection until it is right', async () => {
    await admin(words.passwordOther)
    const { both, logged } = asked(server.url('secdash', 'reader:right'))
    expect(await both()).toEqual({ malware: NO_CONNECTION, compliance: NO_CONNECTION })
    expect(logged.find(({ msg }) => msg === 'failure')).toMatchObject({
      kind: 'connection',
      text: 'no connection to the database: user or password are refused',
    })
    await admin(words.passwordRight)
    expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
  })

  it('too many connections are no connection until one is free', async () => {
    await admin(words.oneConnection)
    const url = server.url('secdash', 'reader:right')
    const first = await engineAt(url).openSession()
    const { both } = asked(url)
    expect(await both()).toEqual({ malware: NO_CONNECTION, compliance: NO_CONNECTION })
    await first.close()
    // The server takes a moment to notice that the first is gone.
    await expect.poll(both, { timeout: 10_000 }).toEqual({ malware: GOOD, compliance: GOOD })
    await admin(words.anyConnections)
  })

  it('a statement that takes too long is a failed query', async () => {
    const columns =
      'scan_id, server_name, server_type, scan_date, overall_score, findings_critical, findings_high, findings_medium, findings_low, findings_pass'
    await admin(words.rename('compliance_scans', 'compliance_scans_real'), words.slowView(columns))
    const { both } = asked()
    expect(await both()).toEqual({ malware: GOOD, compliance: because(words.slow) })
    await admin(
      'drop view compliance_scans',
      words.rename('compliance_scans_real', 'compliance_scans'),
    )
    expect((await both()).compliance).toEqual(GOOD)
  })

  it.each([1, 40, 120, 400])(
    'an answer that is cut after %i bytes is never half an answer',
    async (afterBytes) => {
      const proxy = await tcpProxy(server.port)
      onTestFinished(proxy.close)
      const { both } = asked(server.url('secdash').replace(`:${server.port}/`, `:${proxy.port}/`))
      proxy.set({ does: 'cut', afterBytes })
      const { malware, compliance } = await both()
      expect([NO_CONNECTION, FAILED]).toContainEqual(malware)
      expect([NO_CONNECTION, because(words.lost)]).toContainEqual(compliance)
      proxy.set({ does: 'carry' })
      expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
    },
  )

  it('an answer that trickles is given up', async () => {
    const proxy = await tcpProxy(server.port)
    onTestFinished(proxy.close)
    const { both } = asked(server.url('secdash').replace(`:${server.port}/`, `:${proxy.port}/`))
    expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
    proxy.set({ does: 'trickle', everyMs: 200 })
    const { compliance } = await both()
    expect([NO_CONNECTION, because(words.lost)]).toContainEqual(compliance)
    proxy.set({ does: 'carry' })
    expect(await both()).toEqual({ malware: GOOD, compliance: GOOD })
  })
})
