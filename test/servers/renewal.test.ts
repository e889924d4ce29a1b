// The address of a database may lead to another server while the old one still runs.
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseAddress, type ServerAddress } from '../../src/address.ts'
import { engineAt } from '../../src/database/connect.ts'
import { mariadbEngine } from '../../src/database/mariadb/engine.ts'
import { postgresEngine } from '../../src/database/postgres/engine.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { enginesToTest } from '../support/engines.ts'
import { type RunningDatabase, startDatabase } from '../support/servers/all.ts'
import { freePort } from '../support/servers/ports.ts'
import { runSql } from '../support/servers/sql.ts'
import { type TcpProxy, tcpProxy } from '../support/servers/tcp-proxy.ts'

const ENGINES = { postgres: postgresEngine, mariadb: mariadbEngine }
const SESSION_MS = 20_000
const portOf = ({ url }: RunningDatabase) => Number(new URL(url).port)

const servers = enginesToTest().filter((it) => it !== 'sqlite')

describe.each(servers)('one address of %s', (engine) => {
  let one: RunningDatabase
  let other: RunningDatabase

  beforeAll(async () => {
    one = await startDatabase(engine)
    other = await startDatabase(engine)
    for (const [{ url }, name] of [[one, 'one'] as const, [other, 'other'] as const]) {
      await runSql(
        url,
        `insert into compliance_scans (server_name, server_type, scan_date) values ('${name}', 'linux', '2026-03-01 04:00:00')`,
      )
    }
  }, 120_000)
  afterAll(async () => {
    await one?.destroy()
    await other?.destroy()
  })

  interface Reading {
    readonly line: TcpProxy
    /** The name that only the server has that is read from. */
    name(): Promise<string | undefined>
    pass(ms: number): void
  }

  async function reading(): Promise<Reading> {
    const line = await tcpProxy(portOf(one))
    onTestFinished(line.close)
    const url = one.url.replace(`:${portOf(one)}/`, `:${line.port}/`)
    let now = 0
    const reader = databaseReader(ENGINES[engine](parseAddress(url) as ServerAddress, () => now))
    onTestFinished(reader.close)
    return {
      line,
      name: () =>
        reader.read(async ({ db }) => {
          const query = db.selectFrom('compliance_scans').select('server_name')
          return (await query.executeTakeFirst())?.server_name
        }),
      pass: (ms) => {
        now += ms
      },
    }
  }

  it('is followed to another server, though the old one still runs', async () => {
    const { line, name, pass } = await reading()
    expect(await name()).toBe('one')
    line.lead(portOf(other))
    pass(SESSION_MS)
    expect(await name()).toBe('other')
    await expect.poll(line.connections).toBe(1)
  })

  it('may lead nowhere for a while, and then no longer', async () => {
    const { line, name, pass } = await reading()
    expect(await name()).toBe('one')
    line.lead(await freePort())
    pass(SESSION_MS)
    expect(await name()).toBe('one')
    pass(SESSION_MS - 1)
    expect(await name()).toBe('one')
    pass(1)
    await expect(name()).rejects.toMatchObject({ kind: 'connection' })
    line.lead(portOf(other))
    expect(await name()).toBe('other')
  })

  it('is used again once it leads somewhere, and not tried for each answer until then', async () => {
    const { line, name, pass } = await reading()
    expect(await name()).toBe('one')
    line.lead(await freePort())
    pass(SESSION_MS)
    expect(await name()).toBe('one')
    line.lead(portOf(other))
    expect(await name()).toBe('one')
    pass(5_000)
    expect(await name()).toBe('other')
  })
})

describe.runIf(servers.includes('mariadb'))('a server of MariaDB', () => {
  it('is told when a session is renewed, and notes no broken connection', async () => {
    const server = await startDatabase('mariadb')
    onTestFinished(server.destroy)
    const look = await engineAt(server.url).openForWriting()
    onTestFinished(() => look.destroy())
    async function status(name: string) {
      const text = `show global status like '${name}'`
      const { rows } = await look.executeQuery<{ Value: string }>(CompiledQuery.raw(text))
      return Number(rows[0]?.Value)
    }
    await expect.poll(() => status('Threads_connected')).toBe(1)
    const before = await status('Aborted_clients')
    let now = 0
    const address = parseAddress(server.url) as ServerAddress
    const reader = databaseReader(mariadbEngine(address, () => now))
    onTestFinished(reader.close)
    for (let i = 0; i < 5; i++) {
      await reader.read(async ({ db }) => db.selectFrom('posture_scores').selectAll().execute())
      now += SESSION_MS
    }
    await expect.poll(() => status('Threads_connected')).toBe(2)
    expect(await status('Aborted_clients')).toBe(before)
  })
})
