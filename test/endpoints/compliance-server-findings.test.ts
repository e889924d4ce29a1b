// spec 2.7, 3 and 4.3 `server`, rule 1
import { describe, expect, it } from 'vitest'
import { complianceScan, finding } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const WEB_01 = '/api/compliance-scans.php?action=server&name=web-01'

interface Finding {
  finding_id: number
  status: string
  resolved: boolean
}
const idsOf = (findings: Finding[]) => findings.map((it) => it.finding_id)

describe('the findings of GET /api/compliance-scans.php?action=server', () => {
  it('lists findings of every status, the resolved ones too', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
    const states = [
      { finding_id: 1, status: 'fail', resolved_at: null },
      { finding_id: 2, status: 'fail', resolved_at: '2026-03-15 05:00:00' },
      { finding_id: 3, status: 'pass', resolved_at: null },
      { finding_id: 4, status: 'skipped', resolved_at: '2026-03-15 05:00:00' },
    ]
    await database.insert(
      'compliance_findings',
      ...states.map((it) => finding({ scan_id: 1, ...it })),
    )
    const { body } = await get(WEB_01)
    expect(body.findings.map((it: Finding) => [it.finding_id, it.status, it.resolved])).toEqual([
      [1, 'fail', false],
      [2, 'fail', true],
      [3, 'pass', false],
      [4, 'skipped', true],
    ])
  })

  it('lists the most severe first, and equals by id', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
    await database.insert(
      'compliance_findings',
      finding({ scan_id: 1, finding_id: 1, severity: 'low', detected_at: '2026-03-15 04:00:00' }),
      finding({ scan_id: 1, finding_id: 2, severity: 'critical', status: 'pass' }),
      finding({ scan_id: 1, finding_id: 9, severity: 'high', detected_at: '2026-03-15 04:00:00' }),
      finding({ scan_id: 1, finding_id: 4, severity: 'medium' }),
      finding({ scan_id: 1, finding_id: 6, severity: 'high', detected_at: '2026-03-15 04:09:00' }),
      finding({ scan_id: 1, finding_id: 7, severity: 'high', detected_at: '2026-03-15 04:05:00' }),
      finding({ scan_id: 1, finding_id: 3, severity: 'low', detected_at: '2026-03-15 04:09:00' }),
    )
    const { body } = await get(WEB_01)
    expect(idsOf(body.findings)).toEqual([2, 6, 7, 9, 4, 1, 3])
  })

  it('lists all findings of a scan: the limit of the findings action is not its own', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
    await database.insert(
      'compliance_findings',
      ...Array.from({ length: 1201 }, () => finding({ scan_id: 1 })),
    )
    expect((await get(WEB_01)).body.findings).toHaveLength(1201)
  })

  it('answers a scan without findings with an empty list, though an older scan has some', async () => {
    const { database, get } = await testService()
    await database.insert(
      'compliance_scans',
      complianceScan({ scan_id: 1, scan_date: '2026-03-14 04:00:00' }),
      complianceScan({ scan_id: 2 }),
    )
    await database.insert('compliance_findings', finding({ scan_id: 1 }))
    expect((await get(WEB_01)).body).toMatchObject({ scan: { scan_id: 2 }, findings: [] })
  })
})
