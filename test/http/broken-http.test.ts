// Oversized or broken HTTP: a 4xx in JSON, and the connection is closed. Waiting for all responses
// is waiting for that close.
import { describe, expect, it } from 'vitest'
import { listeningApp } from '../support/listening.ts'
import {
  exchange,
  header,
  type RawResponse,
  rawConnection,
  requestBytes,
} from '../support/raw-http.ts'
import { LIMITS } from '../support/service.ts'
import { heldAnswers } from '../support/stand-in-answers.ts'

const USER = ['Host: localhost', 'X-Auth-User-ID: u']
const GET = requestBytes('/api/malware.php')
const withHeaders = (...lines: string[]) =>
  requestBytes('/api/malware.php', { headers: [...USER, ...lines] })

const withHost = (host: string) =>
  requestBytes('/api/malware.php', { headers: [`Host: ${host}`, 'X-Auth-User-ID: u'] })

function expectClosingError(response: RawResponse | undefined, status: number, error: string) {
  expect(response).toMatchObject({ status, text: JSON.stringify({ error }) })
  expect(response && header(response, 'connection')).toBe('close')
}

/** Looked at before the end is waited for: what keeps its connection open would be waited for in vain. */
async function expectNothingButError(port: number, bytes: string | Uint8Array) {
  const connection = rawConnection({ port })
  connection.send(bytes)
  expectClosingError(await connection.next(), 400, 'Bad request')
  expect(await connection.all()).toEqual([])
}

const BROKEN: Record<string, string | Uint8Array> = {
  'random bytes': Uint8Array.from({ length: 64 }, (_, i) => (i * 37 + 128) % 256),
  'a TLS greeting': Buffer.from('16030100050100000103', 'hex'),
  'the greeting of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a text of another protocol': 'EHLO example.com\r\n',
  'a method with a byte that no method has': requestBytes('/api/malware.php', { method: 'F(O' }),
  'a method that does not exist, and half of its headers': 'FOO / HTTP/1.1\r\nHost: h\r\n',
  'a method that does not exist, and a folded user id': requestBytes('/api/malware.php', {
    method: 'FOO',
    headers: ['Host: h', 'X-Auth-User-ID: a\r\n b'],
  }),
  'a target without a slash': requestBytes('api/malware.php'),
  'a space in the target': requestBytes('/api/malware php'),
  'a bare byte above ASCII in the target': requestBytes('/api/malware.php?\x85'),
  'an HTTP version that does not exist': 'GET / HTTP/9.9\r\nHost: h\r\n\r\n',
  'line feeds alone': 'GET /api/malware.php HTTP/1.1\nHost: h\nX-Auth-User-ID: u\n\n',
  'no Host': requestBytes('/api/malware.php', { headers: ['X-Auth-User-ID: u'] }),
  'two Hosts': withHeaders('Host: other'),
  'the same Host twice': withHeaders('host: localhost'),
  'a Host that is none of HTTP/1.0': withHost('a b').replace('HTTP/1.1', 'HTTP/1.0'),
  'two Hosts of HTTP/1.0': withHeaders('Host: other').replace('HTTP/1.1', 'HTTP/1.0'),
  'a header without a colon': withHeaders('nonsense'),
  'a space before the colon': withHeaders('X-Other : u'),
  'a space inside a name': withHeaders('X Other: u'),
  'a folded header': withHeaders('X-Other: a\r\n b'),
  'a folded user id': requestBytes('/', { headers: ['Host: h', 'X-Auth-User-ID: a\r\n b'] }),
  'a NUL in a header': withHeaders('X-Other: a\x00b'),
  'a return inside a header': withHeaders('X-Other: a\rX-Auth-User-ID: b'),
  'two lengths': `${withHeaders('Content-Length: 1', 'Content-Length: 2')}ab`,
  'a length that is no number': withHeaders('Content-Length: 1x'),
  'a negative length': withHeaders('Content-Length: -1'),
  'a length and chunks': `${withHeaders('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  'chunks and a length': `${withHeaders('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n`,
  'chunks inside chunks': `${withHeaders('Transfer-Encoding: chunked, chunked')}0\r\n\r\n`,
  'an unknown transfer encoding': `${withHeaders('Transfer-Encoding: xchunked')}0\r\n\r\n`,
  'a chunk of broken size': `${withHeaders('Transfer-Encoding: chunked')}zz\r\n`,
  'chunks, well formed': `${withHeaders('Transfer-Encoding: chunked')}1\r\na\r\n0\r\n\r\n`,
}

const NO_HOSTS = [
  'a b',
  '/',
  'a/b',
  'a@b',
  'a:b',
  'a:1:2',
  '[::1',
  '[]',
  '[::1]x',
  'a%2',
  'a"b',
  'h\xe4',
]

it.each(NO_HOSTS)('Host: %s is none: one 400 in JSON, then the end', async (host) => {
  const { port } = await listeningApp()
  await expectNothingButError(port, withHost(host))
})

const HOSTS = [
  '',
  'h',
  'h:',
  'h:80',
  '10.0.0.5:8080',
  '[fd00::5]',
  '[::1]:80',
  'my_host.',
  'a%2Db',
  ':80',
]

it.each(HOSTS)('Host: %s is one', async (host) => {
  const { port } = await listeningApp()
  const closing = withHost(host).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  const [response] = await exchange({ port }, closing)
  expect(response?.status).toBe(200)
})

it.each(Object.entries(BROKEN))('%s: one 400 in JSON, then the end', async (_, bytes) => {
  const { port } = await listeningApp()
  await expectNothingButError(port, bytes)
})

it.each(Object.entries(BROKEN))('%s: a second request on it is never served', async (_, bytes) => {
  const { port } = await listeningApp()
  const smuggled = requestBytes('/api/posture.php')
  const whole = Buffer.concat([Buffer.from(bytes as string, 'latin1'), Buffer.from(smuggled)])
  await expectNothingButError(port, whole)
})

describe('a request that ends too early', () => {
  it('gets a 400 when the client says that this was all', async () => {
    const { port } = await listeningApp()
    for (const length of [3, 20, GET.length - 2]) {
      const connection = rawConnection({ port })
      connection.send(GET.slice(0, length))
      connection.finish()
      expectClosingError((await connection.all())[0], 400, 'Bad request')
    }
  })

  it('and a client that is gone do no harm', async () => {
    const { port, logged } = await listeningApp()
    for (let length = 1; length < GET.length; length += 7) {
      const connection = rawConnection({ port })
      connection.send(GET.slice(0, length))
      connection.reset()
      await connection.closed
    }
    const connection = rawConnection({ port })
    connection.send(GET)
    expect((await connection.next()).status).toBe(200)
    connection.reset()
    expect(logged.filter(({ level }) => Number(level) > 30)).toEqual([])
  })

  it('or never ends gets a 408 when its time is over', async () => {
    const limits = { ...LIMITS, headerTimeoutMs: 100 }
    const { port, logged } = await listeningApp({ limits })
    const [response] = await exchange({ port }, 'GET /api/malware.php HTTP/1.1\r\nHost: h\r\n')
    expectClosingError(response, 408, 'Request timeout')
    expect(logged).toMatchObject([{ status: 408, code: 'ERR_HTTP_REQUEST_TIMEOUT' }])
  })

  it('by a body that never comes gets its answer, however long that takes', async () => {
    const limits = { ...LIMITS, headerTimeoutMs: 100 }
    const answers = heldAnswers({})
    const { port, logged } = await listeningApp({ limits, answers })
    const connection = rawConnection({ port })
    connection.send(withHeaders('Content-Length: 5'))
    await answers.asked(1)
    // When this one is given up, the one before was looked at, too.
    await exchange({ port }, 'GET /api/malware.php HTTP/1.1\r\nHost: h\r\n')
    answers.release()
    expect((await connection.all()).map(({ status }) => status)).toEqual([200])
    expect(logged.map(({ status }) => status)).toEqual([408, 200])
  })

  it('by its body gets its answer all the same, and the connection is closed', async () => {
    const { port } = await listeningApp()
    const responses = await exchange({ port }, `${withHeaders('Content-Length: 5')}ab`)
    expect(responses.map((it) => [it.status, header(it, 'connection')])).toEqual([[200, 'close']])
  })
})
