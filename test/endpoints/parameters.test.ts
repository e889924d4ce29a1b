// spec 4.3 parameter rules and 7: which value of which parameter is refused, and with which text
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../support/any-character.ts'
import { REFUSED, SAME } from '../support/parameter-cases.ts'
import { complianceScan } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const PATH = '/api/compliance-scans.php'

describe('GET /api/compliance-scans.php', () => {
  it.each(REFUSED)('refuses %s', async (_claim, cases) => {
    const { get } = await testService()
    for (const [query, error] of cases) {
      const { status, body } = await get(`${PATH}?${query}`)
      expect({ status, body }, query).toStrictEqual({ status: 400, body: { error } })
    }
  })

  it.each(SAME)('%s', async (_claim, cases) => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan())
    for (const [query, as] of cases) {
      const expected = await get(`${PATH}?${as}`)
      expect(expected.status).toBe(200)
      expect((await get(`${PATH}?${query}`)).text, query).toBe(expected.text)
    }
  })

  it('does not take name[] for the name that is missing', async () => {
    const { get } = await testService()
    for (const other of ['name[]', 'name[a]', 'name%5B%5D', 'NAME', 'names']) {
      const { body } = await get(`${PATH}?action=server&${other}=web-01`)
      expect(body, other).toEqual({ error: 'Missing required parameter: name' })
    }
  })

  it('refuses bad parameters before it looks at the database', async () => {
    const { get } = await testService({ url: 'sqlite:/nonexistent/secdash.db' })
    expect((await get(`${PATH}?action=summary`)).status).toBe(500)
    for (const [query] of REFUSED.flatMap(([, cases]) => cases)) {
      expect((await get(`${PATH}?${query}`)).status, query).toBe(400)
    }
  })

  it('takes names of 255 characters, the longest that a table holds', async () => {
    const { database, get } = await testService()
    const name = 'x'.repeat(255)
    await database.insert('compliance_scans', complianceScan({ server_name: name }))
    expect((await get(`${PATH}?action=server&name=${name}`)).status).toBe(200)
    expect((await get(`${PATH}?action=history&server=${name}`)).body.total_scans).toBe(1)
    const { body } = await get(`${PATH}?action=findings&server=${name}&category=${name}`)
    expect(body.filters).toEqual({ severity: null, category: name, server: name })
  })

  it.each(['critical', 'high', 'medium', 'low'])('takes severity=%s', async (severity) => {
    const { get } = await testService()
    const { body } = await get(`${PATH}?action=findings&severity=${severity}`)
    expect(body.filters).toEqual({ severity, category: null, server: null })
  })

  it.each(['summary', 'findings', 'categories', 'history'])(
    'takes action=%s without any other parameter',
    async (action) => {
      const { get } = await testService()
      expect((await get(`${PATH}?action=${action}`)).status).toBe(200)
    },
  )

  it('takes any name of letters, digits, _ and -, and refuses every other', async () => {
    const { get } = await testService()
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'
    const good = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 40 })
    const any = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 10 })
    const near = fc
      .tuple(good, fc.string({ unit: anyCharacter, maxLength: 1 }))
      .map((it) => it.join(''))
    await fc.assert(
      fc.asyncProperty(fc.oneof(good, any, near), async (name) => {
        const allowed = [...name].every((letter) => letters.includes(letter))
        const value = encodeURIComponent(name.toWellFormed())
        const found = await get(`${PATH}?action=server&name=${value}`)
        expect([found.status, found.body.error]).toEqual(
          allowed ? [404, 'Server not found'] : [400, 'Invalid server name format'],
        )
        const listed = await get(`${PATH}?action=findings&category=${value}`)
        expect(listed.status).toBe(allowed ? 200 : 400)
      }),
      { numRuns: 300 },
    )
  })

  it('never echoes a value in an error', async () => {
    const { get } = await testService()
    for (const query of [
      'action=needle!',
      'action=server&name=needle!',
      'action=server&name=needle',
    ]) {
      expect((await get(`${PATH}?${query}`)).text).not.toContain('needle')
    }
  })
})
