// Paths match letter for letter once they are decoded; every other one is a 404.
import { describe, expect, it } from 'vitest'
import { listeningApp } from '../support/listening.ts'
import { rawConnection, requestBytes } from '../support/raw-http.ts'
import { testService } from '../support/service.ts'

/** Targets go out as bytes: an HTTP client would tidy them up first. */
async function statusOf(...targets: string[]): Promise<Record<string, number>> {
  const { port } = await listeningApp()
  const connection = rawConnection({ port })
  const statuses: Record<string, number> = {}
  for (const target of targets) {
    connection.send(requestBytes(target))
    const { status, text } = await connection.next()
    statuses[target] = status
    if (status === 404) expect(text).toBe('{"error":"Not found"}')
  }
  connection.reset()
  return statuses
}

const all = (status: number, targets: readonly string[]) =>
  Object.fromEntries(targets.map((target) => [target, status]))

it('the three paths are served', async () => {
  const paths = ['/api/malware.php', '/api/posture.php', '/api/compliance-scans.php']
  expect(await statusOf(...paths)).toEqual(all(200, paths))
})

it('a path that is nearly right is a 404', async () => {
  const paths = [
    '/',
    '/api',
    '/api/',
    '/api/malware',
    '/api/malware.php/',
    '/api/malware.php/x',
    '/api/malware.phpx',
    '/api/malware.ph',
    '/API/malware.php',
    '/api/Malware.php',
    '/api//malware.php',
    '//api/malware.php',
    '/api/./malware.php',
    '/api/../api/malware.php',
    '/x/../api/malware.php',
    '/api/%2e/malware.php',
    '/api%2Fmalware.php',
    '/api/malware.php%2F',
    '/api/malware.php;x=1',
    '/api/malware.php%3Fx',
    '/api/malware.php%00',
    '/api/malware.php%20',
    '/api/malware.php%0A',
    '/api\\malware.php',
    '/api/%256dalware.php',
    '/v1/api/malware.php',
    '/favicon.ico',
    '/health',
    '/__proto__',
    '/constructor',
  ]
  expect(await statusOf(...paths)).toEqual(all(404, paths))
})

it('a path that cannot be decoded is a 404', async () => {
  const paths = ['/api/malware.php%', '/%zz', '/%c3%28', '/%ff', '/api/%u0061', '/%E0%A4%A']
  expect(await statusOf(...paths)).toEqual(all(404, paths))
})

it('a path with a fragment is a 404: no client sends one', async () => {
  const paths = ['/api/compliance-scans.php#action=findings', '/api/malware.php#', '/#/api']
  expect(await statusOf(...paths)).toEqual(all(404, paths))
})

it('a letter of the path may be percent-encoded', async () => {
  const paths = ['/api/malware%2ephp', '/%61pi/%6Dalware.php', '/api/compliance%2Dscans.php']
  expect(await statusOf(...paths)).toEqual(all(200, paths))
})

it('a target with scheme and host means its path', async () => {
  const served = ['http://elsewhere.example/api/malware.php', 'https://h:1/api/posture.php?days=1']
  expect(await statusOf(...served)).toEqual(all(200, served))
  const unknown = ['http://h/api/other.php', 'http://h/', 'http://h', 'ftp://h/api/malware.php']
  expect(await statusOf(...unknown)).toEqual(all(404, unknown))
})

it('a target with a broken host is no way round the checks', async () => {
  const hosts = ['h:port', 'h:99999', 'h:1:2', '[', '', 'user:pw@h', '%zz', 'h?']
  const unknown = hosts.map((host) => `http://${host}/CANARY`)
  expect(await statusOf(...unknown)).toEqual(all(404, unknown))
  const { port } = await listeningApp()
  for (const target of [...unknown, 'http://h:port', 'http://h:port/api/malware.php']) {
    const connection = rawConnection({ port })
    connection.send(requestBytes(target, { headers: ['Host: h'] }))
    const { status, text } = await connection.next()
    expect([target, status, text]).toEqual([target, 401, '{"error":"Unauthorized"}'])
    connection.reset()
  }
})

it('an unknown parameter is ignored, and so is an empty query', async () => {
  const targets = [
    '/api/malware.php?',
    '/api/malware.php?days=0',
    '/api/malware.php?action=drop&name=%00',
    '/api/posture.php?x=1&%zz&&=&==',
    '/api/malware%2ephp?%zz',
    'http://h/api/malware.php?%zz',
    '/api/compliance-scans.php?nam=x&__proto__=x&constructor=y',
  ]
  expect(await statusOf(...targets)).toEqual(all(200, targets))
})

describe('with a base path', () => {
  it('the endpoints lie below it and nowhere else', async () => {
    const { get } = await testService({ basePath: '/ops/secdash' })
    expect((await get('/ops/secdash/api/malware.php')).status).toBe(200)
    expect((await get('/ops/secdash/api/posture.php?days=7')).status).toBe(200)
    expect((await get('/ops/secdash/api/compliance-scans.php')).status).toBe(200)
    expect((await get('/api/malware.php')).status).toBe(404)
    expect((await get('/secdash/api/malware.php')).status).toBe(404)
    expect((await get('/ops/secdash')).status).toBe(404)
  })

  it('a request without the header is a 401 below it and beside it', async () => {
    const { get } = await testService({ basePath: '/ops' })
    expect((await get('/ops/api/malware.php', {})).status).toBe(401)
    expect((await get('/api/malware.php', {})).status).toBe(401)
  })
})
