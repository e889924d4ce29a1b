// Behind a real nginx, as docs/deploying.md has it: who asks is whom nginx knows, whatever a client says.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryDatabase } from '../support/database.ts'
import { hasPrograms } from '../support/programs.ts'
import { type BehindNginx, behindNginx } from '../support/proxy/behind-nginx.ts'
import { FORMS, type Form, replaced } from '../support/proxy/documented-site.ts'
import { forge, usersIn } from '../support/proxy/forging.ts'
import { LOGIN, PROGRAMS } from '../support/proxy/front.ts'
import { ASKED_MEANWHILE, rollingRestarts } from '../support/proxy/rolling-restarts.ts'
import { rawConnection, requestBytes } from '../support/raw-http.ts'

const isThere = hasPrograms(...PROGRAMS)

/** test/long/forged-requests.ts sends more. */
const COUNT = 1_000
const SEED = 20_261_119
/** test/long/rolling-restarts.ts restarts more often. */
const RESTARTS = 4
/** A line is logged when its answer has left. */
const PATIENCE = { timeout: 30_000 }
const FORGED = 'X-Auth-User-ID: forged'
const TARGET = '/api/malware.php'

async function behind(form: Form, change?: (site: string) => string): Promise<BehindNginx> {
  const { url } = await temporaryDatabase()
  const all = await behindNginx(url, form, change)
  onTestFinished(all.stop)
  return all
}

async function ask(
  to: Parameters<typeof rawConnection>[0],
  target: string,
  ...lines: readonly string[]
) {
  const connection = rawConnection(to)
  connection.send(requestBytes(target, { headers: ['Host: localhost', ...lines] }))
  const response = await connection.next()
  connection.reset()
  return response
}

describe.runIf(isThere).each(FORMS)('nginx with %s', (form) => {
  it('tells the service who asks, also where the client says something else', async () => {
    const { port, logged } = await behind(form)
    for (const lines of [[LOGIN[form]], [LOGIN[form], FORGED], [FORGED, LOGIN[form]]]) {
      const { status, text } = await ask({ port }, TARGET, ...lines)
      expect(status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({ active_detections: [] })
    }
    await vi.waitFor(() => expect(usersIn(logged)).toEqual({ anna: 3 }), PATIENCE)
  })

  it.each([
    { says: 'nothing', lines: [] },
    { says: FORGED, lines: [FORGED] },
  ])('answers as the service does who is not signed in and says $says', async ({ lines }) => {
    const { port, socket, logged } = await behind(form)
    const { status, headers, text } = await ask({ port }, TARGET, ...lines)
    const own = await ask({ path: socket }, TARGET)
    expect([status, text]).toEqual([own.status, own.text])
    expect([status, text]).toEqual([401, '{"error":"Unauthorized"}'])
    expect(headers.get('content-type')).toEqual(['application/json'])
    await vi.waitFor(
      () => expect(logged.filter(({ msg }) => msg === 'request')).toHaveLength(1),
      PATIENCE,
    )
  })

  it.each([
    '/api//malware.php',
    '/api/%6dalware.php',
    '/api/./malware.php',
    '/api/x/../malware.php',
    '/api/malware.php/',
    '/api/malware.php;x',
    '/api/MALWARE.php',
    '/api/',
    '/api/malware.php?x=%0d%0a',
  ])('lets the service see the path as it was sent: %s', async (target) => {
    const { port, socket } = await behind(form)
    const own = await ask({ path: socket }, target, 'X-Auth-User-ID: anna')
    const { status } = await ask({ port }, target, LOGIN[form])
    expect(status).toBe(own.status)
    expect((await ask({ port }, target, FORGED)).status).toBe(401)
  })

  it('1,000 forged requests: the service takes nobody for another', async () => {
    const report = await forge(await behind(form), { form, count: COUNT, seed: SEED })
    expect(report.violations).toEqual([])
    expect(report.sent).toBe(COUNT)
    // The generator must reach what it is there for.
    expect(report.users['anna']).toBeGreaterThan(100)
    for (const status of [200, 400, 401, 404, 405]) {
      expect(report.statuses[status], `answers with ${status}`).toBeGreaterThan(0)
    }
  })

  it('finds the trap: a header set around the location is forgotten in it', async () => {
    const line = /^ {4}proxy_set_header X-Auth-User-ID (\$\w+);\n/m
    const trapped = await behind(form, (site) => {
      const [, user = ''] = line.exec(site) ?? []
      const around = `server {\n  proxy_set_header X-Auth-User-ID ${user};`
      return replaced(replaced(site, line, ''), /^server \{/m, around)
    })
    const report = await forge(trapped, { form, count: 100, seed: SEED })
    expect(report.violations).toContain('taken for forged')
  })

  it('answers 502 to those who are signed in while the service is away, and 401 to others', async () => {
    const { port, stopService } = await behind(form)
    await stopService()
    expect((await ask({ port }, TARGET, LOGIN[form])).status).toBe(502)
    expect((await ask({ port }, TARGET, FORGED)).status).toBe(401)
  })
})

describe.runIf(isThere)('two instances, restarted one after the other', () => {
  it('no restart costs an answer', async () => {
    const { url } = await temporaryDatabase()
    const { asked, failed } = await rollingRestarts(url, { restarts: RESTARTS })
    expect(failed).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(2 * RESTARTS * ASKED_MEANWHILE)
  })
})

describe.runIf(isThere)('a session that is nobody’s', () => {
  it('is a 401 of the service', async () => {
    const { port, logged } = await behind('sessions')
    const { status, text } = await ask({ port }, TARGET, 'Cookie: session=nobody', FORGED)
    expect([status, text]).toEqual([401, '{"error":"Unauthorized"}'])
    await vi.waitFor(
      () => expect(logged).toContainEqual(expect.objectContaining({ reason: 'no X-Auth-User-ID' })),
      PATIENCE,
    )
  })
})
