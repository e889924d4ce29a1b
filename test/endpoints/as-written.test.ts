// spec 2.1, 2.2, 2.6, 2.7: where the values are an open list, each is shown as a producer wrote it.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { itOn } from '../support/only-on.ts'
import { complianceScan, detection, finding, malwareScan } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const COMPLIANCE = '/api/compliance-scans.php'
const WORDS = ['quarantined', 'Deleted (by hand)', 'aws-ec2', '__proto__', 'ünï "é" \\ 😀', '0']
const CATEGORIES = ['aws', 'os', 'ssh', 'docker', 'wordpress', 'K8s policies', 'constructor', 'é']

/** A service whose database holds one scan of web-01 with these findings. */
async function scanned(rows: Partial<ReturnType<typeof finding>>[], server_type = 'aws-ec2') {
  const service = await testService()
  await service.database.insert('compliance_scans', complianceScan({ scan_id: 1, server_type }))
  await service.database.insert(
    'compliance_findings',
    ...rows.map((row, i) => finding({ finding_id: i + 1, ...row, scan_id: 1 })),
  )
  return service
}

describe.each(WORDS)('the word %j', (word) => {
  it('is shown as action_taken of a detection', async () => {
    const { database, get } = await testService()
    await database.insert('malware_detections', detection({ action_taken: word }))
    const { body } = await get('/api/malware.php')
    expect(body.active_detections).toMatchObject([{ action_taken: word }])
  })

  it('is shown as scan_type of a scan and of a detection', async () => {
    const { database, get } = await testService()
    await database.insert('malware_scans', malwareScan({ scan_type: word }))
    await database.insert('malware_detections', detection({ scan_type: word }))
    const { body } = await get('/api/malware.php')
    for (const list of ['latest_scans', 'recent_scans', 'active_detections', 'scan_stats']) {
      expect(body[list], list).toMatchObject([{ scan_type: word }])
    }
  })

  it('is shown as server_type in summary, server and findings', async () => {
    const { get } = await scanned([{}], word)
    expect((await get(COMPLIANCE)).body.servers).toMatchObject([{ server_type: word }])
    const { scan } = (await get(`${COMPLIANCE}?action=server&name=web-01`)).body
    expect(scan.server_type).toBe(word)
    const { findings } = (await get(`${COMPLIANCE}?action=findings`)).body
    expect(findings).toMatchObject([{ server_type: word }])
  })

  it('is shown as status of a finding', async () => {
    const { get } = await scanned([{ status: word }])
    const { findings } = (await get(`${COMPLIANCE}?action=server&name=web-01`)).body
    expect(findings).toMatchObject([{ status: word }])
  })
})

it('categories are an open list: any of them is shown in server, findings and categories', async () => {
  const { get } = await scanned(CATEGORIES.map((check_category) => ({ check_category })))
  const shown = async (action: string, list: string) =>
    (await get(`${COMPLIANCE}?action=${action}`)).body[list].map(
      (it: { check_category: string }) => it.check_category,
    )
  expect(await shown('server&name=web-01', 'findings')).toEqual(CATEGORIES)
  expect(await shown('findings', 'findings')).toEqual(CATEGORIES.toReversed())
  expect((await shown('categories', 'all_categories')).sort()).toEqual(CATEGORIES.toSorted())
})

itOn('postgres')(
  'dates and scores are as they were written, whatever the database has set for everybody',
  async () => {
    const { database, get } = await scanned([{ detected_at: '2026-03-04 05:06:07' }])
    await database.insert(
      'compliance_scans',
      complianceScan({ scan_id: 2, server_name: 'web-02', overall_score: 87.65 }),
    )
    const { rows } = await sql<{ name: string }>`
      select quote_ident(current_database()) as name`.execute(database.db)
    for (const setting of [`datestyle = 'German'`, 'extra_float_digits = -13']) {
      await sql.raw(`alter database ${rows[0]?.name} set ${setting}`).execute(database.db)
    }
    const findings = await get(`${COMPLIANCE}?action=findings`)
    expect(findings.body.findings).toMatchObject([{ detected_at: '2026-03-04 05:06:07' }])
    const server = await get(`${COMPLIANCE}?action=server&name=web-02`)
    expect(server.body.scan).toMatchObject({
      scan_date: '2026-03-15 04:00:00',
      overall_score: 87.65,
    })
  },
)
