// spec 1: three endpoints, each with tables of its own; only the malware score is shared.
import { expect, it } from 'vitest'
import { complianceScan, finding, malwareScan, posture } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const COMPLIANCE = '/api/compliance-scans.php?action='
// Those that refer to others first, so that they can be dropped in this order.
const TABLES = [
  'malware_detections',
  'malware_scans',
  'compliance_findings',
  'compliance_scans',
  'posture_scores',
] as const

it.each([
  ['/api/malware.php', ['malware_scans', 'malware_detections']],
  ['/api/posture.php', ['posture_scores', 'malware_detections']],
  [`${COMPLIANCE}summary`, ['compliance_scans']],
  [`${COMPLIANCE}server&name=web-01`, ['compliance_scans', 'compliance_findings']],
  [`${COMPLIANCE}server&name=nobody`, ['compliance_scans', 'compliance_findings']],
  [`${COMPLIANCE}findings`, ['compliance_scans', 'compliance_findings']],
  [`${COMPLIANCE}categories`, ['compliance_scans', 'compliance_findings']],
  [`${COMPLIANCE}history`, ['compliance_scans']],
])('%s needs no other tables than %j', async (url, needed) => {
  const { database, get } = await testService()
  await database.insert('malware_scans', malwareScan())
  await database.insert('posture_scores', posture())
  await database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
  await database.insert('compliance_findings', finding({ scan_id: 1 }))
  const { status, text } = await get(url)
  expect(status).toBe(url.includes('nobody') ? 404 : 200)
  for (const table of TABLES.filter((it) => !needed.includes(it))) {
    await database.db.schema.alterTable(table).renameTo(`${table}_gone`).execute()
  }
  expect((await get(url)).text).toBe(text)
  // And what it is said to need, it needs.
  for (const table of TABLES.filter((it) => needed.includes(it))) {
    await database.db.schema.alterTable(table).renameTo(`${table}_gone`).execute()
    expect((await get(url)).status).toBe(500)
  }
})
