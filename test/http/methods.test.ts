// GET and HEAD are served, and nothing else.
import { METHODS } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { Answers } from '../../src/answers/answers.ts'
import { Failure } from '../../src/errors.ts'
import { withOtherMethod } from '../../src/http/other-methods.ts'
import { listeningApp } from '../support/listening.ts'
import {
  exchange,
  header,
  type RawResponse,
  rawConnection,
  requestBytes,
} from '../support/raw-http.ts'
import { testService } from '../support/service.ts'
import { failingAnswers, heldAnswers } from '../support/stand-in-answers.ts'

const ENDPOINTS = ['/api/malware.php', '/api/posture.php', '/api/compliance-scans.php']
const OTHERS = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method))

describe.each(ENDPOINTS)('%s', (path) => {
  it('answers every method but GET and HEAD with 405 and Allow', async () => {
    const { port } = await listeningApp()
    const connection = rawConnection({ port })
    for (const method of OTHERS) {
      connection.send(requestBytes(path, { method }))
      const response = await connection.next()
      expect([method, response.status, header(response, 'allow'), response.text]).toEqual([
        method,
        405,
        'GET, HEAD',
        '{"error":"Method not allowed"}',
      ])
    }
    expect(OTHERS).toEqual(expect.arrayContaining(['OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PUT']))
    connection.reset()
  })

  it('answers HEAD as GET, without the body', async () => {
    await expectHeadLikeGet(200, path)
  })
})

describe('a word that is no method of HTTP', () => {
  const USER = ['Host: h', 'X-Auth-User-ID: u']

  it.each(['FOO', 'get', 'GETS', 'G', "!#$%&'*+-.^_`|~09"])(
    '%s is a 405 as well, and the last of its connection',
    async (method) => {
      const { port, logged } = await listeningApp()
      const bytes =
        requestBytes('/api/malware.php?x=1', { method }) + requestBytes('/api/posture.php')
      const [response, ...more] = await exchange({ port }, bytes)
      expect(response).toMatchObject({ status: 405, text: '{"error":"Method not allowed"}' })
      expect(response && header(response, 'allow')).toBe('GET, HEAD')
      expect(response && header(response, 'connection')).toBe('close')
      expect(more).toEqual([])
      expect(logged).toMatchObject([
        { method, path: '/api/malware.php', user: 'tester', status: 405 },
      ])
    },
  )

  it.each([
    [401, 'without the header', '/api/malware.php', ['Host: h']],
    [401, 'with an empty header', '/api/malware.php', ['Host: h', 'X-Auth-User-ID:']],
    [401, 'with the header twice', '/api/malware.php', [...USER, 'x-auth-user-id: u']],
    [401, 'without the header, on an unknown path', '/api/other.php', ['Host: h']],
    [404, 'on an unknown path', '/api/other.php', USER],
    [404, 'on a path that cannot be decoded', '/api/%zz', USER],
    [405, 'on a path that is decoded first', '/api/%6Dalware.php', USER],
    [405, 'with spaces around the user', '/api/malware.php', ['Host: h', 'X-Auth-User-ID: \tu ']],
  ])('is a %i %s', async (status, _, target, headers) => {
    const { port } = await listeningApp()
    const responses = await exchange({ port }, requestBytes(target, { method: 'FOO', headers }))
    expect(responses.map((it) => it.status)).toEqual([status])
  })

  it('is read in one go, also where a header is full of blanks', () => {
    const blanks = `a${' '.repeat(400_000)}b`
    const error = Object.assign(new Error('Parse Error'), {
      code: 'HPE_INVALID_METHOD',
      rawPacket: Buffer.from(requestBytes('/', { method: 'FOO', headers: [`X-Long: ${blanks} `] })),
      bytesParsed: 1,
    })
    expect(withOtherMethod(error, new Socket())?.headers['x-long']).toBe(blanks)
  })

  it.each([
    [[404, 401], USER, ['Host: h']],
    [[401, 405], ['Host: h'], USER],
  ])(
    'is refused for its own headers, not for those before it: %j',
    async (statuses, first, own) => {
      const { port } = await listeningApp()
      const bytes =
        requestBytes('/other', { headers: first }) +
        requestBytes('/api/malware.php', { method: 'FOO', headers: own })
      expect((await exchange({ port }, bytes)).map((it) => it.status)).toEqual(statuses)
    },
  )

  it('is a 405 in HTTP/1.0, too', async () => {
    const { port } = await listeningApp()
    const bytes = 'FOO /api/malware.php HTTP/1.0\r\nX-Auth-User-ID: u\r\n\r\n'
    expect((await exchange({ port }, bytes)).map((it) => it.status)).toEqual([405])
  })

  it('waits for the answers to what came before it', async () => {
    const answers = heldAnswers({})
    const { port } = await listeningApp({ answers })
    const connection = rawConnection({ port })
    connection.send(
      requestBytes('/api/malware.php') + requestBytes('/api/malware.php', { method: 'FOO' }),
    )
    await answers.asked(1)
    answers.release()
    expect((await connection.all()).map(({ status }) => status)).toEqual([200, 405])
  })

  it('tells a stranger nothing but 401', async () => {
    const { port } = await listeningApp({ peers: { isTrusted: () => false, visitor: () => null } })
    const responses = await exchange({ port }, requestBytes('/api/malware.php', { method: 'FOO' }))
    expect(responses.map((it) => it.status)).toEqual([401])
  })
})

/** What follows the headers of a HEAD must be the next response, so there was no body. */
async function expectHeadLikeGet(status: number, target: string, options: HeadOptions = {}) {
  const { answers, headers = ['Host: h', 'X-Auth-User-ID: u'] } = options
  const { port } = await listeningApp(answers === undefined ? {} : { answers })
  const connection = rawConnection({ port })
  connection.send(requestBytes(target, { headers }))
  const get = await connection.next()
  connection.send(requestBytes(target, { method: 'HEAD', headers }) + requestBytes('/other'))
  const head = await connection.next(true)
  const withoutDate = (response: RawResponse) =>
    [...response.headers].filter(([name]) => name !== 'date')
  expect([head.status, withoutDate(head)]).toEqual([status, withoutDate(get)])
  expect((await connection.next()).status).toBe(404)
  expect(connection.unread()).toHaveLength(0)
  connection.reset()
}

interface HeadOptions {
  answers?: Answers
  headers?: string[]
}

it.each([
  [404, '/api/other.php'],
  [404, '/api/compliance-scans.php?action=server&name=none'],
  [400, '/api/posture.php?days=0'],
])('HEAD has the headers of a %i and no body', async (status, target) => {
  await expectHeadLikeGet(status, target)
})

it('HEAD has the headers of a 401 and no body', async () => {
  await expectHeadLikeGet(401, '/api/malware.php', { headers: ['Host: h'] })
})

it('HEAD has the headers of a 500 and no body', async () => {
  const failure = new Failure({ kind: 'query', text: 'no such table', detail: '', code: null })
  await expectHeadLikeGet(500, '/api/malware.php', { answers: failingAnswers(failure) })
})

it('an unknown path is a 404 under every method', async () => {
  const { request } = await testService()
  for (const method of OTHERS.filter((it) => it !== 'QUERY')) {
    expect([method, (await request(method, '/api/other.php')).status]).toEqual([method, 404])
  }
})

it('OPTIONS is a 405, also as the preflight of a browser and of a whole server', async () => {
  const { port } = await listeningApp()
  const headers = [
    'Host: localhost',
    'X-Auth-User-ID: u',
    'Origin: https://elsewhere.example',
    'Access-Control-Request-Method: GET',
  ]
  const connection = rawConnection({ port })
  connection.send(requestBytes('/api/malware.php', { method: 'OPTIONS', headers }))
  expect((await connection.next()).status).toBe(405)
  // A star names no path that is known.
  connection.send(requestBytes('*', { method: 'OPTIONS', headers }))
  expect((await connection.next()).status).toBe(404)
  connection.reset()
})

it('no header changes the method', async () => {
  const { request } = await testService()
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    const get = await request('GET', '/api/malware.php', { 'x-auth-user-id': 'u', [name]: 'POST' })
    const post = await request('POST', '/api/malware.php', { 'x-auth-user-id': 'u', [name]: 'GET' })
    expect([get.status, post.status]).toEqual([200, 405])
  }
})

describe('CONNECT', () => {
  const connectBytes = (...headers: string[]) =>
    requestBytes('example.com:443', { method: 'CONNECT', headers: ['Host: h', ...headers] })

  it('names no path: 404 in JSON, and the connection is closed', async () => {
    const { port } = await listeningApp()
    const [response, ...more] = await exchange({ port }, connectBytes('X-Auth-User-ID: u'))
    expect(response).toMatchObject({ status: 404, text: '{"error":"Not found"}' })
    expect(more).toEqual([])
  })

  it('without the header is a 401', async () => {
    const { port } = await listeningApp()
    const [response] = await exchange({ port }, connectBytes())
    expect(response).toMatchObject({ status: 401, text: '{"error":"Unauthorized"}' })
  })

  it('has its answer after those to the requests before it', async () => {
    const { port } = await listeningApp()
    const bytes = requestBytes('/api/malware.php') + connectBytes('X-Auth-User-ID: u')
    const responses = await exchange({ port }, bytes)
    expect(responses.map(({ status }) => status)).toEqual([200, 404])
  })

  it('behind answers that stall is closed when their time is over, and each has its line', async () => {
    const { app, port, logged } = await listeningApp({ answers: heldAnswers({}) })
    app.server.timeout = 100
    const get = requestBytes('/api/malware.php')
    await exchange({ port }, get + get + connectBytes('X-Auth-User-ID: u'))
    const lines = [
      ['CONNECT', 404],
      ['GET', null],
      ['GET', null],
    ]
    await vi.waitFor(
      () => expect(logged.map(({ method, status }) => [method, status])).toEqual(lines),
      { timeout: 30_000 },
    )
  })

  it('behind an answer that does not come is closed with all others at a stop', async () => {
    const answers = heldAnswers({})
    const { app, port } = await listeningApp({ answers })
    // Otherwise it would be closed in the end because it stalls.
    app.server.timeout = 0
    const connection = rawConnection({ port })
    connection.send(requestBytes('/api/malware.php') + connectBytes('X-Auth-User-ID: u'))
    await answers.asked(1)
    const closing = app.close()
    expect(connection.isClosed).toBe(false)
    app.server.closeAllConnections()
    await connection.closed
    await closing
  })

  it('from a client that leaves at once does no harm', async () => {
    const { port, logged } = await listeningApp()
    for (let i = 0; i < 20; i++) {
      const connection = rawConnection({ port })
      connection.send(connectBytes('X-Auth-User-ID: u'))
      // The socket is open once something was sent to it and has arrived here.
      if (i % 2 === 0) await connection.next()
      connection.reset()
      await connection.closed
    }
    const [response] = await exchange({ port }, connectBytes('X-Auth-User-ID: u'))
    expect(response?.status).toBe(404)
    expect(logged.length).toBeGreaterThan(10)
  })
})
