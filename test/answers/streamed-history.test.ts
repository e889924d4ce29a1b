// The history of all servers, where it is too long to be held: `serve` streams it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { CompiledQuery } from 'kysely'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { answersOf } from '../support/answers-of.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { executions } from '../support/executions.ts'
import { runningService } from '../support/listening.ts'
import { openWithoutName } from '../support/open-files.ts'
import { complianceScan } from '../support/rows.ts'

const HISTORY = '/api/compliance-scans.php?action=history&days=365'
const SCANS = 6_000
const HOUR_MS = 3_600_000

const dateTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** Scans of awkwardly named servers, several in a second, some of them in the future. */
async function manyScans() {
  const database = await temporaryDatabase()
  const now = Date.now()
  const names = ['10', '9', '__proto__', 'web-01', 'WEB-01', 'Größe', '"quoted"', '～', '😀']
  await database.insert(
    'compliance_scans',
    ...Array.from({ length: SCANS }, (_, i) =>
      complianceScan({
        server_name: names[i % names.length] as string,
        scan_date: dateTime(now - (Math.floor(i / 5) - 10) * HOUR_MS),
        overall_score: i % 3 === 0 ? null : (i % 1000) / 10,
        checks_total: i,
      }),
    ),
  )
  return database
}

async function served() {
  const database = await manyScans()
  // Services of others may spool just now.
  vi.stubEnv('TMPDIR', temporaryFolder())
  const service = await runningService({ database: database.url, readers: '2', deadline: '60' })
  return { ...service, database }
}

/** Sends a request as it is, and gives all that comes until the connection ends. */
async function rawAnswer(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  return (await buffer(socket)).toString()
}

const request = (method: string, version: string) =>
  `${method} ${HISTORY} HTTP/${version}\r\nHost: x\r\nX-Auth-User-ID: t\r\nConnection: close\r\n\r\n`

const spools = () => readdirSync(tmpdir())
const openSpools = () => openWithoutName().filter((path) => path.startsWith(tmpdir()))

afterEach(() => void vi.unstubAllEnvs())

it('needs a place for temporary files only where it is long', async () => {
  const { port } = await served()
  const folder = tmpdir()
  vi.stubEnv('TMPDIR', '/nonexistent')
  const ask = async (days: number) => {
    const url = `http://127.0.0.1:${port}/api/compliance-scans.php?action=history&days=${days}`
    return (await fetch(url, { headers: { 'X-Auth-User-ID': 't' } })).status
  }
  expect([await ask(1), await ask(365)]).toEqual([200, 500])
  vi.stubEnv('TMPDIR', folder)
  expect(await ask(365)).toBe(200)
})

/** Which threads of this process let others go first: the 17th field after the name says how much. */
const steppedBack = () =>
  readdirSync('/proc/self/task').filter((id) => {
    try {
      const line = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
      return Number(line.slice(line.lastIndexOf(')')).split(' ')[17]) > getPriority()
    } catch {
      // It has just ended.
      return false
    }
  })

// At the lowest priority of all nobody can step back.
it.runIf(process.platform === 'linux' && getPriority() < 19)(
  'one thread at most lets the others go first, and only where it is long',
  async () => {
    const { port } = await served()
    const ask = async (days: number) => {
      const url = `http://127.0.0.1:${port}/api/compliance-scans.php?action=history&days=${days}`
      await (await fetch(url, { headers: { 'X-Auth-User-ID': 't' } })).arrayBuffer()
    }
    const before = new Set(steppedBack())
    const since = () => steppedBack().filter((id) => !before.has(id))
    await ask(1)
    expect(since()).toEqual([])
    for (let i = 0; i < 3; i++) await ask(365)
    expect(since()).toHaveLength(1)
  },
)

it.runIf(existsSync('/sys'))('the log says why there can be no temporary file', async () => {
  const { port, logged } = await served()
  // A folder in which nobody may make a file.
  vi.stubEnv('TMPDIR', '/sys')
  expect(await rawAnswer(port, request('GET', '1.1'))).toMatch(/^HTTP\/1\.1 500 .*Internal server/s)
  expect((await logged()).find(({ msg }) => msg === 'failure')).toMatchObject({
    text: 'the temporary file of a long answer cannot be made',
    detail: expect.stringMatching(
      /^Error: (EACCES|EPERM|EROFS): .*TMPDIR must be a folder with room/,
    ),
  })
})

const withoutTimestamp = (text: string) => text.replace(/"timestamp":"[^"]+"/, '')

it('has the same bytes as where it is held in memory, and leaves no file', async () => {
  const { port, database } = await served()
  const direct = answersOf(database.url)
  const due = Buffer.from(
    await direct.answer({ ask: 'compliance.history', server: null, days: 365 }),
  )
  await direct.close()
  const response = await fetch(`http://127.0.0.1:${port}${HISTORY}`, {
    headers: { 'x-auth-user-id': 't' },
  })
  expect(response.headers.get('transfer-encoding')).toBe('chunked')
  const text = await response.text()
  expect(JSON.parse(text).total_scans).toBe(SCANS)
  expect(withoutTimestamp(text)).toBe(withoutTimestamp(due.toString()))
  expect(spools()).toEqual([])
})

it('has the headers of every answer, but for its length', async () => {
  const { port } = await served()
  const headersOf = async (days: number) => {
    const url = `http://127.0.0.1:${port}/api/compliance-scans.php?action=history&days=${days}`
    const response = await fetch(url, { headers: { 'X-Auth-User-ID': 't' } })
    await response.arrayBuffer()
    const { date, ...headers } = Object.fromEntries(response.headers)
    return headers
  }
  const { 'content-length': _, ...short } = await headersOf(1)
  expect(short).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  expect(await headersOf(365)).toEqual({ ...short, 'transfer-encoding': 'chunked' })
})

it('tells HTTP/1.0 its length, which knows no other sign of the end', async () => {
  const { port } = await served()
  const answer = await rawAnswer(port, request('GET', '1.0'))
  const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s)
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body).total_scans).toBe(SCANS)
})

it('HEAD has the headers and no body', async () => {
  const { port, logged } = await served()
  const answer = await rawAnswer(port, request('HEAD', '1.1'))
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json\r\n/)
  expect(answer).toMatch(/\r\n\r\n$/)
  expect((await logged()).filter(({ msg }) => msg === 'failure')).toEqual([])
  await expect.poll(openSpools).toEqual([])
})

it('HEAD, and a client that leaves, let the thread that works for them live on', async () => {
  const { port, logged } = await served()
  const whole = () => rawAnswer(port, request('GET', '1.1'))
  expect(await whole()).toMatch(/\r\n0\r\n\r\n$/)
  let started = 0
  const onWorker = () => void started++
  process.on('worker', onWorker)
  onTestFinished(() => void process.off('worker', onWorker))
  for (let i = 0; i < 10; i++) {
    expect(await rawAnswer(port, request('HEAD', '1.1'))).toMatch(/^HTTP\/1\.1 200 OK/)
    const socket = connect(port, '127.0.0.1')
    socket.write(request('GET', '1.1'))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
  }
  expect(await whole()).toMatch(/\r\n0\r\n\r\n$/)
  expect(started).toBe(0)
  expect((await logged()).filter(({ msg }) => msg === 'failure')).toEqual([])
  await expect.poll(openSpools).toEqual([])
})

/** The scan with this date, of the newest or the oldest one, cannot be shown. */
async function servedBut(which: 'max' | 'min') {
  const service = await served()
  const { db } = service.database
  await db.schema.alterTable('compliance_scans').renameTo('scans').execute()
  await db.executeQuery(
    CompiledQuery.raw(`create view compliance_scans as
      select scan_id, server_name, server_type, scan_date, overall_score,
        findings_critical, findings_high, findings_medium, findings_low, findings_pass,
        case when scan_date = (select ${which}(scan_date) from scans) then 'soon' else checks_total end
          as checks_total
      from scans`),
  )
  return service
}

const UNREADABLE = {
  kind: 'query',
  text: 'column checks_total holds "soon", expected an integer up to 2^53-1',
}

it('an error in the middle breaks the connection off, and is logged', async () => {
  const { port, logged } = await servedBut('max')
  const answer = await rawAnswer(port, request('GET', '1.1'))
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/)
  // The end of a chunked body is a chunk of no length.
  expect(answer).not.toMatch(/\r\n0\r\n\r\n$/)
  // Nothing is out yet where the length is told first.
  expect(await rawAnswer(port, request('GET', '1.0'))).toMatch(/^HTTP\/1\.1 500 .*Database query/s)
  expect((await logged()).find(({ msg }) => msg === 'failure')).toMatchObject(UNREADABLE)
  expect(spools()).toEqual([])
  await expect.poll(openSpools).toEqual([])
})

it('an error in the first page is a 500 like any other', async () => {
  const { port, logged } = await servedBut('min')
  for (const method of ['GET', 'HEAD']) {
    expect(await rawAnswer(port, request(method, '1.1'))).toMatch(/^HTTP\/1\.1 500 /)
  }
  const failures = (await logged()).filter(({ msg }) => msg === 'failure')
  expect(failures).toMatchObject([UNREADABLE, UNREADABLE])
  expect(spools()).toEqual([])
  await expect.poll(openSpools).toEqual([])
})

it('a client that leaves is no failure, and the next is served', async () => {
  const { port, logged } = await served()
  const socket = connect(port, '127.0.0.1')
  socket.write(request('GET', '1.1'))
  await new Promise((resolve) => socket.once('data', resolve))
  socket.destroy()
  const waiting = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) => waiting.write(request('GET', '1.0'), () => resolve()))
  waiting.destroy()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => rawAnswer(port, request('GET', '1.1'))),
  )
  for (const answer of answers) expect(answer).toMatch(/\r\n0\r\n\r\n$/)
  expect((await logged()).filter(({ msg }) => msg === 'failure')).toEqual([])
  expect(spools()).toEqual([])
  await expect.poll(openSpools).toEqual([])
})

it('secdash check reads it page by page, as the service does', async () => {
  const { url } = await manyScans()
  const direct = answersOf(url, { deadlineMs: 60_000 })
  onTestFinished(direct.close)
  const question = { ask: 'compliance.history', server: null, days: 365 } as const
  const seen = await executions(() => direct.tryOut(question))
  expect(seen.filter(({ sql }) => /checks_total/.test(sql) && !/limit/.test(sql))).toEqual([])
  expect(seen.filter(({ sql }) => /checks_total.*limit/s.test(sql)).length).toBeGreaterThan(20)
})
