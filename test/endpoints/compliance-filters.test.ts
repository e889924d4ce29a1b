// spec 4.3 `findings`: the filters, one by one and together
import { describe, expect, it } from 'vitest'
import { complianceScan, finding } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const FINDINGS = '/api/compliance-scans.php?action=findings'

const SERVERS = ['web-01', 'WEB-01', '__proto__', '10']
const CATEGORIES = ['ssh', 'SSH', 'constructor']
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

/** Two active findings of each mix, the most severe first as they must be listed, and a resolved one. */
const ROWS = SEVERITIES.flatMap((severity) =>
  [2, 1].flatMap((nth) =>
    CATEGORIES.flatMap((check_category) =>
      SERVERS.map((server_name) => ({ severity, check_category, server_name, nth })),
    ),
  ),
).map((row, i, { length }) => ({ ...row, finding_id: length - i }))

async function filledService() {
  const service = await testService()
  const { insert } = service.database
  const scanOf = (name: string) => SERVERS.indexOf(name) + 1
  await insert(
    'compliance_scans',
    ...SERVERS.map((server_name) => complianceScan({ server_name, scan_id: scanOf(server_name) })),
  )
  for (const { server_name, nth: _, ...row } of ROWS) {
    const scan_id = scanOf(server_name)
    await insert(
      'compliance_findings',
      finding({ ...row, scan_id }),
      finding({
        ...row,
        scan_id,
        finding_id: 1000 + row.finding_id,
        resolved_at: '2026-03-15 06:00:00',
      }),
    )
  }
  return service
}

describe('the filters of GET /api/compliance-scans.php?action=findings', () => {
  it('must all match: every mix of severity, category and server gives its findings, in order', async () => {
    const { get } = await filledService()
    for (const severity of [null, ...SEVERITIES]) {
      for (const category of [null, ...CATEGORIES]) {
        for (const server of [null, ...SERVERS]) {
          const filters = { severity, category, server }
          const query = new URLSearchParams()
          for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
          const { body } = await get(`${FINDINGS}&${query}`)
          const expected = ROWS.filter(
            (row) =>
              (severity === null || row.severity === severity) &&
              (category === null || row.check_category === category) &&
              (server === null || row.server_name === server),
          ).map((row) => row.finding_id)
          expect(body.filters).toStrictEqual(filters)
          expect(body.total_findings).toBe(expected.length)
          expect(
            body.findings.map((it: { finding_id: number }) => it.finding_id),
            `${query}`,
          ).toEqual(expected)
        }
      }
    }
  })

  it.each([
    ['category=unknown', { severity: null, category: 'unknown', server: null }],
    ['category=Ssh', { severity: null, category: 'Ssh', server: null }],
    ['server=unknown', { severity: null, category: null, server: 'unknown' }],
    ['server=web-0', { severity: null, category: null, server: 'web-0' }],
    ['server=Web-01&severity=low', { severity: 'low', category: null, server: 'Web-01' }],
  ])('%s matches nothing: an empty list, not an error', async (query, filters) => {
    const { get } = await filledService()
    const { status, body } = await get(`${FINDINGS}&${query}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ filters, total_findings: 0, findings: [] })
  })

  it('count as not given when they are empty', async () => {
    const { get } = await filledService()
    const { text } = await get(FINDINGS)
    expect((await get(`${FINDINGS}&severity=&category=&server=`)).text).toBe(text)
  })
})
