// A view may give scans without a name. They are of no server and of no scanner.
import { expect, it } from 'vitest'
import { MALWARE } from '../support/malware.ts'
import { withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, finding, malwareScan } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const COMPLIANCE = '/api/compliance-scans.php'
const UNNAMED = null as unknown as string

it('a scan without a server is the latest of none, and fails the lists that would show it', async () => {
  const { database, get } = await testService()
  await withoutChecks(database, 'compliance_findings', 'compliance_scans')
  await database.insert(
    'compliance_scans',
    complianceScan({ scan_id: 1, server_name: 'web-01' }),
    complianceScan({ scan_id: 2, server_name: UNNAMED }),
  )
  await database.insert('compliance_findings', finding({ scan_id: 1 }), finding({ scan_id: 2 }))

  const { servers, total_servers } = (await get(COMPLIANCE)).body
  expect([total_servers, servers]).toMatchObject([1, [{ server_name: 'web-01' }]])
  const { categories_by_server, all_categories } = (await get(`${COMPLIANCE}?action=categories`))
    .body
  expect([Object.keys(categories_by_server), all_categories.length]).toEqual([['web-01'], 1])
  for (const action of ['findings', 'history']) {
    const { status, body } = await get(`${COMPLIANCE}?action=${action}`)
    expect([status, body.message]).toEqual([500, 'column server_name holds null, expected a text'])
    expect((await get(`${COMPLIANCE}?action=${action}&server=web-01`)).status).toBe(200)
  }
})

it('a scan without a scanner type is the latest of none, and fails the totals of its window', async () => {
  const { database, get } = await testService()
  await withoutChecks(database, 'malware_scans')
  const unnamed = (scan_date: string) => malwareScan({ scan_type: UNNAMED, scan_date })
  const newer = Array.from({ length: 10 }, () => malwareScan())
  await database.insert('malware_scans', ...newer, unnamed('2026-02-13 11:59:59'))
  const { status, body } = await get(MALWARE)
  expect([status, body.latest_scans?.length]).toEqual([200, 1])
  await database.insert('malware_scans', unnamed('2026-02-13 12:00:00'))
  expect((await get(MALWARE)).status).toBe(500)
})
