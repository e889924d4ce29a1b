// spec 7: every error is a JSON object with the member `error`, and says no more than it must.
import { describe, expect, it } from 'vitest'
import { Failure, REFUSALS } from '../../src/errors.ts'
import { testApp } from '../support/listening.ts'
import { testService } from '../support/service.ts'
import { failingAnswers } from '../support/stand-in-answers.ts'

const COMPLIANCE = '/api/compliance-scans.php'

it.each([
  [401, 'Unauthorized', '/api/malware.php', {}],
  [404, 'Not found', '/api/other.php'],
  [400, 'Missing required parameter: name', `${COMPLIANCE}?action=server`],
  [400, 'Missing required parameter: name', `${COMPLIANCE}?action=server&name=`],
  [400, 'Invalid server name format', `${COMPLIANCE}?action=server&name=a%20b`],
  [400, 'Invalid severity value', `${COMPLIANCE}?action=findings&severity=worst`],
  [400, 'Invalid days parameter (must be 1-365)', `${COMPLIANCE}?action=history&days=366`],
  [400, 'Invalid category format', `${COMPLIANCE}?action=findings&category=a.b`],
  [400, 'Invalid server name format', `${COMPLIANCE}?action=findings&server=a.b`],
  [400, 'Invalid action', `${COMPLIANCE}?action=drop`],
  [404, 'Server not found', `${COMPLIANCE}?action=server&name=nobody`],
])('%i "%s" answers %s with that member and no other', async (status, error, url, headers?) => {
  const { get } = await testService()
  const reply = await get(url, headers)
  expect([reply.status, reply.text]).toEqual([status, JSON.stringify({ error })])
})

it('a 405 has that member and no other', async () => {
  const { request } = await testService()
  expect((await request('PUT', COMPLIANCE)).text).toBe('{"error":"Method not allowed"}')
})

describe('a 500', () => {
  async function failedWith(error: unknown, url: string) {
    const { app, logged } = await testApp({ answers: failingAnswers(error) })
    const reply = await app.inject({ url, headers: { 'x-auth-user-id': 'tester' } })
    return { status: reply.statusCode, body: reply.json(), text: reply.body, logged }
  }
  const EVERYWHERE = ['/api/malware.php', '/api/posture.php', COMPLIANCE]
  const words = {
    text: 'no such table: malware_scans',
    detail: 'Error at /srv/x.ts:1 SELECT 1',
    code: 'SQLITE 1',
  }

  it.each(EVERYWHERE)('on %s says that the connection failed, and not why', async (url) => {
    const { status, body } = await failedWith(new Failure({ kind: 'connection', ...words }), url)
    expect([status, body]).toEqual([500, { error: 'Database connection failed' }])
  })

  it.each(['/api/malware.php', '/api/posture.php'])(
    'on %s says that the query failed, and not why',
    async (url) => {
      const { status, body } = await failedWith(new Failure({ kind: 'query', ...words }), url)
      expect([status, body]).toEqual([500, { error: 'Database query failed' }])
    },
  )

  it.each(['summary', 'findings', 'categories', 'history', 'server&name=web-01'])(
    'of action=%s gives the words of the database in `message`',
    async (action) => {
      const failure = new Failure({ kind: 'query', ...words })
      const { status, body } = await failedWith(failure, `${COMPLIANCE}?action=${action}`)
      expect([status, body]).toEqual([500, { error: 'Database query failed', message: words.text }])
    },
  )

  it.each(EVERYWHERE)('on %s for a defect of our own tells nothing of it', async (url) => {
    const { status, text, logged } = await failedWith(new TypeError('secret is undefined'), url)
    expect([status, text]).toEqual([500, '{"error":"Internal server error"}'])
    expect(String(logged[0]?.['detail'])).toContain('TypeError: secret is undefined')
  })

  it('for a defect that is no Error at all is the same', async () => {
    const { status, text, logged } = await failedWith('thrown text', '/api/malware.php')
    expect([status, text]).toEqual([500, '{"error":"Internal server error"}'])
    expect(logged[0]).toMatchObject({ kind: 'defect', detail: 'thrown text' })
  })
})

it('no error echoes the path, a parameter, a header or the method', async () => {
  const { app } = await testApp()
  const canary = 'CANARY'
  const headers = { 'x-auth-user-id': 'tester', referer: canary, cookie: canary, origin: canary }
  for (const [method, url] of [
    ['GET', `/${canary}`],
    ['GET', `/%zz${canary}`],
    ['GET', `/api/malware.php/${canary}`],
    ['PROPFIND', `/api/malware.php?${canary}`],
    ['GET', `${COMPLIANCE}?action=${canary}`],
    ['GET', `${COMPLIANCE}?action=server&name=${canary}.`],
    ['GET', `${COMPLIANCE}?action=server&name=${canary}`],
    ['GET', `${COMPLIANCE}?action=findings&severity=${canary}`],
    ['GET', `${COMPLIANCE}?action=findings&category=${canary}.`],
    ['GET', `${COMPLIANCE}?action=findings&server=${canary}.`],
    ['GET', `${COMPLIANCE}?action=history&days=${canary}`],
    ['GET', `/api/posture.php?days=${canary}`],
  ] as const) {
    const reply = await app.inject({ method: method as 'GET', url, headers })
    expect(reply.statusCode, url).toBeGreaterThanOrEqual(400)
    expect(reply.body + JSON.stringify(reply.headers)).not.toContain(canary)
  }
})

it('every refusal has a 4xx status and a text without line breaks', () => {
  for (const [status, text] of Object.values(REFUSALS)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(text).toMatch(/^[A-Z][ -~]+$/)
  }
})
