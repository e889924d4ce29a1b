// spec 4: the headers of every response, right or wrong.
import { describe, expect, it } from 'vitest'
import { Failure } from '../../src/errors.ts'
import { ALLOWED_HEADERS } from '../support/fuzz-checks.ts'
import { listeningApp } from '../support/listening.ts'
import { type RawResponse, rawConnection, requestBytes } from '../support/raw-http.ts'
import { failingAnswers } from '../support/stand-in-answers.ts'

const USER = ['Host: localhost', 'X-Auth-User-ID: u']
const GIBBERISH = 'this is no HTTP\r\n\r\n'
const failure = new Failure({ kind: 'query', text: 'broken', detail: '', code: null })

interface Case {
  readonly bytes: string
  readonly status: number
  readonly isDown?: boolean
}

const CASES: Record<string, Case> = {
  malware: { bytes: requestBytes('/api/malware.php'), status: 200 },
  posture: { bytes: requestBytes('/api/posture.php'), status: 200 },
  summary: { bytes: requestBytes('/api/compliance-scans.php'), status: 200 },
  categories: { bytes: requestBytes('/api/compliance-scans.php?action=categories'), status: 200 },
  'a bad parameter': { bytes: requestBytes('/api/posture.php?days=0'), status: 400 },
  'no user': {
    bytes: requestBytes('/api/malware.php', { headers: USER.slice(0, 1) }),
    status: 401,
  },
  'an unknown path': { bytes: requestBytes('/other'), status: 404 },
  'an unknown server': {
    bytes: requestBytes('/api/compliance-scans.php?action=server&name=x'),
    status: 404,
  },
  'another method': { bytes: requestBytes('/api/malware.php', { method: 'PUT' }), status: 405 },
  'a large body': {
    bytes: requestBytes('/api/malware.php', { headers: [...USER, 'Content-Length: 1025'] }),
    status: 413,
  },
  'no Host': { bytes: requestBytes('/api/malware.php', { headers: USER.slice(1) }), status: 400 },
  'a failed query': { bytes: requestBytes('/api/malware.php'), status: 500, isDown: true },
  'large headers': {
    bytes: requestBytes('/api/malware.php', { headers: [`X: ${'x'.repeat(9000)}`] }),
    status: 431,
  },
  'no HTTP at all': { bytes: GIBBERISH, status: 400 },
  CONNECT: { bytes: requestBytes('h:1', { method: 'CONNECT' }), status: 404 },
}

async function answerTo({ bytes, isDown = false }: Case): Promise<RawResponse> {
  const { port } = await listeningApp(isDown ? { answers: failingAnswers(failure) } : {})
  const connection = rawConnection({ port })
  connection.send(bytes)
  const response = await connection.next()
  connection.reset()
  return response
}

describe.each(Object.entries(CASES))('the response to %s', (_, it_) => {
  it('is JSON by its Content-Type, to the letter', async () => {
    const { status, headers } = await answerTo(it_)
    expect(status).toBe(it_.status)
    expect(headers.get('content-type')).toEqual(['application/json'])
  })

  it('is not to be stored, and not to be guessed at', async () => {
    const { headers } = await answerTo(it_)
    expect(headers.get('cache-control')).toEqual(['no-store'])
    expect(headers.get('x-content-type-options')).toEqual(['nosniff'])
  })

  it('has no other headers than these, so no cross-origin one and no banner', async () => {
    const { headers } = await answerTo(it_)
    expect([...headers.keys()].filter((name) => !ALLOWED_HEADERS.has(name))).toEqual([])
  })

  it('has a body of the length it tells, which is one JSON object', async () => {
    const { headers, text } = await answerTo(it_)
    expect(headers.get('content-length')).toEqual([String(Buffer.byteLength(text))])
    expect(JSON.parse(text)).toBeTypeOf('object')
  })
})

it('Allow is sent with a 405 and with nothing else', async () => {
  for (const it of Object.values(CASES)) {
    const { status, headers } = await answerTo(it)
    expect(headers.get('allow')).toEqual(status === 405 ? ['GET, HEAD'] : undefined)
  }
})

it('no header of the request changes the answer: origin, range, condition, encoding', async () => {
  const { port } = await listeningApp()
  const connection = rawConnection({ port })
  for (const line of [
    'Origin: https://elsewhere.example',
    'Origin: null',
    'Range: bytes=0-3',
    'If-None-Match: *',
    'If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT',
    'Accept: text/html',
    'Accept-Encoding: gzip, br',
    'Accept-Version: 2.x',
    'Content-Type: application/json\t; charset=utf-8',
    'Upgrade: websocket',
    'TE: trailers',
    '__proto__: x',
    'constructor: x',
    'X-Request-ID: \x27"<script>',
  ]) {
    connection.send(requestBytes('/api/malware.php', { headers: [...USER, line] }))
    const { status, headers, text } = await connection.next()
    expect([line, status]).toEqual([line, 200])
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(headers.has('content-encoding')).toBe(false)
    expect(JSON.parse(text).malware_score).toBe(100)
  }
  connection.reset()
})
