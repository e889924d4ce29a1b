// spec 7: what a client and the log are told when the database cannot answer.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/database.ts'
import { testService } from '../support/service.ts'

const MALWARE = '/api/malware.php'
const POSTURE = '/api/posture.php'
const ACTIONS = ['summary', 'server&name=web-01', 'findings', 'categories', 'history']
const COMPLIANCE = ACTIONS.map((action) => `/api/compliance-scans.php?action=${action}`)
const EVERYWHERE = [MALWARE, POSTURE, ...COMPLIANCE]

/** The path of a database whose file these statements have made. */
function made(...statements: string[]): string {
  const path = join(temporaryFolder(), 'made.db')
  const database = new DatabaseSync(path)
  for (const statement of statements) database.exec(statement)
  database.close()
  return path
}

describe('a connection that cannot be had', () => {
  it.each([
    ['the file is missing', (folder: string) => join(folder, 'none.db')],
    ['its folder is missing', (folder: string) => join(folder, 'none', 'none.db')],
    [
      'it is a folder',
      (folder: string) => {
        mkdirSync(join(folder, 'folder.db'))
        return join(folder, 'folder.db')
      },
    ],
    [
      'a file lies in the place of its folder',
      (folder: string) => {
        writeFileSync(join(folder, 'file'), '')
        return join(folder, 'file', 'x.db')
      },
    ],
    [
      'it is a link to itself',
      (folder: string) => {
        symlinkSync('loop.db', join(folder, 'loop.db'))
        return join(folder, 'loop.db')
      },
    ],
  ])('is told without a reason on every endpoint: %s', async (_, make) => {
    const { get, logged } = await testService({ url: `sqlite:${make(temporaryFolder())}` })
    for (const url of EVERYWHERE) {
      const { status, text } = await get(url)
      expect([url, status, text]).toEqual([url, 500, '{"error":"Database connection failed"}'])
    }
    const failures = logged.filter(({ msg }) => msg === 'failure')
    expect(failures).toHaveLength(EVERYWHERE.length)
    for (const line of failures) expect(line).toMatchObject({ kind: 'connection', user: 'tester' })
  })
})

describe('a query that fails', () => {
  it('because the tables are missing is a 500', async () => {
    const { get } = await testService({ url: `sqlite:${made('create table other (x)')}` })
    for (const url of [MALWARE, POSTURE]) {
      const { status, text } = await get(url)
      expect([url, status, text]).toEqual([url, 500, '{"error":"Database query failed"}'])
    }
    for (const url of COMPLIANCE) {
      const { status, body } = await get(url)
      const message = expect.stringMatching(/^no such table: compliance_(scans|findings)$/)
      expect([url, status]).toEqual([url, 500])
      expect(body).toEqual({ error: 'Database query failed', message })
    }
  })

  it('because a column is missing is a 500', async () => {
    const path = made('create table compliance_scans (scan_id integer)')
    const { get } = await testService({ url: `sqlite:${path}` })
    const { status, body } = await get('/api/compliance-scans.php')
    expect([status, body.error]).toEqual([500, 'Database query failed'])
    expect(body.message).toMatch(/^no such column: "server_name"/)
  })

  it('because the file is no database is a 500 that does not name the file', async () => {
    const path = join(temporaryFolder(), 'novel.db')
    writeFileSync(path, 'It was a dark and stormy night. '.repeat(200))
    const { get, logged } = await testService({ url: `sqlite:${path}` })
    const { body } = await get('/api/compliance-scans.php')
    expect(body).toEqual({ error: 'Database query failed', message: 'file is not a database' })
    expect(logged[0]).toMatchObject({ msg: 'failure', kind: 'query' })
  })

  it('gives at most 512 characters of message, none of them a control character', async () => {
    const name = `\u001b[2J\r\n\u0085${'n'.repeat(600)}`
    const path = made(`create view compliance_scans as select * from "${name}"`)
    const { get } = await testService({ url: `sqlite:${path}` })
    const { body } = await get('/api/compliance-scans.php')
    expect(body.message).toMatch(/^no such table: \S*\[2Jn+$/)
    expect(body.message).toHaveLength(512)
  })

  it('gives neither the SQL nor the parameters', async () => {
    const { get, logged } = await testService({ url: `sqlite:${made('create table x (y)')}` })
    const { text } = await get('/api/compliance-scans.php?action=findings&server=CANARY-1')
    expect(text).not.toMatch(/select|CANARY/i)
    expect(String(logged[0]?.['detail'])).toContain('no such table')
  })
})
