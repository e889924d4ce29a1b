// spec 3 and 8: producers move detections and findings from state to state; every answer shows the
// state of its own moment.
import { describe, expect, it } from 'vitest'
import { malwareOf } from '../support/malware.ts'
import { postureOf } from '../support/posture.ts'
import { complianceScan, detection, finding } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const COMPLIANCE = '/api/compliance-scans.php'
const RESOLVED = '2026-03-15 11:00:00'

describe('a detection', () => {
  it('leaves the answers when it is resolved, and comes back when it is reopened', async () => {
    const service = await testService()
    const { database } = service
    await database.insert('malware_detections', detection({ severity: 'critical' }))
    const mark = (resolved_at: string | null) =>
      database.db.updateTable('malware_detections').set({ resolved_at }).execute()
    const shown = async () => {
      const { active_detections, severity_counts, malware_score } = await malwareOf(service)
      const { current } = await postureOf(service)
      return [active_detections.length, severity_counts.critical, malware_score, current.malware]
    }
    const active = [1, 1, 70, 70]
    expect(await shown()).toEqual(active)
    await mark(RESOLVED)
    expect(await shown()).toEqual([0, 0, 100, 100])
    await mark(null)
    expect(await shown()).toEqual(active)
  })
})

describe('a finding', () => {
  it('leaves action=findings when it is resolved, and comes back when it is reopened', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
    await database.insert('compliance_findings', finding({ scan_id: 1 }))
    const mark = (change: { resolved_at?: string | null; status?: string }) =>
      database.db.updateTable('compliance_findings').set(change).execute()
    const shown = async () => {
      const active = (await get(`${COMPLIANCE}?action=findings`)).body
      const [all] = (await get(`${COMPLIANCE}?action=server&name=web-01`)).body.findings
      return [active.total_findings, all.status, all.resolved_at, all.resolved]
    }
    expect(await shown()).toEqual([1, 'fail', null, false])
    await mark({ resolved_at: RESOLVED })
    expect(await shown()).toEqual([0, 'fail', RESOLVED, true])
    await mark({ resolved_at: null })
    expect(await shown()).toEqual([1, 'fail', null, false])
    await mark({ status: 'pass' })
    expect(await shown()).toEqual([0, 'pass', null, false])
  })
})
