// The log: one JSON line a request, one more with full detail for every failure.
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import type { Answers } from '../../src/answers/answers.ts'
import type { Gone } from '../../src/answers/sharing.ts'
import { Failure } from '../../src/errors.ts'
import { networkPeers } from '../../src/http/peers.ts'
import { createLog } from '../../src/log.ts'
import { anyCharacter } from '../support/any-character.ts'
import { temporaryDatabase } from '../support/database.ts'
import { capturedOutput, listeningApp, runningService, testApp } from '../support/listening.ts'
import { exchange, rawConnection, requestBytes } from '../support/raw-http.ts'
import { malwareScan } from '../support/rows.ts'
import { testService } from '../support/service.ts'
import { failingAnswers, heldAnswers } from '../support/stand-in-answers.ts'

const ID = /^[\da-f]{8}-[1-9]\d*$/
const COMPLIANCE = '/api/compliance-scans.php'

describe('a request', () => {
  it.each([
    [200, 'GET', '/api/malware.php', null],
    [200, 'GET', '/api/posture.php?days=7', null],
    [200, 'GET', COMPLIANCE, 'summary'],
    [200, 'GET', `${COMPLIANCE}?action=findings&severity=high`, 'findings'],
    [200, 'GET', `${COMPLIANCE}?action=categories`, 'categories'],
    [200, 'GET', `${COMPLIANCE}?action=history`, 'history'],
    [404, 'GET', `${COMPLIANCE}?action=server&name=x`, 'server'],
    [400, 'GET', `${COMPLIANCE}?action=drop`, null],
    [404, 'GET', '/other?secret=1', null],
    [405, 'PUT', '/api/malware.php', null],
    [200, 'HEAD', '/api/malware.php', null],
  ])('answered %i (%s %s) writes exactly one line', async (status, method, url, action) => {
    const { request, logged } = await testService()
    await request(method, url)
    expect(logged).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        msg: 'request',
        id: expect.stringMatching(ID),
        user: 'tester',
        method,
        path: url.split('?')[0],
        action,
        status,
        duration: expect.any(Number),
      },
    ])
    expect(logged[0]?.['duration']).toBeGreaterThanOrEqual(0)
  })

  it('that is refused is logged with its path and without a user', async () => {
    const { get, logged } = await testService()
    await get('/api/malware.php', {})
    await get('/api/malware.php', { 'x-auth-user-id': 'a,b' })
    expect(logged.map(({ status, user, path }) => [status, user, path])).toEqual([
      [401, null, '/api/malware.php'],
      [401, null, '/api/malware.php'],
    ])
  })

  it('that is refused is logged with the peer, and why, but nothing of what it said', async () => {
    const { port, logged } = await listeningApp()
    const stranger = await testApp({ peers: { ...networkPeers([]), isTrusted: () => false } })
    const lines: [string, ...string[]][] = [
      ['no X-Auth-User-ID'],
      ['X-Auth-User-ID is empty', 'X-Auth-User-ID: '],
      ['more than one X-Auth-User-ID', 'X-Auth-User-ID: evil', 'X-Auth-User-ID: evil'],
      ['X-Auth-User-ID is longer than 256 bytes', `X-Auth-User-ID: ${'evil'.repeat(65)}`],
      ['X-Auth-User-ID has a comma or a control character', 'X-Auth-User-ID: evil, user'],
      ['X-Auth-User-ID has a comma or a control character', 'X-Auth-User-ID: evil\x85'],
    ]
    for (const method of ['GET', 'CONNECT', 'FOO']) {
      for (const [reason, ...headers] of lines) {
        const sent = { method, headers: ['Host: h', 'Connection: close', ...headers] }
        await exchange({ port }, requestBytes('/', sent))
        expect(logged.at(-1)).toMatchObject({ method, status: 401, user: null, reason })
        expect(logged.at(-1)?.['peer']).toBe('127.0.0.1')
      }
    }
    expect(JSON.stringify(logged)).not.toContain('evil')
    await stranger.app.inject({ url: '/', headers: { 'x-auth-user-id': 'me' } })
    expect(stranger.logged).toMatchObject([
      { status: 401, peer: '127.0.0.1', reason: 'the peer is not in TRUSTED_UPSTREAMS' },
    ])
  })

  it('that is answered has neither peer nor reason', async () => {
    const { get, logged } = await testService()
    await get('/api/malware.php')
    expect(logged[0]).not.toHaveProperty('peer')
    expect(logged[0]).not.toHaveProperty('reason')
  })

  it('has an id of its own, which no header can set', async () => {
    const { get, logged } = await testService()
    const headers = { 'x-auth-user-id': 'u', 'x-request-id': 'mine', 'request-id': 'mine' }
    for (let i = 0; i < 5; i++) await get('/api/malware.php', headers)
    const ids = logged.map(({ id }) => String(id))
    expect(new Set(ids).size).toBe(5)
    for (const id of ids) expect(id).toMatch(ID)
  })

  it('with CONNECT has the same line', async () => {
    const { port, logged } = await listeningApp()
    await exchange({ port }, requestBytes('h:1', { method: 'CONNECT' }))
    await exchange({ port }, requestBytes('h:1', { method: 'CONNECT', headers: ['Host: h'] }))
    const common = { msg: 'request', method: 'CONNECT', path: 'h:1', action: null, duration: 0 }
    expect(logged).toMatchObject([
      { ...common, user: 'tester', status: 404, id: expect.stringMatching(ID) },
      { ...common, user: null, status: 401, id: expect.stringMatching(ID) },
    ])
  })

  it('whose client has left before its turn is no failure', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const answers: Answers = {
      async answer(_, gone) {
        ask()
        return (gone as Gone)()
      },
      async close() {},
    }
    const { port, logged } = await listeningApp({ answers })
    const connection = rawConnection({ port })
    connection.send(requestBytes('/api/malware.php'))
    await asked
    connection.reset()
    const line = { level: 30, msg: 'request', status: null }
    await vi.waitFor(() => expect(logged).toMatchObject([line]), { timeout: 30_000 })
    await exchange({ port }, 'gibberish\r\n\r\n')
    expect(logged).toMatchObject([line, { msg: 'broken request' }])
  })

  it('whose client has left is logged too', async () => {
    const answers = heldAnswers({})
    const { port, logged } = await listeningApp({ answers })
    const connection = rawConnection({ port })
    connection.send(requestBytes('/api/malware.php'))
    await answers.asked(1)
    connection.reset()
    const line = { msg: 'request', user: 'tester', path: '/api/malware.php', status: null }
    await vi.waitFor(() => expect(logged).toMatchObject([line]), { timeout: 30_000 })
    answers.release()
    await exchange({ port }, 'gibberish\r\n\r\n')
    expect(logged).toMatchObject([line, { msg: 'broken request' }])
  })
})

describe('the start', () => {
  const WARNING = {
    level: 40,
    msg: 'only loopback is believed',
    fix: 'Set TRUSTED_UPSTREAMS to the address of the upstream: others get a 401.',
  }

  it('for other machines warns where none of them would be believed, and names what was bound', async () => {
    const { port, logged } = await runningService({ host: '0.0.0.0' })
    const address = `http://0.0.0.0:${port}`
    expect(await logged()).toMatchObject([
      { msg: 'listening', address },
      { ...WARNING, address },
    ])
  })

  it.each([
    { host: '127.0.0.1' },
    { host: 'localhost' },
    { host: '0.0.0.0', 'trusted-upstreams': '10.0.0.5' },
  ])('with %o warns of nothing', async (flags) => {
    const { logged } = await runningService(flags)
    expect(await logged()).toMatchObject([{ msg: 'listening' }])
  })
})

it('what is not HTTP writes one line: the answer and the reason, none of its bytes', async () => {
  const { port, logged } = await listeningApp()
  await exchange({ port }, 'SECRET gibberish\r\n\r\n')
  expect(logged).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      msg: 'broken request',
      status: 400,
      text: 'Bad request',
      code: 'HPE_INVALID_METHOD',
    },
  ])
})

it.each(['connection', 'query'] as const)(
  'a failed %s writes one more line with full detail, the request id and the user',
  async (kind) => {
    const report = { kind, text: 'in short', detail: 'in\nfull' }
    const answers = failingAnswers(new Failure({ ...report, code: null }))
    const { app, logged } = await testApp({ answers })
    await app.inject({ url: COMPLIANCE, headers: { 'x-auth-user-id': 'tester' } })
    expect(logged).toMatchObject([
      { msg: 'failure', level: 50, user: 'tester', ...report },
      { msg: 'request', level: 30, user: 'tester', status: 500 },
    ])
    expect(logged).toHaveLength(2)
    expect(logged[0]?.['id']).toBe(logged[1]?.['id'])
  },
)

it('the code of a failure is the last line of what the log tells of it', async () => {
  const words = { text: 'in short', detail: 'in\nfull' }
  const failure = new Failure({ kind: 'query', ...words, code: '42P01' })
  const { app, logged } = await testApp({ answers: failingAnswers(failure) })
  await app.inject({ url: COMPLIANCE, headers: { 'x-auth-user-id': 'tester' } })
  expect(logged[0]).toEqual({
    level: 50,
    time: expect.any(Number),
    id: expect.any(String),
    user: 'tester',
    kind: 'query',
    text: 'in short',
    detail: 'in\nfull\n    code: 42P01',
    msg: 'failure',
  })
})

describe('the service', () => {
  it('logs where it listens and that it stops, as JSON with a time', async () => {
    const { url } = await temporaryDatabase()
    const { service, logged } = await runningService({ database: url })
    await service.stop()
    expect(await logged()).toMatchObject([
      { msg: 'listening', address: service.address, database: url },
      { msg: 'stopping: finishing what runs' },
      { msg: 'stopped', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) },
    ])
  })

  it('logs data that had to be left out', async () => {
    const { url, insert } = await temporaryDatabase()
    await insert('malware_scans', malwareScan({ scan_id: 7, summary: '[]' }))
    const { port, logged } = await runningService({ database: url })
    const connection = rawConnection({ port })
    connection.send(requestBytes('/api/malware.php'))
    expect((await connection.next()).status).toBe(200)
    connection.reset()
    const warnings = (await logged()).filter(({ level }) => level === 40)
    expect(warnings).toEqual([
      {
        level: 40,
        time: expect.any(String),
        problem: 'this JSON column holds no object and is shown as {}',
        where: 'malware_scans.summary of scan 7',
        msg: 'data left out',
      },
    ])
  })

  it('logs a reader thread that dies, and answers with another', async () => {
    const { url } = await temporaryDatabase()
    const thread = once(process, 'worker') as Promise<Worker[]>
    const { port, logged } = await runningService({ database: url })
    for (const worker of await thread) worker.emit('error', new Error('out of memory'))
    const connection = rawConnection({ port })
    connection.send(requestBytes('/api/malware.php'))
    expect((await connection.next()).status).toBe(200)
    connection.reset()
    expect((await logged()).filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'a reader thread failed', err: { message: 'out of memory' } },
    ])
  })

  it('logs no less severe lines than the setting says', async () => {
    const { service, logged } = await runningService({ 'log-level': 'error' })
    await service.stop()
    expect(await logged()).toEqual([])
  })
})

it('on a terminal the log is readable: a time, a level, a message, its members on one line', async () => {
  const { stream, text } = capturedOutput(true)
  const log = createLog('info', stream, Date.now)
  log.info({ path: '/a\r\nb\x1b[2J', status: 200 }, 'request')
  log.error({ id: 'x', detail: 'one\ntwo' }, 'failure')
  const lines = (await text()).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\[[\d:.]+\] .*INFO.*request.*"path":"\/a\\r\\nb\\u001b\[2J"/)
  expect(lines[1]).toMatch(/ERROR.*failure.*"detail":"one\\ntwo"/)
  expect(() => JSON.parse(lines[0] ?? '')).toThrow()
})

it('every line is the one that pino would write', async () => {
  const ours: string[] = []
  const output = { write: (lines: string) => ours.push(lines) } as unknown as NodeJS.WriteStream
  const theirs: string[] = []
  let now = 1_800_000_000_123
  const clock = () => now
  const timestamp = () => `,"time":"${new Date(clock()).toISOString()}"`
  const logs = [
    createLog('info', output, clock),
    pino({ base: null, timestamp }, { write: (line: string) => void theirs.push(line) }),
  ]
  const value = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.double(),
    fc.constant(null),
    fc.boolean(),
  )
  const name = fc.constantFrom('id', 'user', 'path', 'status', 'duration', 'kind')
  const level = fc.constantFrom('info', 'warn', 'error')
  const lines = fc.tuple(level, fc.dictionary(name, value), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(lines, ([level, members, message]) => {
      now += 1
      for (const log of logs) log[level]({ ...members }, message.replaceAll('%', ''))
    }),
  )
  for (const log of logs) {
    log.info('no members')
    log.error({ err: new TypeError('no') }, 'an error')
  }
  await new Promise(setImmediate)
  const withoutStacks = (text: string) => text.replace(/"stack":"[^"]*"/g, '')
  expect(withoutStacks(ours.join(''))).toBe(withoutStacks(theirs.join('')))
  expect(theirs.length).toBeGreaterThan(100)
})

it('the lines of a turn are written at once, and a failure at once with those before it', async () => {
  const writes: string[] = []
  const output = { write: (lines: string) => writes.push(lines) } as unknown as NodeJS.WriteStream
  const log = createLog('info', output, Date.now)
  log.info('one')
  log.info('two')
  expect(writes).toEqual([])
  await new Promise(setImmediate)
  expect(messagesOf(writes)).toEqual([['one', 'two']])
  log.info('three')
  log.warn('four')
  expect(messagesOf(writes)).toEqual([
    ['one', 'two'],
    ['three', 'four'],
  ])
  log.info('five')
  await new Promise(setImmediate)
  expect(messagesOf(writes).slice(2)).toEqual([['five']])
})

it('lines that nobody reads are dropped beyond 8 MB, counted, and told of when it flows again', async () => {
  const writes: string[] = []
  const output = { write: (lines: string) => writes.push(lines), writableLength: 0 }
  const log = createLog('info', output as unknown as NodeJS.WriteStream, Date.now)
  output.writableLength = 8_000_001
  log.info('one')
  log.info('two\nlines')
  await new Promise(setImmediate)
  log.error('three')
  expect(writes).toEqual([])
  output.writableLength = 8_000_000
  log.info('four')
  await new Promise(setImmediate)
  log.info('five')
  await new Promise(setImmediate)
  expect(messagesOf(writes).flat()).toEqual(['log lines lost', 'four', 'five'])
  expect(JSON.parse(writes.join('').split('\n', 1)[0] ?? '')).toMatchObject({ level: 40, lines: 3 })
})

it.each([
  ['error', 50],
  ['fatal', 60],
] as const)(
  'that lines were dropped is also told where the log is of level %s',
  (level, number) => {
    const writes: string[] = []
    const output = { write: (lines: string) => writes.push(lines), writableLength: 8_000_001 }
    const log = createLog(level, output as unknown as NodeJS.WriteStream, Date.now)
    log.fatal('one')
    output.writableLength = 0
    log.fatal('two')
    expect(
      writes
        .join('')
        .split('\n', 1)
        .map((it) => JSON.parse(it)),
    ).toMatchObject([{ level: number, lines: 1 }])
  },
)

const messagesOf = (writes: readonly string[]) =>
  writes.map((lines) =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
  )
