// secdash get: one request answered as the service would, without a server.
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { anyCharacter } from '../support/any-character.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { complianceScan, malwareScan } from '../support/rows.ts'
import { secdash } from '../support/terminal.ts'

async function get(path: string, ...flags: string[]) {
  const { url, insert } = await temporaryDatabase()
  await insert('compliance_scans', complianceScan())
  const { code, stdout, stderr } = await secdash(['get', path, '--database', url, ...flags])
  return { code, stdout, stderr, body: JSON.parse(stdout) }
}

it('200: prints the body on one line, and ends with 0', async () => {
  const { code, stdout, stderr, body } = await get('/api/compliance-scans.php')
  expect([code, stderr]).toEqual([0, ''])
  expect(body.servers).toMatchObject([{ server_name: 'web-01' }])
  expect(stdout).toMatch(/^\{.*\}\n$/)
})

it('the parameters are those of the path', async () => {
  const { code, body } = await get('/api/compliance-scans.php?action=server&name=web-01')
  expect(code).toBe(0)
  expect(body.scan.server_name).toBe('web-01')
})

it('400: prints the error, and ends with 1', async () => {
  const { code, stderr, body } = await get('/api/posture.php?days=0')
  expect([code, stderr]).toEqual([1, ''])
  expect(body).toEqual({ error: 'Invalid days parameter (must be 1-365)' })
})

it('404: an unknown path or server ends with 1', async () => {
  expect(await get('/other')).toMatchObject({ code: 1, body: { error: 'Not found' } })
  const unknown = await get('/api/compliance-scans.php?action=server&name=x')
  expect(unknown).toMatchObject({ code: 1, body: { error: 'Server not found' } })
})

it.each([
  '/api/./malware.php',
  '/api/x/../malware.php',
  '/api/%2e/malware.php',
  '/api\\malware.php',
  '/api/mal\tware.php',
  '/api/malware.php#top',
  '//host/api/malware.php',
])('a path is taken letter for letter, as over HTTP: %j is unknown', async (path) => {
  expect(await get(path)).toMatchObject({ code: 1, body: { error: 'Not found' } })
})

it('the whole address is read by its path, as over HTTP', async () => {
  expect((await get('http://localhost/api/malware.php')).code).toBe(0)
  expect((await get('http://localhost/api/./malware.php')).code).toBe(1)
})

it('500: prints the error, writes what helps and the detail to standard error, and ends with 1', async () => {
  const database = `sqlite:${join(temporaryFolder(), 'missing.db')}`
  const { code, stdout, stderr } = await secdash(['get', '/api/malware.php'], {
    DATABASE_URL: database,
  })
  expect([code, stdout]).toEqual([1, '{"error":"Database connection failed"}\n'])
  const [told = '', logged = ''] = stderr.split('\n')
  expect(told).toMatch(
    /^secdash: there is no answer: there is no such file \(.*ENOENT.*\)\. \S.*secdash migrate/,
  )
  expect(JSON.parse(logged)).toMatchObject({
    msg: 'failure',
    kind: 'connection',
    user: 'secdash-get',
    detail: expect.stringContaining('ENOENT'),
  })
})

it('500: what a row holds is shown, and is not taken for the reason', async () => {
  const { url, db, insert } = await temporaryDatabase()
  await insert('compliance_scans', complianceScan())
  await sql`pragma ignore_check_constraints = on`.execute(db)
  await sql`update compliance_scans set scan_date = ${'the TLS audit\u001b[2J'}`.execute(db)
  const { code, stderr } = await secdash(['get', '/api/compliance-scans.php', '--database', url])
  expect(code).toBe(1)
  expect(stderr.split('\n')[0]).toMatch(
    /^secdash: there is no answer: UnreadableValue: column latest_scan_date holds "the TLS audit\\u001b\[2J".*\. Run secdash check: /,
  )
})

it('data that had to be left out is named on standard error', async () => {
  const { url, insert } = await temporaryDatabase()
  await insert('malware_scans', malwareScan({ summary: 'broken' }))
  const { code, stderr } = await secdash(['get', '/api/malware.php', '--database', url])
  expect(code).toBe(0)
  expect(JSON.parse(stderr)).toMatchObject({ level: 40, msg: 'data left out' })
})

it('the base path is part of the path', async () => {
  expect((await get('/ops/api/malware.php', '--base-path', '/ops')).code).toBe(0)
  expect((await get('/api/malware.php', '--base-path', '/ops')).code).toBe(1)
})

it('the time zone is that of the setting', async () => {
  const { body } = await get('/api/malware.php', '--timezone', 'Asia/Tokyo')
  expect(body.timestamp).toMatch(/\+09:00$/)
})

it.each(['', 'api/malware.php', 'http://[', '/\\[', 'http://host:99999/'])(
  'what cannot be a path is wrong usage: %j',
  async (path) => {
    const { code, stdout, stderr } = await secdash(['get', path])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe(`secdash: ${JSON.stringify(path)} is not a path such as /api/malware.php\n`)
  },
)

it('no path, however odd, ends otherwise than with a body or one line', async () => {
  const database = `sqlite:${join(temporaryFolder(), 'missing.db')}`
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter }), async (text) => {
      const { code, stdout, stderr } = await secdash(['get', '--database', database, '--', text])
      if (code === 1) expect(JSON.parse(stdout)).toHaveProperty('error')
      else expect([code, stderr.split('\n').length]).toEqual([2, 2])
    }),
    { numRuns: 200, seed: 11 },
  )
})
