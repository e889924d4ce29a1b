// Tables may be views over what an operator has, so rows may hold what our own tables refuse.

import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bytesOf, viewOver, withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, finding } from '../support/rows.ts'
import { type TestService, testService } from '../support/service.ts'

const action = (query: string) => `/api/compliance-scans.php?action=${query}`
const QUERIES = ['summary', 'server&name=web-01', 'findings', 'categories', 'history']

/** With a scan, number 1, of web-01. */
async function scannedService(): Promise<TestService> {
  const service = await testService()
  await service.database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
  return service
}

describe('a view in the place of a table', () => {
  it('gives the same answers', async () => {
    const { database, get } = await scannedService()
    await database.insert(
      'compliance_findings',
      finding({ scan_id: 1, severity: 'high' }),
      finding({ scan_id: 1, status: 'pass' }),
    )
    async function answers() {
      const texts: string[] = []
      for (const query of QUERIES) texts.push((await get(action(query))).text)
      return texts
    }
    const before = await answers()
    await viewOver(database, 'compliance_scans')
    await viewOver(database, 'compliance_findings')
    expect(await answers()).toEqual(before)
    expect(before.join()).toContain('"high":1')
  })

  it.each([
    ['overall_score', `'good'`, /^column overall_score holds "good", expected a number$/],
    ['checks_total', '1.5', /^column checks_total holds 1.5, expected an integer up to 2\^53-1$/],
    ['scan_date', `'2026-03-15T04:00:00'`, /expected a date-time YYYY-MM-DD HH:MM:SS$/],
    // A database may already refuse to put bytes in the order of a text.
    ['server_name', bytesOf('server_name'), /expected a text$|^collations are not supported/],
  ])(
    'whose %s is %s is a 500 with the reason, not a wrong answer',
    async (column, value, message) => {
      const { database, get, logged } = await scannedService()
      await viewOver(database, 'compliance_scans', { [column]: value })
      const { status, body } = await get(action('history'))
      expect(status).toBe(500)
      expect(body).toEqual({
        error: 'Database query failed',
        message: expect.stringMatching(message),
      })
      expect(logged).toContainEqual(expect.objectContaining({ level: 50, text: body.message }))
    },
  )

  it.each([
    ['detected_at', `'2026-03-15T04:00:00'`, 'findings', 'a date-time YYYY-MM-DD HH:MM:SS'],
    ['detected_at', 'null', 'findings&server=web-01', 'a date-time YYYY-MM-DD HH:MM:SS'],
    ['finding_id', 'null', 'findings', 'an integer up to 2^53-1'],
    ['finding_id', 'null', 'findings&server=web-01', 'an integer up to 2^53-1'],
    ['resolved_at', `'2026-03-15'`, 'server&name=web-01', 'a date-time YYYY-MM-DD HH:MM:SS'],
    ['status', '7', 'server&name=web-01', 'a text'],
    ['remediation_steps', 'null', 'findings', 'a text'],
    ['nist_csf', '7', 'findings', 'a text'],
  ])('whose %s is %s is a 500 of action=%s', async (column, value, query, expected) => {
    const { database, get } = await scannedService()
    await database.insert('compliance_findings', finding({ scan_id: 1 }))
    await viewOver(database, 'compliance_findings', { [column]: value })
    const { status, body } = await get(action(query))
    expect(status).toBe(500)
    expect(body.message).toMatch(`column ${column} holds `)
    expect(body.message.endsWith(`, expected ${expected}`)).toBe(true)
  })
})

it('a view that gives an id twice gives no server the finding of another', async () => {
  const { database, get } = await scannedService()
  const other = complianceScan({ scan_id: 2, server_name: 'web-02' })
  await database.insert('compliance_scans', other)
  await database.insert(
    'compliance_findings',
    finding({ scan_id: 1, check_name: 'ours' }),
    finding({ scan_id: 2, check_name: 'theirs' }),
  )
  await viewOver(database, 'compliance_findings', { finding_id: '1' })
  const { body } = await get(action('findings&server=web-01'))
  expect(body).toMatchObject({ total_findings: 1, findings: [{ check_name: 'ours' }] })
})

it('a view that gives an id twice gives no server what is resolved, or passed', async () => {
  const { database, get } = await scannedService()
  await database.insert(
    'compliance_findings',
    finding({ scan_id: 1, check_name: 'active' }),
    finding({ scan_id: 1, check_name: 'resolved', resolved_at: '2026-03-15 11:00:00' }),
    finding({ scan_id: 1, check_name: 'passed', status: 'pass' }),
  )
  await viewOver(database, 'compliance_findings', { finding_id: '1' })
  const { body } = await get(action('findings&server=web-01'))
  expect(body).toMatchObject({ total_findings: 1, findings: [{ check_name: 'active' }] })
})

describe('an integer beyond 2^53-1', () => {
  it.each([
    ['summary', 'findings_pass'],
    ['server&name=web-01', 'scan_duration_seconds'],
    ['history', 'checks_total'],
  ])(
    'is a 500 of action=%s with the reason in the log, never wrong digits',
    async (query, column) => {
      const { database, get, logged } = await scannedService()
      const set = (value: string) =>
        sql.raw(`update compliance_scans set ${column} = ${value}`).execute(database.db)
      await set('9007199254740991')
      expect((await get(action(query))).text).toContain('9007199254740991')
      await set('9007199254740993')
      const { status, body } = await get(action(query))
      expect([status, body.error]).toEqual([500, 'Database query failed'])
      expect(logged).toContainEqual(
        expect.objectContaining({ level: 50, detail: expect.stringContaining('9007199254740993') }),
      )
    },
  )

  it('is a 500 of action=summary when only the sum is so large', async () => {
    const { database, get } = await scannedService()
    await database.insert(
      'compliance_scans',
      complianceScan({
        scan_id: 2,
        server_name: 'web-02',
        findings_low: Number.MAX_SAFE_INTEGER,
      }),
    )
    expect((await get(action('summary'))).status).toBe(500)
    expect((await get(action('history'))).status).toBe(200)
  })

  it('is a 500 of action=summary when only the sum of all severities is so large', async () => {
    const { database, get, logged } = await testService()
    await database.insert(
      'compliance_scans',
      complianceScan({ server_name: 'web-01', findings_low: Number.MAX_SAFE_INTEGER - 100 }),
      complianceScan({ server_name: 'web-02', findings_high: 1_000 }),
    )
    expect((await get(action('summary'))).status).toBe(500)
    const detail = expect.stringContaining('total_findings')
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, detail }))
  })
})

describe('a severity outside the four', () => {
  async function withUnknownSeverity() {
    const service = await scannedService()
    await withoutChecks(service.database, 'compliance_findings')
    await service.database.insert(
      'compliance_findings',
      ...['low', 'info', 'info'].map((severity, i) =>
        finding({ scan_id: 1, finding_id: i + 1, severity: severity as 'low' }),
      ),
    )
    return service
  }
  const NOTICE = { level: 40, problem: '2 rows with the unknown severity "info" are left out' }

  it.each(['findings', 'findings&server=web-01'])(
    'counts nowhere in action=%s, and is named in the log',
    async (query) => {
      const { get, logged } = await withUnknownSeverity()
      const { body } = await get(action(query))
      expect(body.findings).toMatchObject([{ finding_id: 1 }])
      expect(body.total_findings).toBe(1)
      expect(logged).toContainEqual(
        expect.objectContaining({ ...NOTICE, where: 'compliance_findings.severity' }),
      )
    },
  )

  it.each(['findings', 'findings&server=web-01'])(
    'takes no place in the list of action=%s from those that count',
    async (query) => {
      const { database, get } = await withUnknownSeverity()
      await database.insert(
        'compliance_findings',
        ...Array.from({ length: 499 }, (_, i) =>
          finding({ scan_id: 1, finding_id: 10 + i, severity: 'low' }),
        ),
      )
      const { body } = await get(action(query))
      expect([body.findings.length, body.total_findings]).toEqual([500, 500])
    },
  )

  it('is left out of action=server, and is named in the log', async () => {
    const { get, logged } = await withUnknownSeverity()
    const { body } = await get(action('server&name=web-01'))
    expect(body.findings).toMatchObject([{ finding_id: 1 }])
    expect(logged).toContainEqual(
      expect.objectContaining({ ...NOTICE, where: 'compliance_findings.severity of scan 1' }),
    )
  })

  it('is left out of action=server also where it is a number that JSON has no place for', async () => {
    const { database, get, logged } = await scannedService()
    await database.insert('compliance_findings', finding({ scan_id: 1 }))
    await viewOver(database, 'compliance_findings', { severity: '9007199254740993' })
    expect((await get(action('server&name=web-01'))).body.findings).toEqual([])
    const problem = '1 rows with the unknown severity 9007199254740993 are left out'
    expect(logged).toContainEqual(expect.objectContaining({ ...NOTICE, problem }))
  })

  it('counts in action=categories as a check that neither failed nor passed', async () => {
    const { get } = await withUnknownSeverity()
    const { body } = await get(action('categories'))
    expect(body.all_categories).toEqual([
      {
        check_category: 'ssh',
        critical: 0,
        high: 0,
        medium: 0,
        low: 1,
        pass: 0,
        total_checks: 3,
        pass_rate: 0,
      },
    ])
  })
})
