// A view may give rows without a date, of scans that are still running, say. On no engine are they the
// newest while there is one with a date.
import { expect, it } from 'vitest'
import { SCHEMA } from '../../src/database/schema/schema.ts'
import { withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, detection, finding, malwareScan, posture } from '../support/rows.ts'
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

const MALWARE = '/api/malware.php'
const UNDATED = null as unknown as string

/** As many rows as a list can hold. */
const full = <Row>(limit: number, row: Row): Row[] => Array.from({ length: limit }, () => row)

it('a list that is full without it never gets to a row without a date', async () => {
  const { database, get } = await testService()
  await withoutChecks(
    database,
    'malware_scans',
    'malware_detections',
    'compliance_findings',
    'compliance_scans',
  )
  await database.insert('malware_scans', ...full(10, malwareScan()))
  await database.insert('malware_scans', malwareScan({ scan_date: UNDATED }))
  await database.insert('malware_detections', ...full(100, detection()))
  await database.insert('malware_detections', detection({ detected_at: UNDATED }))
  await database.insert('compliance_scans', complianceScan())
  await database.insert('compliance_findings', ...full(500, finding({ scan_id: 1 })))
  await database.insert('compliance_findings', finding({ scan_id: 1, detected_at: UNDATED }))

  const malware = await get(MALWARE)
  expect([malware.status, malware.body.recent_scans?.length]).toEqual([200, 10])
  expect(malware.body.active_detections).toHaveLength(100)
  expect(malware.body.severity_counts.high).toBe(101)
  for (const filter of ['', '&category=ssh', '&server=web-01', '&server=web-01&severity=medium']) {
    const { status, body } = await get(`${COMPLIANCE}?action=findings${filter}`)
    expect([status, body.findings?.length, body.total_findings]).toEqual([200, 500, 501])
  }
})

it.each([
  ['malware_scans', 'scan_date', MALWARE],
  ['malware_detections', 'detected_at', MALWARE],
  ['compliance_findings', 'detected_at', `${COMPLIANCE}?action=findings`],
  ['compliance_findings', 'detected_at', `${COMPLIANCE}?action=findings&server=web-01`],
] as const)('one of %s that has room for it fails by its %s: %s', async (table, column, url) => {
  const { database, get, logged } = await testService()
  await withoutChecks(database, 'malware_scans', 'malware_detections', 'compliance_findings')
  await database.insert('compliance_scans', complianceScan())
  await database.insert('malware_scans', malwareScan(), malwareScan())
  await database.insert('malware_detections', detection(), detection())
  await database.insert('compliance_findings', finding({ scan_id: 1 }), finding({ scan_id: 1 }))
  expect((await get(url)).status).toBe(200)
  const [id] = Object.keys(SCHEMA[table]) as ['scan_id']
  await database.db
    .updateTable(table as 'malware_scans')
    .set({ [column]: null })
    .where(id, '=', 2)
    .execute()
  const { status, body } = await get(url)
  expect([status, body.error]).toEqual([500, 'Database query failed'])
  expect(logged.at(-2)).toMatchObject({
    level: 50,
    kind: 'query',
    text: expect.stringContaining(`${column} holds null, expected a date-time`),
  })
})

it('what is more severe comes first, though it has no date', async () => {
  const { database, get } = await testService()
  await withoutChecks(database, 'compliance_findings')
  await database.insert('compliance_scans', complianceScan())
  await database.insert('compliance_findings', ...full(500, finding({ scan_id: 1 })))
  const critical = finding({ scan_id: 1, severity: 'critical', detected_at: UNDATED })
  await database.insert('compliance_findings', critical)
  for (const filter of ['', '&server=web-01']) {
    expect((await get(`${COMPLIANCE}?action=findings${filter}`)).status).toBe(500)
  }
})
