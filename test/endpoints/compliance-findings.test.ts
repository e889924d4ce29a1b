// spec 2.7, 3 rule 2, 4.3 `findings` and 8
import { describe, expect, it } from 'vitest'
import { withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, finding } from '../support/rows.ts'
import { type TestService, testService } from '../support/service.ts'

const FINDINGS = '/api/compliance-scans.php?action=findings'

interface Finding {
  finding_id: number
  severity: string
}
const idsOf = (findings: Finding[]) => findings.map((it) => it.finding_id)

/** One scan, number 1, of web-01, with these findings. */
async function oneScan({ database }: TestService, ...rows: Partial<ReturnType<typeof finding>>[]) {
  await database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
  await database.insert(
    'compliance_findings',
    ...rows.map((row) => finding({ ...row, scan_id: 1 })),
  )
}

describe('GET /api/compliance-scans.php?action=findings', () => {
  it('tells every member of a finding and of its scan, and nothing else', async () => {
    const service = await testService()
    await oneScan(service, { finding_id: 70, aws_resource_id: 'sg-1', nist_csf: null })
    expect((await service.get(FINDINGS)).body).toStrictEqual({
      filters: { severity: null, category: null, server: null },
      total_findings: 1,
      findings: [
        {
          finding_id: 70,
          check_category: 'ssh',
          check_name: 'Root login over SSH',
          check_id: 'SSH-7408',
          severity: 'medium',
          finding_summary: 'Root may log in over SSH',
          finding_details: 'PermitRootLogin is yes',
          remediation_steps: 'Set PermitRootLogin no',
          aws_resource_id: 'sg-1',
          aws_resource_type: null,
          file_path: '/etc/ssh/sshd_config',
          service_name: 'sshd',
          cis_benchmark: '5.2.8',
          aws_foundational_security: null,
          nist_csf: null,
          detected_at: '2026-03-15 04:00:10',
          server_name: 'web-01',
          server_type: 'aws-ec2',
          scan_date: '2026-03-15 04:00:00',
        },
      ],
      timestamp: '2026-03-15T12:00:00+00:00',
    })
  })

  it('lists nothing of an empty database', async () => {
    const { get } = await testService()
    expect((await get(FINDINGS)).body).toMatchObject({ total_findings: 0, findings: [] })
  })

  it('lists a finding only while its status is fail and it is not resolved', async () => {
    const service = await testService()
    await oneScan(
      service,
      { finding_id: 1, status: 'fail' },
      { finding_id: 2, status: 'fail', resolved_at: '2026-03-15 05:00:00' },
      { finding_id: 3, status: 'pass' },
      { finding_id: 4, status: 'warning' },
      { finding_id: 5, status: 'FAIL' },
      // Resolved is what has a resolution time; who and why alone do not make it so.
      { finding_id: 6, status: 'fail', resolved_by: 'ops', resolution_notes: 'soon' },
    )
    const { body } = await service.get(FINDINGS)
    expect(idsOf(body.findings)).toEqual([6, 1])
    expect(body.total_findings).toBe(2)
  })

  it('lists findings of every scan, not only of the latest, and the same finding as often as it was found', async () => {
    const { database, get } = await testService()
    await database.insert(
      'compliance_scans',
      complianceScan({ scan_id: 1, scan_date: '2025-03-15 04:00:00' }),
      complianceScan({ scan_id: 2, server_type: 'aws-lightsail' }),
    )
    await database.insert(
      'compliance_findings',
      finding({ finding_id: 1, scan_id: 1 }),
      finding({ finding_id: 2, scan_id: 2 }),
      finding({ finding_id: 3, scan_id: 2 }),
    )
    const { body } = await get(FINDINGS)
    expect(idsOf(body.findings)).toEqual([3, 2, 1])
    expect(body.total_findings).toBe(3)
    expect(body.findings[2]).toMatchObject({
      server_type: 'aws-ec2',
      scan_date: '2025-03-15 04:00:00',
    })
  })

  it('lists the most severe first, then the newest detected_at, then the highest id', async () => {
    const service = await testService()
    const early = '2026-03-01 00:00:00'
    const late = '2026-03-02 00:00:00'
    await oneScan(
      service,
      { finding_id: 1, severity: 'low', detected_at: late },
      { finding_id: 2, severity: 'high', detected_at: early },
      { finding_id: 3, severity: 'critical', detected_at: early },
      { finding_id: 4, severity: 'high', detected_at: late },
      { finding_id: 5, severity: 'medium', detected_at: late },
      { finding_id: 6, severity: 'high', detected_at: late },
      { finding_id: 7, severity: 'high', detected_at: early },
      { finding_id: 8, severity: 'medium', detected_at: early },
    )
    expect(idsOf((await service.get(FINDINGS)).body.findings)).toEqual([3, 6, 4, 7, 2, 5, 8, 1])
    const { body } = await service.get(`${FINDINGS}&server=web-01&category=ssh`)
    expect(idsOf(body.findings)).toEqual([3, 6, 4, 7, 2, 5, 8, 1])
  })

  it('lists exactly 500 findings without dropping one', async () => {
    const service = await testService()
    await oneScan(service, ...Array.from({ length: 500 }, () => ({})))
    const { body } = await service.get(FINDINGS)
    expect(new Set(idsOf(body.findings)).size).toBe(500)
    expect(body.total_findings).toBe(500)
  })

  it('lists the first 500 in order, and counts those beyond', async () => {
    const service = await testService()
    const many = (length: number, severity: 'critical' | 'high' | 'medium' | 'low') =>
      Array.from({ length }, () => ({ severity }))
    await oneScan(service, ...many(300, 'low'), ...many(150, 'high'), ...many(301, 'medium'))
    const { body } = await service.get(FINDINGS)
    const severities = body.findings.map((it: Finding) => it.severity)
    expect(severities).toEqual([
      ...Array(150).fill('high'),
      ...Array(301).fill('medium'),
      ...Array(49).fill('low'),
    ])
    // Of those at the end the highest ids: rows 252 to 300.
    expect(idsOf(body.findings.slice(451))).toEqual(Array.from({ length: 49 }, (_, i) => 300 - i))
    expect(body.total_findings).toBe(751)
  })

  it('holds filtered lists to 500 too, and counts what matches beyond', async () => {
    const service = await testService()
    await oneScan(
      service,
      ...Array.from({ length: 501 }, () => ({ check_category: 'os' })),
      // Each lacks one of what is asked for.
      ...Array.from({ length: 7 }, () => ({})),
      { check_category: 'os', severity: 'critical' as const },
    )
    await service.database.insert(
      'compliance_scans',
      complianceScan({ scan_id: 2, server_name: 'web-02' }),
    )
    await service.database.insert(
      'compliance_findings',
      finding({ scan_id: 2, check_category: 'os' }),
    )
    for (const [filter, total] of [
      ['category=os', 503],
      ['category=os&server=web-01', 502],
      ['category=os&severity=medium', 502],
      ['category=os&severity=medium&server=web-01', 501],
    ] as const) {
      const { body } = await service.get(`${FINDINGS}&${filter}`)
      expect([body.findings.length, body.total_findings, filter]).toEqual([500, total, filter])
    }
  })

  it('leaves a finding whose scan is gone out of the list and out of the count', async () => {
    const service = await testService()
    await withoutChecks(service.database, 'compliance_findings')
    await oneScan(service, { finding_id: 1 })
    await service.database.insert('compliance_findings', finding({ finding_id: 2, scan_id: 99 }))
    const { body } = await service.get(FINDINGS)
    expect(idsOf(body.findings)).toEqual([1])
    expect(body.total_findings).toBe(1)
  })
})
