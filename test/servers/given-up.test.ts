// A connection that is given up is gone at once, and a statement ends in its time, whatever the server does.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { enginesToTest } from '../support/engines.ts'
import { startDatabase } from '../support/servers/all.ts'
import { tcpProxy } from '../support/servers/tcp-proxy.ts'

const servers = enginesToTest().filter((it) => it !== 'sqlite')

/** "Too many connections", before anybody has said who they are. */
const REFUSAL = {
  mariadb: Buffer.from('\x17\0\0\0\xff\x10\x04#08004Too many conns', 'latin1'),
  postgres: Buffer.from('E\0\0\0\x25SFATAL\0C53300\0Mtoo many clients\0\0', 'latin1'),
}

/** It refuses everybody, and never closes its side. */
async function clingingServer(refusal: Buffer) {
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write(refusal)
    socket.on('data', () => {})
    // Whoever has only closed one side takes it, whoever has closed both refuses it.
    socket.on('end', () => setInterval(() => socket.write('still here'), 10).unref())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    accepted: () => accepted,
    open: () => sockets.size,
  }
}

/** A line to a server, and a reader whose requests have a second. */
async function readingOver(engine: (typeof servers)[number]) {
  const database = await startDatabase(engine)
  onTestFinished(database.destroy)
  const line = await tcpProxy(Number(new URL(database.url).port))
  onTestFinished(line.close)
  const url = database.url.replace(/:\d+\//, `:${line.port}/`)
  const reader = databaseReader(engineAt(url), 1_000)
  onTestFinished(reader.close)
  return { line, reader }
}

describe.each(servers)('%s', (engine) => {
  it('that keeps its side open keeps no connection that was given up', async () => {
    const server = await clingingServer(REFUSAL[engine])
    const scheme = engine === 'mariadb' ? 'mysql' : engine
    const { openSession } = engineAt(`${scheme}://someone@127.0.0.1:${server.port}/secdash`)
    for (let i = 0; i < 3; i++) await expect(openSession()).rejects.toThrow()
    expect(server.accepted()).toBeGreaterThanOrEqual(3)
    await expect.poll(server.open).toBe(0)
  })

  it.each([
    ['before its first run', false],
    ['when it is known', true],
  ])('that falls silent in a statement, %s, is given up in time', async (_when, isKnown) => {
    const { line, reader } = await readingOver(engine)
    const reading = reader.read(async ({ db }) => {
      const ask = () =>
        db.selectFrom('posture_scores').selectAll().where('posture_id', '=', 1).execute()
      if (isKnown) await ask()
      line.set({ does: 'swallow' })
      await ask()
    })
    await expect(reading).rejects.toMatchObject({ kind: 'query' })
  })

  it('that falls silent in the middle of what it says is given up in time', async () => {
    const { line, reader } = await readingOver(engine)
    const reading = reader.read(async ({ db }) => {
      line.set({ does: 'trickle', everyMs: 100 })
      await db.selectFrom('posture_scores').selectAll().where('posture_id', '=', 1).execute()
    })
    await expect(reading).rejects.toMatchObject({ kind: 'query' })
  })
})
