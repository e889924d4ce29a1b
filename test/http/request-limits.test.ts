// How much a client may send, in headers and in a body that nobody wants.
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

const USER = ['Host: localhost', 'X-Auth-User-ID: u']

/** The first answer, and whether it says that the connection ends. */
async function answerTo(
  bytes: string,
  limits = LIMITS,
): Promise<RawResponse & { closes: boolean }> {
  const { port } = await listeningApp({ limits })
  const connection = rawConnection({ port })
  connection.send(bytes)
  const response = await connection.next()
  const closes = header(response, 'connection') === 'close'
  if (closes) await connection.closed
  else connection.reset()
  return { ...response, closes }
}

/** A request whose target, header names and values have this many bytes: that is what Node counts. */
function headOf(length: number, fill: (filler: string) => string): string {
  const [first = '', ...headers] = fill('').trimEnd().split('\r\n')
  const [, target = ''] = first.split(' ')
  const counted = target + headers.map((line) => line.replace(/: ?/, '')).join('')
  return fill('x'.repeat(length - counted.length))
}
const inHeader = (filler: string) =>
  requestBytes('/api/malware.php', { headers: [...USER, `X-Filler: ${filler}`] })
const inTarget = (filler: string) => requestBytes(`/api/malware.php?${filler}`)

describe('the target and the headers together', () => {
  it.each([
    ['a header', inHeader],
    ['the query string', inTarget],
  ])('may have 8 KiB and no more: %s', async (_, fill) => {
    expect((await answerTo(headOf(8191, fill))).status).toBe(200)
    expect(await answerTo(headOf(8193, fill))).toMatchObject({
      status: 431,
      text: '{"error":"Request header too large"}',
      closes: true,
    })
  })

  it('may have as much as the setting says', async () => {
    const limits = { ...LIMITS, maxHeaderBytes: 16_384 }
    expect((await answerTo(headOf(16_383, inHeader), limits)).status).toBe(200)
    expect((await answerTo(headOf(16_385, inHeader), limits)).status).toBe(431)
  })

  it('are not waited for without end: megabytes of headers are cut off', async () => {
    const { port } = await listeningApp()
    const connection = rawConnection({ port })
    connection.send(requestBytes('/api/malware.php').slice(0, -2))
    connection.send(`X-Filler: ${'x'.repeat(4_000_000)}`)
    await connection.closed
    // The client had not yet sent all when the answer came, so the answer may be lost to a reset.
    const unread = connection.unread().toString()
    if (unread !== '') expect(unread).toContain('HTTP/1.1 431 ')
  })

  it('may be thousands of lines: their size alone counts, and none is overlooked', async () => {
    const lines = (count: number) =>
      requestBytes('/api/malware.php', { headers: [...Array(count).fill('a:b'), ...USER] })
    expect((await answerTo(lines(100))).status).toBe(200)
    expect((await answerTo(lines(4000))).status).toBe(200)
    expect((await answerTo(lines(4100))).status).toBe(431)
  })
})

describe('a body on a GET', () => {
  const withBody = (length: string, ...more: string[]) =>
    requestBytes('/api/malware.php', { headers: [...USER, `Content-Length: ${length}`, ...more] })

  it('of no bytes is no body', async () => {
    expect(await answerTo(withBody('0'))).toMatchObject({ status: 200, closes: false })
  })

  it.each(['1', '1024'])('of %s bytes is not read; the answer closes the connection', async (n) => {
    expect(await answerTo(withBody(n) + 'x'.repeat(Number(n)))).toMatchObject({
      status: 200,
      closes: true,
    })
  })

  it.each(['1025', '1073741824', '999999999999999'])('of %s bytes is a 413 at once', async (n) => {
    expect(await answerTo(withBody(n))).toMatchObject({
      status: 413,
      text: '{"error":"Request body too large"}',
      closes: true,
    })
  })

  it('does not hide another request', async () => {
    const { port } = await listeningApp()
    const hidden = requestBytes('/api/posture.php')
    const responses = await exchange({ port }, withBody(String(hidden.length)) + hidden)
    expect(responses).toHaveLength(1)
  })

  it('is looked at after the user, the path and the method', async () => {
    const large = 'Content-Length: 1073741824'
    const statusOf = async (target: string, method: string, headers: string[]) =>
      (await answerTo(requestBytes(target, { method, headers: [...headers, large] }))).status
    expect(await statusOf('/api/malware.php', 'POST', USER.slice(0, 1))).toBe(401)
    expect(await statusOf('/other', 'GET', USER)).toBe(404)
    expect(await statusOf('/api/malware.php', 'POST', USER)).toBe(405)
    expect(await statusOf('/api/posture.php?days=0', 'GET', USER)).toBe(413)
  })

  it.each([
    [401, '/api/malware.php', 'GET', USER.slice(0, 1)],
    [404, '/other', 'GET', USER],
    [405, '/api/malware.php', 'POST', USER],
  ])(
    'closes the connection of a %i as well, told length or not',
    async (status, target, method, user) => {
      for (const line of ['Content-Length: 1', 'Transfer-Encoding: chunked']) {
        const bytes = requestBytes(target, { method, headers: [...user, line] })
        expect(await answerTo(bytes)).toMatchObject({ status, closes: true })
      }
    },
  )
})

describe('Expect', () => {
  it.each(['100-continue', '100-Continue', 'magic'])(
    '%s is answered like any other request, with nothing before the answer',
    async (expectation) => {
      const headers = [...USER, `Expect: ${expectation}`]
      expect((await answerTo(requestBytes('/api/malware.php', { headers }))).status).toBe(200)
      const stranger = headers.filter((line) => !line.startsWith('X-Auth'))
      const refused = await answerTo(requestBytes('/api/malware.php', { headers: stranger }))
      expect(refused.status).toBe(401)
    },
  )

  it('never asks for a body that would be refused', async () => {
    const headers = [...USER, 'Expect: 100-continue', 'Content-Length: 5000']
    const { status } = await answerTo(requestBytes('/api/malware.php', { headers }))
    expect(status).toBe(413)
  })
})

describe('Host', () => {
  const noHost = { headers: USER.slice(1) }

  it('may be missing in HTTP/1.0', async () => {
    const bytes = requestBytes('/api/malware.php', noHost).replace('HTTP/1.1', 'HTTP/1.0')
    expect(await answerTo(bytes)).toMatchObject({ status: 200, closes: true })
  })

  it('must be there in HTTP/1.1, which is asked after the user, the path and the method', async () => {
    expect(await answerTo(requestBytes('/api/malware.php', noHost))).toMatchObject({
      status: 400,
      text: '{"error":"Bad request"}',
      closes: true,
    })
    expect((await answerTo(requestBytes('/api/malware.php', { headers: [] }))).status).toBe(401)
    expect((await answerTo(requestBytes('/other', noHost))).status).toBe(404)
  })
})
