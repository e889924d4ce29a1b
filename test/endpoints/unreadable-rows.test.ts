// Tables may be views over what an operator has, so rows may hold what our own tables refuse.
import { describe, expect, it } from 'vitest'
import { type Producer, producer } from '../support/producer.ts'
import { testService } from '../support/service.ts'

const action = (query: string) => `/api/compliance-scans.php?action=${query}`
const QUERIES = ['summary', 'server&name=web-01', 'findings', 'categories', 'history']

const asks = async ({ url }: Producer) => testService({ url })

/** Replaces a table by a view of it in which some columns are given by other expressions. */
function viewInstead(table: string, { raw, rows }: Producer, other: Record<string, string> = {}) {
  const columns = rows(`select name from pragma_table_info('${table}')`).map((it) => {
    const name = String(it['name'])
    return `${other[name] ?? name} as ${name}`
  })
  raw.exec(`pragma legacy_alter_table = on`)
  raw.exec(`alter table ${table} rename to ${table}_own`)
  raw.exec(`create view ${table} as select ${columns.join()} from ${table}_own`)
}

describe('a view in the place of a table', () => {
  it('gives the same answers', async () => {
    const made = await producer()
    made.write('compliance_findings', { severity: 'high' })
    made.write('compliance_findings', { status: 'pass' })
    const { get } = await asks(made)
    const answers = () => Promise.all(QUERIES.map(async (it) => (await get(action(it))).text))
    const before = await answers()
    viewInstead('compliance_scans', made)
    viewInstead('compliance_findings', made)
    expect(await answers()).toEqual(before)
    expect(before.join()).toContain('"high":1')
  })

  it.each([
    ['overall_score', `'good'`, 'column overall_score holds "good", expected a number'],
    ['checks_total', '1.5', 'column checks_total holds 1.5, expected an integer up to 2^53-1'],
    ['scan_date', `'2026-03-15T04:00:00'`, 'expected a date-time YYYY-MM-DD HH:MM:SS'],
    ['server_name', `x'00'`, 'expected a text'],
  ])(
    'whose %s is %s is a 500 with the reason, not a wrong answer',
    async (column, value, message) => {
      const made = await producer()
      viewInstead('compliance_scans', made, { [column]: value })
      const { get, logged } = await asks(made)
      const { status, body } = await get(action('history'))
      expect(status).toBe(500)
      expect(body).toEqual({
        error: 'Database query failed',
        message: expect.stringContaining(message),
      })
      expect(logged).toContainEqual(expect.objectContaining({ level: 50, text: body.message }))
    },
  )
})

describe('an integer beyond 2^53-1', () => {
  it.each([
    ['summary', 'findings_pass'],
    ['server&name=web-01', 'scan_duration_seconds'],
    ['history', 'checks_total'],
  ])(
    'is a 500 of action=%s with the reason in the log, never wrong digits',
    async (query, column) => {
      const made = await producer()
      const { get, logged } = await asks(made)
      made.raw.exec(`update compliance_scans set ${column} = 9007199254740991`)
      expect((await get(action(query))).text).toContain('9007199254740991')
      made.raw.exec(`update compliance_scans set ${column} = 9007199254740992`)
      const { status, body } = await get(action(query))
      expect([status, body.error]).toEqual([500, 'Database query failed'])
      expect(logged).toContainEqual(
        expect.objectContaining({ level: 50, detail: expect.stringContaining('9007199254740992') }),
      )
    },
  )

  it('is a 500 of action=summary when only the sum is so large', async () => {
    const made = await producer()
    made.write('compliance_scans', { server_name: 'web-02', findings_low: 9007199254740991 })
    const { get } = await asks(made)
    expect((await get(action('summary'))).status).toBe(500)
    expect((await get(action('history'))).status).toBe(200)
  })
})

describe('a severity outside the four', () => {
  async function withUnknownSeverity() {
    const made = await producer()
    made.write('compliance_findings', { finding_id: 1, severity: 'low' })
    made.raw.exec('pragma ignore_check_constraints = on')
    made.write('compliance_findings', { finding_id: 2, severity: 'info' })
    made.write('compliance_findings', { finding_id: 3, severity: 'info' })
    return asks(made)
  }
  const NOTICE = { level: 40, problem: '2 rows with the unknown severity "info" are left out' }

  it('counts nowhere in action=findings, and is named in the log', async () => {
    const { get, logged } = await withUnknownSeverity()
    const { body } = await get(action('findings'))
    expect(body.findings).toMatchObject([{ finding_id: 1 }])
    expect(body.total_findings).toBe(1)
    expect(logged).toContainEqual(
      expect.objectContaining({ ...NOTICE, where: 'compliance_findings.severity' }),
    )
  })

  it('is left out of action=server, and is named in the log', async () => {
    const { get, logged } = await withUnknownSeverity()
    const { body } = await get(action('server&name=web-01'))
    expect(body.findings).toMatchObject([{ finding_id: 1 }])
    expect(logged).toContainEqual(
      expect.objectContaining({ ...NOTICE, where: 'compliance_findings.severity of scan 1' }),
    )
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
