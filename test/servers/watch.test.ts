// What watches a server for changes is renewed, too, and what is remembered outlives that.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseAddress, type ServerAddress } from '../../src/address.ts'
import { openLine as openMariadbLine } from '../../src/database/mariadb/watch-line.ts'
import { openLine as openPostgresLine } from '../../src/database/postgres/watch-line.ts'
import { openWatch } from '../../src/database/servers/watch.ts'
import { enginesToTest } from '../support/engines.ts'
import { mariadbAtRest } from '../support/servers/at-rest.ts'
import { BINARY_LOG, initMariadb, isMysql, mariadbServer } from '../support/servers/mariadb.ts'
import { freePort } from '../support/servers/ports.ts'
import { initPostgres, postgresFolder, postgresServer } from '../support/servers/postgres.ts'
import type { DatabaseServer } from '../support/servers/server.ts'
import { runSql } from '../support/servers/sql.ts'
import { tcpProxy } from '../support/servers/tcp-proxy.ts'

/** Where another connection is opened, the old one still tells, and where it does no more. */
const DUE_MS = 15_000
const LATE_MS = 20_000
const HOUR_MS = 3_600_000
const REST_MS = 1_000

const WATCHED = {
  postgres: {
    async create() {
      const folder = postgresFolder()
      initPostgres(folder)
      // Nobody else writes there: a token changes with each transaction that does.
      return postgresServer(folder, { autovacuum: 'off' })
    },
    openLine: openPostgresLine,
    database: 'postgres',
    write: 'select pg_current_xact_id()',
    async settled() {},
  },
  mariadb: {
    create: () => mariadbServer(initMariadb(), BINARY_LOG),
    openLine: openMariadbLine,
    database: 'mysql',
    // Moves the position, and leaves the server nothing to tidy up afterwards.
    write: 'flush binary logs',
    settled: mariadbAtRest,
  },
}

const engines = enginesToTest().filter((it) => it !== 'sqlite')

describe.each(engines.filter((it) => it === 'postgres' || !isMysql))('a watch of %s', (engine) => {
  const { create, openLine, database, write, settled } = WATCHED[engine]
  let servers: readonly DatabaseServer[]

  beforeAll(async () => {
    const start = async () => {
      const server = await create()
      await server.start()
      await settled(server.url(database))
      return server
    }
    servers = [await start(), await start()]
  }, 120_000)
  afterAll(async () => {
    for (const server of servers) await server.destroy()
  })

  async function watched(restMs = 0) {
    const [one, other] = servers as [DatabaseServer, DatabaseServer]
    const line = await tcpProxy(one.port)
    onTestFinished(line.close)
    const url = one.url(database).replace(`:${one.port}/`, `:${line.port}/`)
    let now = 0
    const watch = await openWatch(() => openLine(parseAddress(url) as ServerAddress, () => now), {
      clock: () => now,
      restMs,
    })
    onTestFinished(watch.close)
    return {
      line,
      other,
      read: async () => await watch.read(),
      close: watch.close,
      write: () => runSql(one.url(database), write),
      pass: (ms: number) => {
        now += ms
      },
      /** Until the new connection has taken the place of the old one. */
      async renewed() {
        const left = async () => {
          await watch.read()
          return line.connections()
        }
        await expect.poll(left).toBe(1)
      },
    }
  }

  it('that is renewed goes on with the same tokens', async () => {
    const { line, read, pass, renewed } = await watched()
    const before = await read()
    expect(before).toEqual({ origin: expect.any(String), version: expect.any(String) })
    for (let i = 0; i < 3; i++) {
      pass(DUE_MS)
      expect(await read()).toEqual(before)
      await expect.poll(line.connections).toBe(2)
      await renewed()
      expect(await read()).toEqual(before)
    }
  })

  it('that nobody asked for an hour tells nothing until it is renewed, and then the same', async () => {
    const { read, pass } = await watched()
    const before = await read()
    pass(HOUR_MS)
    expect(await read()).toBeNull()
    await expect.poll(read).toEqual(before)
  })

  it('that was renewed, and not asked for an hour, tells nothing either', async () => {
    const { line, read, pass } = await watched()
    const before = await read()
    pass(DUE_MS)
    expect(await read()).toEqual(before)
    await expect.poll(line.connections).toBe(2)
    pass(HOUR_MS)
    expect(await read()).toBeNull()
    await expect.poll(read).toEqual(before)
  })

  it('tells of what is committed before it is renewed, meanwhile and after', async () => {
    const { line, read, write, pass, renewed } = await watched()
    const seen = [await read()]
    await write()
    seen.push(await read())
    pass(DUE_MS)
    await read()
    await expect.poll(line.connections).toBe(2)
    await write()
    expect(await read()).not.toEqual(seen.at(-1))
    await renewed()
    seen.push(await read())
    await write()
    seen.push(await read())
    expect(new Set(seen.map((it) => it?.version)).size).toBe(4)
  })

  it('follows its address to another server, though the old one still runs', async () => {
    const { line, other, read, pass } = await watched()
    const before = await read()
    line.lead(other.port)
    pass(LATE_MS)
    expect(await read()).toBeNull()
    await expect.poll(async () => (await read())?.origin ?? before?.origin).not.toBe(before?.origin)
  })

  it('that cannot be renewed tells for a while, and then fails', async () => {
    const { line, read, pass } = await watched()
    const before = await read()
    line.lead(await freePort())
    pass(LATE_MS)
    await read()
    await expect.poll(read).toEqual(before)
    pass(LATE_MS - 1)
    expect(await read()).toEqual(before)
    pass(1)
    await expect(read()).rejects.toThrow('could not be renewed')
  })

  it('that is to wait for rest tells of what nothing has moved for so long', async () => {
    const { read, write, pass } = await watched(REST_MS)
    expect(await read()).toBeNull()
    pass(REST_MS - 1)
    expect(await read()).toBeNull()
    pass(1)
    const before = await read()
    expect(before).not.toBeNull()
    await write()
    expect(await read()).toBeNull()
    pass(REST_MS)
    const after = await read()
    expect(after?.version).toEqual(expect.any(String))
    expect(after?.version).not.toBe(before?.version)
    expect(await read()).toEqual(after)
  })

  it('that is to wait for rest need not do so anew when it was renewed', async () => {
    const { line, read, pass, renewed } = await watched(REST_MS)
    pass(REST_MS)
    const before = await read()
    expect(before).not.toBeNull()
    pass(DUE_MS)
    expect(await read()).toEqual(before)
    await expect.poll(line.connections).toBe(2)
    await renewed()
    expect(await read()).toEqual(before)
  })

  it.each(['before', 'after'])(
    'leaves no connection behind when it is closed %s it is renewed',
    async (when) => {
      const { line, read, pass, close } = await watched()
      pass(DUE_MS)
      await read()
      if (when === 'after') await expect.poll(line.connections).toBe(2)
      close()
      await expect.poll(line.connections).toBe(0)
    },
  )
})
