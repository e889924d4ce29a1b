// Connections: kept, shared by requests in a row, counted, and closed where they must be.
import { once } from 'node:events'
import { connect, type Server } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { MOST_WAITING } from '../../src/http/pipelining.ts'
import { listeningApp, testApp } from '../support/listening.ts'
import { exchange, header, rawConnection, requestBytes } from '../support/raw-http.ts'
import { LIMITS } from '../support/service.ts'
import { heldAnswers } from '../support/stand-in-answers.ts'

const MALWARE = requestBytes('/api/malware.php')
const UNKNOWN = requestBytes('/other')
const GIBBERISH = '\x00\x01 gibberish\r\n\r\n'
const WAIT = { timeout: 20_000, interval: 10 }
const openAt = (server: Server) => promisify(server.getConnections.bind(server))()

it('a connection is kept for the next request, and says for how long', async () => {
  // Another time than that of the framework.
  const { port } = await listeningApp({ limits: { ...LIMITS, keepAliveMs: 9_000 } })
  const connection = rawConnection({ port })
  for (let i = 0; i < 5; i++) {
    connection.send(MALWARE)
    const response = await connection.next()
    expect([response.status, header(response, 'keep-alive')]).toEqual([200, 'timeout=9'])
  }
  connection.reset()
})

it('a connection on which nothing moves is closed after 25 s more than an answer may take', async () => {
  const { app } = await testApp({ limits: { ...LIMITS, deadlineMs: 7_000 } })
  expect(app.server.timeout).toBe(32_000)
})

it('the connection of a broken request is let go also where the client keeps its own side open', async () => {
  const { app, port } = await listeningApp()
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void client.destroy())
  client.write(GIBBERISH)
  await once(client.resume(), 'end')
  await vi.waitFor(async () => expect(await openAt(app.server)).toBe(0), WAIT)
})

it('a refused request keeps its connection too', async () => {
  const { port } = await listeningApp()
  const connection = rawConnection({ port })
  connection.send(requestBytes('/api/malware.php', { headers: ['Host: h'] }))
  expect((await connection.next()).status).toBe(401)
  connection.send(MALWARE)
  expect((await connection.next()).status).toBe(200)
  connection.reset()
})

it('a connection is closed when the client asks for that', async () => {
  const { port } = await listeningApp()
  const headers = ['Host: h', 'X-Auth-User-ID: u', 'Connection: close']
  const responses = await exchange({ port }, requestBytes('/api/malware.php', { headers }))
  expect(responses.map(({ status }) => status)).toEqual([200])
})

describe('requests sent in a row without waiting', () => {
  it('get their answers in order, also where a later one would be ready first', async () => {
    const answers = heldAnswers({ held: true })
    const { port } = await listeningApp({ answers })
    const connection = rawConnection({ port })
    connection.send(MALWARE + UNKNOWN + requestBytes('/api/posture.php?days=0'))
    await answers.asked(1)
    expect(connection.unread()).toHaveLength(0)
    answers.release()
    const statuses = [await connection.next(), await connection.next(), await connection.next()]
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 400])
    connection.reset()
  })

  it('are computed one after the other: no answer lies in memory until those before it are read', async () => {
    let asked = 0
    const held = Promise.withResolvers<void>()
    const answers = {
      async answer() {
        asked += 1
        if (asked === 1) await held.promise
        return Buffer.from('{}')
      },
      close: async () => {},
    }
    const { port } = await listeningApp({ answers })
    const connection = rawConnection({ port })
    connection.send(MALWARE.repeat(20))
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), WAIT)
    const other = rawConnection({ port })
    other.send(UNKNOWN)
    expect((await other.next()).status).toBe(404)
    other.reset()
    expect(asked).toBe(1)
    held.resolve()
    for (let i = 0; i < 20; i++) expect((await connection.next()).status).toBe(200)
    expect(asked).toBe(20)
    connection.reset()
  })

  it('of a client that leaves are not computed', async () => {
    let asked = 0
    const answers = {
      async answer(_question: unknown, gone?: () => Promise<never>) {
        asked += 1
        return (await gone?.()) ?? Buffer.from('{}')
      },
      close: async () => {},
    }
    const { port, logged } = await listeningApp({ answers })
    const connection = rawConnection({ port })
    connection.send(MALWARE.repeat(20))
    await vi.waitFor(() => expect(asked).toBe(1), WAIT)
    connection.reset()
    await vi.waitFor(() => expect(logged).toHaveLength(20), WAIT)
    expect(asked).toBe(1)
    expect(logged.map(({ msg, status }) => [msg, status])).toEqual(
      Array(20).fill(['request', null]),
    )
  })

  it('get all of a hundred answers', async () => {
    const { port } = await listeningApp()
    const connection = rawConnection({ port })
    connection.send((MALWARE + UNKNOWN).repeat(50))
    for (let i = 0; i < 100; i++) {
      expect((await connection.next()).status).toBe(i % 2 === 0 ? 200 : 404)
    }
    connection.reset()
  })

  it('get their answers where as many wait as may, also for the second time', async () => {
    const { port } = await listeningApp()
    const connection = rawConnection({ port })
    for (let turn = 0; turn < 2; turn++) {
      connection.send(MALWARE + UNKNOWN.repeat(MOST_WAITING))
      for (let i = 0; i <= MOST_WAITING; i++) {
        expect((await connection.next()).status).toBe(i === 0 ? 200 : 404)
      }
    }
    connection.reset()
  })

  it.each([UNKNOWN, requestBytes('/%zz')])(
    'are too many where one more waits: the connection is closed, and the log says so once',
    async (request) => {
      const answers = heldAnswers({})
      const { port, logged } = await listeningApp({ answers })
      const connection = rawConnection({ port })
      connection.send(MALWARE + request.repeat(MOST_WAITING + 100))
      await connection.closed
      await vi.waitFor(() => expect(logged).toHaveLength(MOST_WAITING + 2), WAIT)
      const [closed, ...requests] = logged
      expect(closed).toMatchObject({
        level: 40,
        msg: 'too many requests on one connection: closed',
        peer: '127.0.0.1',
        waiting: MOST_WAITING,
      })
      // Those that waited are logged as ever, and those that came with the last one are not read.
      expect(requests.filter(({ msg }) => msg !== 'request')).toEqual([])
      const other = rawConnection({ port })
      other.send(UNKNOWN)
      expect((await other.next()).status).toBe(404)
      other.reset()
    },
  )

  it('with gibberish at their end get their answers first, then one 400, then the end', async () => {
    const { port } = await listeningApp()
    const responses = await exchange({ port }, MALWARE + UNKNOWN + MALWARE + GIBBERISH)
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 400])
  })

  it('with gibberish in several pieces get one 400 and no more', async () => {
    const answers = heldAnswers({})
    const { port, logged } = await listeningApp({ answers })
    const connection = rawConnection({ port })
    connection.send(MALWARE)
    await answers.asked(1)
    for (let i = 0; i < 3; i++) {
      connection.send(GIBBERISH)
      await new Promise(setImmediate)
    }
    answers.release()
    expect((await connection.all()).map(({ status }) => status)).toEqual([200, 400])
    expect(logged.filter(({ msg }) => msg === 'broken request')).toHaveLength(1)
  })

  it('are answered one by one, each by its own user', async () => {
    const { port, logged } = await listeningApp()
    const connection = rawConnection({ port })
    const from = (user: string) =>
      requestBytes('/other', { headers: ['Host: h', `X-Auth-User-ID: ${user}`] })
    connection.send(from('first') + from('') + from('second'))
    const responses = [await connection.next(), await connection.next(), await connection.next()]
    expect(responses.map(({ status }) => status)).toEqual([404, 401, 404])
    expect(logged.map(({ user }) => user)).toEqual(['first', null, 'second'])
    connection.reset()
  })
})

it('a request that arrives byte by byte is a request like any other', async () => {
  const { port } = await listeningApp()
  const connection = rawConnection({ port })
  for (const byte of MALWARE) {
    connection.send(byte)
    await new Promise(setImmediate)
  }
  expect((await connection.next()).status).toBe(200)
  connection.reset()
})

it('a client that leaves before its answer does no harm', async () => {
  const answers = heldAnswers({})
  const { port, logged } = await listeningApp({ answers })
  const leaving = rawConnection({ port })
  leaving.send(MALWARE + GIBBERISH)
  await answers.asked(1)
  leaving.reset()
  await leaving.closed
  answers.release()
  const staying = rawConnection({ port })
  staying.send(MALWARE)
  expect((await staying.next()).status).toBe(200)
  staying.reset()
  expect(logged.filter(({ level }) => Number(level) > 30)).toEqual([])
})

it('no more connections are open at once than the setting allows; one more is closed unheard', async () => {
  const limits = { ...LIMITS, maxConnections: 2 }
  const { port, logged } = await listeningApp({ limits })
  const kept = [rawConnection({ port }), rawConnection({ port })]
  for (const connection of kept) {
    connection.send(MALWARE)
    expect((await connection.next()).status).toBe(200)
  }
  for (let i = 0; i < 3; i++) {
    const refused = rawConnection({ port })
    refused.send(MALWARE)
    expect(await refused.all()).toEqual([])
  }
  expect(fullLines(logged)).toEqual([
    expect.objectContaining({ level: 40, connections: 2, fix: expect.stringMatching(/./) }),
  ])
  for (const connection of kept) {
    connection.send(MALWARE)
    expect((await connection.next()).status).toBe(200)
    connection.reset()
  }
})

it('a full house is told again once there was room, not for each that comes and goes', async () => {
  const limits = { ...LIMITS, maxConnections: 2 }
  const { app, port, logged } = await listeningApp({ limits })
  const served = async () => {
    const connection = rawConnection({ port })
    connection.send(MALWARE)
    expect((await connection.next()).status).toBe(200)
    return connection
  }
  const oneTooMany = async () => {
    const refused = rawConnection({ port })
    refused.send(MALWARE)
    expect(await refused.all()).toEqual([])
  }
  const openAre = (count: number) =>
    vi.waitFor(async () => expect(await openAt(app.server)).toBe(count), WAIT)

  const first = await served()
  for (let i = 0; i < 2; i++) {
    const second = await served()
    await oneTooMany()
    expect(fullLines(logged)).toHaveLength(1)
    second.reset()
    await openAre(1)
  }
  first.reset()
  await openAre(0)
  const others = [await served(), await served()]
  await oneTooMany()
  expect(fullLines(logged)).toHaveLength(2)
  for (const it of others) it.reset()
})

const fullLines = (logged: readonly Record<string, unknown>[]) =>
  logged.filter(({ msg }) => msg === 'too many connections: further ones are closed')

const UPGRADES = ['websocket', 'h2c', 'TLS/1.2']

it.each(UPGRADES)(
  'an Upgrade to %s is not offered: the request is answered as it is',
  async (it) => {
    const { port } = await listeningApp()
    const connection = rawConnection({ port })
    const headers = ['Host: h', 'X-Auth-User-ID: u', 'Connection: upgrade', `Upgrade: ${it}`]
    connection.send(requestBytes('/api/malware.php', { headers }))
    expect((await connection.next()).status).toBe(200)
    connection.reset()
  },
)

it('nothing is answered on a connection behind a request for an Upgrade: one might be lost', async () => {
  const { port } = await listeningApp()
  const connection = rawConnection({ port })
  const headers = ['Host: h', 'X-Auth-User-ID: u', 'Connection: upgrade', 'Upgrade: h2c']
  connection.send(requestBytes('/api/malware.php', { headers }) + MALWARE)
  const answers = await connection.all()
  expect(answers.map(({ status }) => status)).toEqual([200])
  expect(answers[0]?.headers.get('connection')).toEqual(['close'])
})
