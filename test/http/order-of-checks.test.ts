// Who asks (401), then the path (404), the method (405), the parameters (400), the database (500).
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../src/errors.ts'
import { networkPeers } from '../../src/http/peers.ts'
import { temporaryFolder } from '../support/database.ts'
import { testApp } from '../support/listening.ts'
import { testService } from '../support/service.ts'
import { failingAnswers } from '../support/stand-in-answers.ts'

const USERS = { good: 'tester', missing: undefined, comma: 'a,b' }
const PEERS = { good: '127.0.0.1', stranger: '10.9.9.9' }
const METHODS = { good: 'GET', head: 'HEAD', wrong: 'POST', options: 'OPTIONS', trace: 'TRACE' }
const TARGETS = {
  malware: '/api/malware.php',
  posture: '/api/posture.php',
  summary: '/api/compliance-scans.php',
  badDays: '/api/posture.php?days=0',
  badAction: '/api/compliance-scans.php?action=drop',
  noName: '/api/compliance-scans.php?action=server',
  badSeverity: '/api/compliance-scans.php?action=findings&severity=worst',
  unknownPath: '/api/other.php',
  unknownPathBadDays: '/api/other.php?days=0',
  undecodablePath: '/api/%zz.php',
}

/** The order of the contract, said once more. */
function expectedStatus(user: string, peer: string, method: string, target: string): number {
  if (user !== 'good' || peer !== 'good') return 401
  if (target.startsWith('un')) return 404
  if (method !== 'good' && method !== 'head') return 405
  return target.startsWith('bad') || target === 'noName' ? 400 : 500
}

it('every mix of faults gets the answer to the first of them, and only what has none asks the database', async () => {
  const answers = failingAnswers(
    new Failure({ kind: 'connection', text: '', detail: 'down', code: null }),
  )
  const { app } = await testApp({ answers, peers: networkPeers([]) })
  for (const [user, id] of Object.entries(USERS)) {
    for (const [peer, remoteAddress] of Object.entries(PEERS)) {
      for (const [method, verb] of Object.entries(METHODS)) {
        for (const [target, url] of Object.entries(TARGETS)) {
          const asked = answers.asked.length
          const { statusCode } = await app.inject({
            method: verb as 'GET',
            url,
            remoteAddress,
            headers: id === undefined ? {} : { 'x-auth-user-id': id },
          })
          const expected = expectedStatus(user, peer, method, target)
          const mix = [user, peer, method, target].join(' ')
          expect(`${mix} ${statusCode}`).toBe(`${mix} ${expected}`)
          expect(answers.asked.length - asked, mix).toBe(expected === 500 ? 1 : 0)
        }
      }
    }
  }
})

describe('while the database is down', () => {
  const down = () => testService({ url: `sqlite:${join(temporaryFolder(), 'missing.db')}` })

  it('a right request is a 500', async () => {
    const { get } = await down()
    const { status, body } = await get('/api/malware.php')
    expect([status, body]).toEqual([500, { error: 'Database connection failed' }])
  })

  it('a request without the header is a 401, whatever else is wrong with it', async () => {
    const { get, request, logged } = await down()
    expect((await get('/api/malware.php', {})).status).toBe(401)
    expect((await get('/api/other.php?days=0', {})).status).toBe(401)
    expect((await request('POST', '/api/compliance-scans.php?action=x', {})).status).toBe(401)
    expect(logged.filter((line) => line['msg'] === 'failure')).toEqual([])
  })

  it('an unknown path is a 404 and another method a 405', async () => {
    const { get, request } = await down()
    expect((await get('/api/other.php')).status).toBe(404)
    expect((await request('DELETE', '/api/malware.php')).status).toBe(405)
  })

  it('a bad parameter is a 400', async () => {
    const { get } = await down()
    const { status, body } = await get('/api/compliance-scans.php?action=history&days=366')
    expect([status, body.error]).toEqual([400, 'Invalid days parameter (must be 1-365)'])
    expect((await get('/api/posture.php?days=abc')).status).toBe(400)
    expect((await get('/api/compliance-scans.php?action=server')).status).toBe(400)
  })
})
