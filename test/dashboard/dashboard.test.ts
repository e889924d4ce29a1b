// The dashboard's pages and files over HTTP: off unless asked for, and behind the same checks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { VIEWS } from '../../src/http/dashboard.ts'
import { loadDashboard } from '../../src/http/dashboard-files.ts'
import { demoPeers, networkPeers } from '../../src/http/peers.ts'
import { temporaryFolder } from '../support/database.ts'
import { testApp } from '../support/listening.ts'

const SIGNED_IN = { 'x-auth-user-id': 'tester' }
const VISITOR = { ...SIGNED_IN, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const PATHS = VIEWS.map((view) => view.replace(':name', 'web-01'))

/** A built dashboard of three files. */
function smallDashboard(timezone = 'UTC') {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'assets'))
  const head = '<base href="./" /><meta name="timezone" content="UTC" />'
  writeFileSync(join(folder, 'index.html'), `<head>${head}</head>`)
  writeFileSync(join(folder, 'assets', 'app-abc.js'), 'same();'.repeat(100))
  writeFileSync(join(folder, 'assets', 'font-abc.woff2'), 'w')
  writeFileSync(join(folder, 'assets', 'other-abc.bin'), 'b')
  return loadDashboard(timezone, folder)
}

async function served(options: Parameters<typeof testApp>[0] = {}) {
  const { app } = await testApp({ builtDashboard: smallDashboard(), ...options })
  return (url: string, headers: Record<string, string> = SIGNED_IN, method = 'GET') =>
    app.inject({ method: method as 'GET', url, headers })
}

describe('switched off', () => {
  it('every page and file is a 404 in JSON, for a browser too', async () => {
    const { app } = await testApp()
    for (const url of [...PATHS, '/assets/app-abc.js', '/index.html']) {
      const reply = await app.inject({ url, headers: VISITOR })
      expect([url, reply.statusCode, reply.body]).toEqual([url, 404, '{"error":"Not found"}'])
    }
  })
})

describe('switched on', () => {
  it('every page and file asks who is there first', async () => {
    const get = await served()
    for (const url of [...PATHS, '/assets/app-abc.js', '/nowhere']) {
      const reply = await get(url, { accept: 'text/html' })
      expect([url, reply.statusCode, reply.body]).toEqual([url, 401, '{"error":"Unauthorized"}'])
    }
  })

  it('a page is never kept, framed, or given anything from elsewhere', async () => {
    const get = await served()
    for (const url of PATHS) {
      const { statusCode, headers } = await get(url)
      expect([url, statusCode]).toEqual([url, 200])
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("style-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy.join()).not.toMatch(/unsafe|data:|\*|http/)
    }
  })

  it.each([100, 101, 255])(
    'a server of %i letters has a page, behind the same checks',
    async (length) => {
      const get = await served()
      const url = `/servers/${'a'.repeat(length)}`
      expect((await get(url)).statusCode).toBe(200)
      const refused = await get(url, { accept: 'text/html' })
      expect([refused.statusCode, refused.body]).toEqual([401, '{"error":"Unauthorized"}'])
    },
  )

  it('a file with a hash in its name is kept for a year, by the visitor alone', async () => {
    const get = await served()
    const { statusCode, headers } = await get('/assets/app-abc.js')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('a file is sent compressed to who takes that, where it gains', async () => {
    const get = await served()
    const zipped = await get('/assets/app-abc.js', { ...SIGNED_IN, 'accept-encoding': 'br, gzip' })
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(zipped.rawPayload).toString()).toBe('same();'.repeat(100))
    for (const encodings of ['', 'br', 'gzip;q=0', 'br, gzip ; q=0.000, *;q=0', 'xgzip']) {
      const plain = await get('/assets/app-abc.js', { ...SIGNED_IN, 'accept-encoding': encodings })
      expect([encodings, plain.headers['content-encoding']]).toEqual([encodings, undefined])
      expect(plain.body).toBe('same();'.repeat(100))
    }
    for (const encodings of ['GZIP', 'gzip;q=0.5', 'gzip;q=0.001', 'br;q=0, gzip']) {
      const { headers } = await get('/assets/app-abc.js', {
        ...SIGNED_IN,
        'accept-encoding': encodings,
      })
      expect([encodings, headers['content-encoding']]).toEqual([encodings, 'gzip'])
    }
    const font = await get('/assets/font-abc.woff2', { ...SIGNED_IN, 'accept-encoding': 'gzip' })
    expect(font.headers).toMatchObject({ 'content-type': 'font/woff2' })
    expect(font.headers['content-encoding']).toBeUndefined()
    expect((await get('/assets/other-abc.bin')).headers['content-type']).toBe(
      'application/octet-stream',
    )
  })

  it('HEAD is served, other methods are a 405', async () => {
    const get = await served()
    for (const url of ['/', '/malware', '/assets/app-abc.js']) {
      const head = await get(url, SIGNED_IN, 'HEAD')
      expect([head.statusCode, head.headers['allow']]).toEqual([200, undefined])
      const post = await get(url, SIGNED_IN, 'POST')
      expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('no path leads out of the folder', async () => {
    const get = await served()
    for (const url of [
      '/assets/../index.html',
      '/assets/%2e%2e/index.html',
      '/assets/..%2f..%2fpackage.json',
      '/assets/',
      '/assets',
      '/index.html',
      '/built-from',
    ]) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    }
  })

  it('the endpoints are as they were, and what is unknown below /api is JSON for everyone', async () => {
    const get = await served()
    expect((await get('/api/malware.php')).headers['content-type']).toBe('application/json')
    for (const url of ['/api', '/api/', '/api/other.php']) {
      const reply = await get(url, VISITOR)
      expect([url, reply.statusCode, reply.body]).toEqual([url, 404, '{"error":"Not found"}'])
    }
  })

  it('an unknown path is a page for a visitor and JSON for a program, a 404 for both', async () => {
    const get = await served()
    const page = await get('/no/such/page?x=/y', VISITOR)
    expect(page.statusCode).toBe(404)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toBeDefined()
    expect(page.body).toContain('<base href="../../" />')
    const json = await get('/no/such/page')
    expect([json.statusCode, json.body]).toEqual([404, '{"error":"Not found"}'])
  })

  it('a page knows the zone of the service, which no answer names', async () => {
    const get = await served({ builtDashboard: smallDashboard('Europe/Berlin') })
    const zone = '<meta name="timezone" content="Europe/Berlin" />'
    for (const path of PATHS) expect((await get(path)).body).toContain(zone)
    expect((await get('/no/such/page', VISITOR)).body).toContain(zone)
  })

  it('a page knows how far below the base it is, whatever stands in front', async () => {
    const get = await served({ basePath: '/ops/secdash' })
    expect((await get('/ops/secdash/')).body).toContain('<base href="./" />')
    expect((await get('/ops/secdash/malware?x=a/b')).body).toContain('<base href="./" />')
    expect((await get('/ops/secdash/servers/web-01')).body).toContain('<base href="../" />')
    expect((await get('/ops/secdash/assets/app-abc.js')).statusCode).toBe(200)
    const bare = await get('/ops/secdash')
    expect([bare.statusCode, bare.headers['location']]).toEqual([308, 'secdash/'])
    expect(bare.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('a server has its page by a name of up to 255 characters, encoded or not', async () => {
    const get = await served()
    for (const name of ['a'.repeat(101), 'a'.repeat(255), '%61'.repeat(255), '%25'.repeat(255)]) {
      const { statusCode, headers } = await get(`/servers/${name}`)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    }
  })

  it('a longer name is an unknown path like any other, after the 401', async () => {
    for (const name of ['a'.repeat(256), 'a'.repeat(5000), '%25'.repeat(256)]) {
      const { app, logged } = await testApp({ builtDashboard: smallDashboard() })
      const url = `/servers/${name}`
      const replies = [
        await app.inject({ url }),
        await app.inject({ url, method: 'POST', payload: 'x' }),
        await app.inject({ url, headers: SIGNED_IN }),
        await app.inject({ url, headers: VISITOR }),
      ]
      const UNAUTHORIZED = '{"error":"Unauthorized"}'
      const page = expect.stringContaining('<base href="../" />')
      expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual([
        [401, UNAUTHORIZED],
        [401, UNAUTHORIZED],
        [404, '{"error":"Not found"}'],
        [404, page],
      ])
      for (const { headers, body } of replies) {
        expect(headers['cache-control']).toBe('no-store')
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(body).not.toContain('aaa')
      }
      expect(replies.slice(0, 3).map(({ headers }) => headers['content-type'])).toEqual(
        Array(3).fill('application/json'),
      )
      expect(logged.map(({ status, user, path }) => [status, user, path])).toEqual([
        [401, null, url],
        [401, null, url],
        [404, 'tester', url],
        [404, 'tester', url],
      ])
      expect(new Set(logged.map(({ id }) => id)).size).toBe(4)
    }
  })

  it('beside the base path there is nothing, for a visitor neither', async () => {
    const get = await served({ basePath: '/ops' })
    for (const url of ['/', '/malware', '/opsx', '/ops2/']) {
      const reply = await get(url, VISITOR)
      expect([url, reply.statusCode, reply.body]).toEqual([url, 404, '{"error":"Not found"}'])
    }
  })
})

it('a dashboard that is not built stops the start, and says what to do', () => {
  expect(() => loadDashboard('UTC', temporaryFolder())).toThrow(
    /^the dashboard is not built \(ENOENT.*\); run `npm run web`$/,
  )
})

describe('the demo’s stand-in for an upstream', () => {
  const host = '127.0.0.1:8080'

  it('signs in whoever comes by loopback, and believes the header as ever', async () => {
    const get = await served({ peers: demoPeers(networkPeers([])) })
    for (const name of [host, 'localhost:8080', 'LOCALHOST', '[::1]:8080']) {
      expect([name, (await get('/', { host: name })).statusCode]).toEqual([name, 200])
    }
    expect((await get('/api/malware.php', { host })).statusCode).toBe(200)
  })

  it('signs in nobody who came through the name of another site', async () => {
    const get = await served({ peers: demoPeers(networkPeers([])) })
    for (const name of ['rebound.example', '127.0.0.1.example', 'localhost.example:8080']) {
      expect([name, (await get('/', { host: name })).statusCode]).toEqual([name, 401])
    }
  })

  it('does not mend a header that is wrong', async () => {
    const get = await served({ peers: demoPeers(networkPeers([])) })
    for (const user of ['', 'a,b', 'x'.repeat(257)]) {
      expect((await get('/', { host, 'x-auth-user-id': user })).statusCode).toBe(401)
    }
  })

  it('knows loopback only, whatever networks are trusted', () => {
    const peers = demoPeers(networkPeers(['10.0.0.0/8']))
    const from = (remoteAddress: string) =>
      peers.visitor({ socket: { remoteAddress }, headers: { host } } as never)
    expect(from('127.0.0.1')).toBe('demo')
    expect(from('::ffff:127.0.0.1')).toBe('demo')
    expect(from('10.0.0.5')).toBe(null)
    const nameless = { socket: { remoteAddress: '127.0.0.1' }, headers: {} }
    expect(peers.visitor(nameless as never)).toBe(null)
  })
})
