// spec 5: the header X-Auth-User-ID. Header lines are sent as bytes, so that no client mends them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listeningApp } from '../support/listening.ts'
import { type RawResponse, rawConnection, requestBytes } from '../support/raw-http.ts'
import { testService } from '../support/service.ts'

const ENDPOINTS = ['/api/malware.php', '/api/posture.php', '/api/compliance-scans.php']
const UNAUTHORIZED = '{"error":"Unauthorized"}'

/** Sends one request with these header lines, and shows who the log says has asked. */
async function asker() {
  const { port, logged } = await listeningApp()
  async function ask(...lines: string[]): Promise<RawResponse & { user: unknown }> {
    const connection = rawConnection({ port })
    const headers = ['Host: localhost', 'Connection: close', ...lines]
    connection.send(requestBytes('/api/malware.php', { headers }))
    const [response] = await connection.all()
    if (response === undefined) throw new Error('no response')
    return { ...response, user: logged.at(-1)?.['user'] }
  }
  async function expectRefused(...lines: string[]) {
    const { status, text } = await ask(...lines)
    expect({ lines, status, text }).toEqual({ lines, status: 401, text: UNAUTHORIZED })
  }
  async function expectBelieved(user: string, ...lines: string[]) {
    expect(await ask(...lines)).toMatchObject({ status: 200, user })
  }
  return { ask, expectRefused, expectBelieved }
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1')

it.each(ENDPOINTS)('%s without X-Auth-User-ID is 401 Unauthorized', async (path) => {
  const { get } = await testService()
  const { status, text, headers } = await get(path, {})
  expect({ status, text }).toEqual({ status: 401, text: UNAUTHORIZED })
  expect(headers['content-type']).toBe('application/json')
})

it.each(ENDPOINTS)('%s with an empty X-Auth-User-ID is 401 Unauthorized', async (path) => {
  const { get } = await testService()
  const { status, text } = await get(path, { 'x-auth-user-id': '' })
  expect({ status, text }).toEqual({ status: 401, text: UNAUTHORIZED })
})

it.each(ENDPOINTS)('%s with any one user id is answered: nobody looks it up', async (path) => {
  const { get } = await testService()
  expect((await get(path, { 'x-auth-user-id': 'nobody-ever-heard-of' })).status).toBe(200)
})

describe('X-Auth-User-ID', () => {
  it('of nothing but white space is empty', async () => {
    const { expectRefused } = await asker()
    await expectRefused('X-Auth-User-ID:')
    await expectRefused('X-Auth-User-ID: ')
    await expectRefused('X-Auth-User-ID: \t  \t')
  })

  it('sent in two to five empty lines is empty', async () => {
    const { expectRefused } = await asker()
    for (const count of [2, 3, 4, 5]) {
      await expectRefused(...Array(count).fill('X-Auth-User-ID:'))
      await expectRefused(...Array(count).fill('x-auth-user-id: '))
    }
  })

  it('counts only as exactly one line, whatever the lines say and however they are written', async () => {
    const { expectRefused } = await asker()
    await expectRefused('X-Auth-User-ID: a', 'X-Auth-User-ID: b')
    await expectRefused('X-Auth-User-ID: a', 'X-Auth-User-ID: a')
    await expectRefused('X-Auth-User-ID: a', 'x-AUTH-user-id: b')
    await expectRefused('X-Auth-User-ID: a', 'X-Auth-User-ID:')
    await expectRefused('X-Auth-User-ID:', 'X-Auth-User-ID: a')
  })

  it('is not believed twice when hundreds or thousands of lines lie between', async () => {
    const { expectRefused, expectBelieved } = await asker()
    for (const count of [31, 32, 400, 1_100, 7_000]) {
      const between = Array(count).fill('a:')
      await expectRefused('X-Auth-User-ID: first', ...between, 'X-Auth-User-ID: second')
      await expectBelieved('only', ...between, 'X-Auth-User-ID: only')
    }
  })

  it('with a comma is refused: a proxy joins two lines so', async () => {
    const { expectRefused } = await asker()
    await expectRefused('X-Auth-User-ID: a, b')
    await expectRefused('X-Auth-User-ID: ,')
    await expectRefused('X-Auth-User-ID: , ')
    await expectRefused('X-Auth-User-ID: a,')
  })

  it('with a tab inside is refused', async () => {
    const { expectRefused } = await asker()
    await expectRefused('X-Auth-User-ID: a\tb')
  })

  it('with any other ASCII control character is refused, by us or by the HTTP parser', async () => {
    const { ask } = await asker()
    const codes = [...Array(32).keys(), 0x7f].filter((code) => ![0x09, 0x0a, 0x0d].includes(code))
    for (const code of codes) {
      const { status } = await ask(`X-Auth-User-ID: a${String.fromCharCode(code)}b`)
      expect([400, 401], `code ${code}`).toContain(status)
    }
  })

  it('with a C1 control character is refused, as UTF-8 and as a bare byte', async () => {
    const { expectRefused } = await asker()
    for (let code = 0x80; code <= 0x9f; code++) {
      const character = String.fromCharCode(code)
      await expectRefused(`X-Auth-User-ID: a${utf8(character)}b`)
      await expectRefused(`X-Auth-User-ID: a${character}b`)
    }
  })

  it('has at most 256 bytes, and a character may take several', async () => {
    const { expectRefused, expectBelieved } = await asker()
    await expectBelieved('u'.repeat(256), `X-Auth-User-ID: ${'u'.repeat(256)}`)
    await expectRefused(`X-Auth-User-ID: ${'u'.repeat(257)}`)
    await expectBelieved('ä'.repeat(128), `X-Auth-User-ID: ${utf8('ä'.repeat(128))}`)
    await expectRefused(`X-Auth-User-ID: ${utf8('ä'.repeat(129))}`)
  })

  it('is read as UTF-8, or as Latin-1 where it is not UTF-8, without the space around it', async () => {
    const { expectBelieved } = await asker()
    await expectBelieved('prüfer 🦊', `X-Auth-User-ID: \t ${utf8('prüfer 🦊')} \t`)
    await expectBelieved('prüfer', 'X-Auth-User-ID: pr\xfcfer')
  })

  it('is the same header in any mix of capitals, and no other name stands for it', async () => {
    const { expectRefused, expectBelieved } = await asker()
    await expectBelieved('u', 'x-AUTH-user-iD: u')
    for (const name of ['X_Auth_User_ID', 'X.Auth.User.ID', 'X-Auth-User', 'X-Auth-User-ID-2']) {
      await expectRefused(`${name}: u`)
      await expectBelieved('real', `${name}: u`, 'X-Auth-User-ID: real')
    }
  })

  it('is the only credential: no other one replaces it', async () => {
    const { expectRefused } = await asker()
    await expectRefused('Authorization: Basic YWRtaW46YWRtaW4=', 'Cookie: X-Auth-User-ID=u')
    await expectRefused('X-Remote-User: u', 'Remote-User: u', 'X-Forwarded-User: u')
  })

  it('keeps its meaning when Connection names it', async () => {
    const { port } = await listeningApp()
    const connection = rawConnection({ port })
    const lines = ['Host: h', 'Connection: X-Auth-User-ID', 'X-Auth-User-ID:']
    connection.send(requestBytes('/api/malware.php', { headers: lines }))
    expect((await connection.next()).status).toBe(401)
    connection.reset()
  })
})

it('of generated header lines exactly one with an allowed value is believed, and nothing else', async () => {
  const { ask } = await asker()
  const value = fc.oneof(
    fc.constantFrom('', ' ', 'u', 'a,b', ',', 'a\tb', 'ä', 'u'.repeat(256), 'u'.repeat(257)),
    fc.string({ unit: fc.constantFrom(...' \t,abcüß\u0085🦊'), maxLength: 6 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 3 }), async (values) => {
      const [first = '', ...more] = values.map((it) => it.replace(/^[ \t]+|[ \t]+$/g, ''))
      const allowed =
        more.length === 0 &&
        first !== '' &&
        Buffer.byteLength(first) <= 256 &&
        !/[,\t\u0085]/.test(first)
      const { status } = await ask(...values.map((it) => `X-Auth-User-ID: ${utf8(it)}`))
      expect(status).toBe(allowed ? 200 : 401)
    }),
    { numRuns: 300, seed: 5 },
  )
})
