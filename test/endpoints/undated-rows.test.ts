// A view may give rows without a date, of scans that are still running, say. On no engine are they the
// newest while there is one with a date.
import { expect, it } from 'vitest'
import { withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, finding, posture } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const COMPLIANCE = '/api/compliance-scans.php'

it('the latest scan and the newest posture have a date where any has', async () => {
  const { database, get } = await testService()
  await withoutChecks(database, 'compliance_findings', 'compliance_scans', 'posture_scores')
  const undated = null as unknown as string
  for (const date of ['2026-03-15 04:00:00', undated]) {
    const scan_id = date === null ? 2 : 1
    const server_type = date === null ? 'running' : 'done'
    await database.insert(
      'compliance_scans',
      complianceScan({ scan_id, server_type, scan_date: date }),
    )
    await database.insert('compliance_findings', finding({ scan_id, check_category: server_type }))
    await database.insert('posture_scores', posture({ recorded_at: date, redteam: 10 * scan_id }))
  }
  const summary = await get(COMPLIANCE)
  expect([summary.status, summary.body.servers?.[0].server_type]).toEqual([200, 'done'])
  const server = await get(`${COMPLIANCE}?action=server&name=web-01`)
  expect([server.status, server.body.scan?.server_type]).toEqual([200, 'done'])
  const categories = await get(`${COMPLIANCE}?action=categories`)
  expect(categories.body.all_categories).toMatchObject([{ check_category: 'done' }])
  expect((await get('/api/posture.php')).body.current.redteam).toBe(10)
})

it('without any other, a scan without a date fails the answers that would show it', async () => {
  const { database, get } = await testService()
  await withoutChecks(database, 'compliance_findings', 'compliance_scans')
  await database.insert(
    'compliance_scans',
    complianceScan({ scan_date: null as unknown as string }),
  )
  for (const url of [COMPLIANCE, `${COMPLIANCE}?action=server&name=web-01`]) {
    const { status, body } = await get(url)
    expect([status, body.message]).toEqual([
      500,
      expect.stringContaining('holds null, expected a date-time'),
    ])
  }
})
