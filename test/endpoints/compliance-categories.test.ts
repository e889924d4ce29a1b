// spec 2.9, 4.3 `categories`
import { describe, expect, it } from 'vitest'
import { withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, finding } from '../support/rows.ts'
import { type TestService, testService } from '../support/service.ts'

const CATEGORIES = '/api/compliance-scans.php?action=categories'

type Finding = Partial<ReturnType<typeof finding>>

/** A scan of a server with these findings. */
async function scanned(
  { database }: TestService,
  scan: Partial<ReturnType<typeof complianceScan>> & { scan_id: number },
  ...rows: Finding[]
) {
  await database.insert('compliance_scans', complianceScan(scan))
  for (const row of rows) {
    await database.insert('compliance_findings', finding({ ...row, scan_id: scan.scan_id }))
  }
}

/** The only category row when web-01 has one scan with these findings. */
async function rowOf(...rows: Finding[]) {
  const service = await testService()
  await scanned(service, { scan_id: 1 }, ...rows)
  const { body } = await service.get(CATEGORIES)
  expect(body.all_categories).toHaveLength(1)
  return body.all_categories[0]
}

const times = (length: number, row: Finding): Finding[] => Array.from({ length }, () => row)

describe('GET /api/compliance-scans.php?action=categories', () => {
  it('counts by server and by category, with every member and nothing else', async () => {
    const service = await testService()
    await scanned(
      service,
      { scan_id: 1, server_name: 'web-01' },
      { check_category: 'ssh', severity: 'critical' },
      { check_category: 'ssh', severity: 'high' },
      { check_category: 'ssh', severity: 'high' },
      { check_category: 'ssh', severity: 'low', status: 'pass' },
      { check_category: 'aws', severity: 'medium' },
      { check_category: 'aws', severity: 'low' },
      { check_category: 'aws', severity: 'low', status: 'pass' },
    )
    await scanned(service, { scan_id: 2, server_name: 'db-01' }, { check_category: 'ssh' })
    const row = { critical: 0, high: 0, medium: 0, low: 0, pass: 0 }
    const db = [{ ...row, check_category: 'ssh', medium: 1, total_checks: 1, pass_rate: 0 }]
    const web = [
      {
        ...row,
        check_category: 'aws',
        medium: 1,
        low: 1,
        pass: 1,
        total_checks: 3,
        pass_rate: 33.33,
      },
      {
        ...row,
        check_category: 'ssh',
        critical: 1,
        high: 2,
        pass: 1,
        total_checks: 4,
        pass_rate: 25,
      },
    ]
    expect((await service.get(CATEGORIES)).body).toStrictEqual({
      categories_by_server: { 'db-01': db, 'web-01': web },
      all_categories: [...db, ...web],
      timestamp: '2026-03-15T12:00:00+00:00',
    })
  })

  it('answers an empty database with {} and []', async () => {
    const { get } = await testService()
    expect((await get(CATEGORIES)).text).toMatch(
      /^\{"categories_by_server":\{\},"all_categories":\[\],/,
    )
  })

  it('counts as it was scanned: a later resolution changes nothing', async () => {
    const service = await testService()
    await scanned(service, { scan_id: 1 }, { severity: 'high' }, { status: 'pass' })
    const { text } = await service.get(CATEGORIES)
    await service.database.db
      .updateTable('compliance_findings')
      .set({ resolved_at: '2026-03-15 11:00:00', resolved_by: 'ops' })
      .execute()
    expect((await service.get(CATEGORIES)).text).toBe(text)
    expect(text).toContain('"high":1')
  })

  it('counts a status other than fail and pass among total_checks alone', async () => {
    expect(await rowOf({ status: 'warning' }, { status: 'FAIL' }, { status: 'Pass' })).toEqual({
      check_category: 'ssh',
      critical: 0,
      high: 0,
      medium: 0,
      low: 0,
      pass: 0,
      total_checks: 3,
      pass_rate: 0,
    })
  })

  it.each(['critical', 'high', 'medium', 'low'] as const)(
    'counts failures of severity %s in their member, and passes of it in pass alone',
    async (severity) => {
      const none = { critical: 0, high: 0, medium: 0, low: 0 }
      const row = await rowOf({ severity }, { severity }, { severity, status: 'pass' })
      expect(row).toMatchObject({ ...none, [severity]: 2, pass: 1, total_checks: 3 })
    },
  )

  it('counts a severity outside the four under no severity, but in pass and total_checks', async () => {
    const service = await testService()
    await withoutChecks(service.database, 'compliance_findings')
    const odd = { severity: 'info' as 'low' }
    await scanned(service, { scan_id: 1 }, odd, { ...odd, status: 'pass' }, { severity: 'high' })
    const { body } = await service.get(CATEGORIES)
    expect(body.all_categories).toMatchObject([
      { critical: 0, high: 1, medium: 0, low: 0, pass: 1, total_checks: 3, pass_rate: 33.33 },
    ])
  })

  it.each([
    [2, 1, 66.67],
    [1, 2, 33.33],
    [1, 7, 12.5],
    [5, 3, 62.5],
    [1, 199, 0.5],
    [1, 799, 0.13],
    [4, 0, 100],
    [0, 4, 0],
  ])('%i passes and %i failures are a pass_rate of %d', async (pass, fail, rate) => {
    const row = await rowOf(...times(pass, { status: 'pass' }), ...times(fail, {}))
    expect(row).toMatchObject({ pass, total_checks: pass + fail, pass_rate: rate })
  })

  it('looks at the latest scan of each server alone: newest scan_date, then highest scan_id', async () => {
    const service = await testService()
    const at = (day: number) => `2026-03-0${day} 00:00:00`
    await scanned(service, { scan_id: 9, scan_date: at(1) }, { check_category: 'a' })
    await scanned(service, { scan_id: 3, scan_date: at(2) }, { check_category: 'b' })
    await scanned(service, { scan_id: 5, scan_date: at(2) }, { check_category: 'c' })
    await scanned(service, { scan_id: 4, scan_date: at(2) }, { check_category: 'd' })
    const { body } = await service.get(CATEGORIES)
    expect(body.all_categories).toMatchObject([{ check_category: 'c', total_checks: 1 }])
  })

  it('has no key for a server whose latest scan has no findings, though an older one has', async () => {
    const service = await testService()
    await scanned(service, { scan_id: 1, scan_date: '2026-03-01 00:00:00' }, {})
    await scanned(service, { scan_id: 2, scan_date: '2026-03-02 00:00:00' })
    await scanned(service, { scan_id: 3, server_name: 'web-02' }, {})
    const { body } = await service.get(CATEGORIES)
    expect(Object.keys(body.categories_by_server)).toEqual(['web-02'])
    expect(body.all_categories).toHaveLength(1)
  })

  it('orders by the bytes of server_name and then of check_category, maps and list alike', async () => {
    const service = await testService()
    const names = ['web-01', '10', '__proto__', 'WEB-01', '2', 'constructor']
    const categories = ['ssh', 'SSH', 'aws', '10', '9', '_']
    for (const [i, server_name] of names.entries()) {
      await scanned(
        service,
        { scan_id: names.length - i, server_name },
        ...categories.flatMap((check_category) => times(i + 1, { check_category })),
      )
    }
    const { text, body } = await service.get(CATEGORIES)
    const inOrder = ['10', '2', 'WEB-01', '__proto__', 'constructor', 'web-01']
    // The text: a parsed object would put 2 before 10 again.
    expect([...text.matchAll(/"([^"]+)":\[\{/g)].map(([, key]) => key)).toEqual([
      ...inOrder,
      'all_categories',
    ])
    expect(Object.hasOwn(body.categories_by_server, '__proto__')).toBe(true)
    expect(
      body.all_categories.map((it: { check_category: string; total_checks: number }) => [
        it.total_checks,
        it.check_category,
      ]),
    ).toEqual(
      inOrder.flatMap((name) =>
        ['10', '9', 'SSH', '_', 'aws', 'ssh'].map((it) => [names.indexOf(name) + 1, it]),
      ),
    )
    expect(body.all_categories).toEqual(inOrder.flatMap((name) => body.categories_by_server[name]))
  })
})
