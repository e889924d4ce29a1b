// spec 2.6, 2.7, 3 and 4.3 `server`
import { describe, expect, it } from 'vitest'
import { withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, finding } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const server = (name: string) => `/api/compliance-scans.php?action=server&name=${name}`

interface Finding {
  finding_id: number
}
const idsOf = (findings: Finding[]) => findings.map((it) => it.finding_id)

describe('GET /api/compliance-scans.php?action=server', () => {
  it('tells every member of the latest scan and of its findings, and nothing else', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ scan_id: 7, checks_skipped: 5 }))
    await database.insert(
      'compliance_findings',
      finding({
        finding_id: 70,
        scan_id: 7,
        aws_resource_id: 'sg-1',
        aws_resource_type: 'AWS::EC2::SecurityGroup',
        aws_foundational_security: 'EC2.19',
        resolved_at: '2026-03-15 05:00:00',
        resolved_by: 'ops',
        resolution_notes: 'closed the port',
      }),
    )
    const { status, body } = await get(server('web-01'))
    expect(status).toBe(200)
    expect(body).toStrictEqual({
      scan: {
        scan_id: 7,
        server_name: 'web-01',
        server_type: 'aws-ec2',
        scan_date: '2026-03-15 04:00:00',
        scan_duration_seconds: 42,
        overall_score: 87.5,
        findings_critical: 0,
        findings_high: 1,
        findings_medium: 2,
        findings_low: 3,
        findings_pass: 44,
        checks_total: 50,
        checks_run: 50,
        checks_skipped: 5,
        metadata: { region: 'eu-central-1', instance_id: 'i-0abc', scanner_version: '4.2.0' },
      },
      findings: [
        {
          finding_id: 70,
          check_category: 'ssh',
          check_name: 'Root login over SSH',
          check_id: 'SSH-7408',
          status: 'fail',
          severity: 'medium',
          finding_summary: 'Root may log in over SSH',
          finding_details: 'PermitRootLogin is yes',
          remediation_steps: 'Set PermitRootLogin no',
          aws_resource_id: 'sg-1',
          aws_resource_type: 'AWS::EC2::SecurityGroup',
          file_path: '/etc/ssh/sshd_config',
          service_name: 'sshd',
          cis_benchmark: '5.2.8',
          aws_foundational_security: 'EC2.19',
          nist_csf: 'PR.AC-4',
          detected_at: '2026-03-15 04:00:10',
          resolved_at: '2026-03-15 05:00:00',
          resolved_by: 'ops',
          resolution_notes: 'closed the port',
          resolved: true,
        },
      ],
      timestamp: '2026-03-15T12:00:00+00:00',
    })
  })

  it('shows what a finding or a scan does not have as null', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ scan_id: 1, overall_score: null }))
    const absent = {
      aws_resource_id: null,
      aws_resource_type: null,
      file_path: null,
      service_name: null,
      cis_benchmark: null,
      aws_foundational_security: null,
      nist_csf: null,
      resolved_at: null,
      resolved_by: null,
      resolution_notes: null,
    }
    await database.insert('compliance_findings', finding({ scan_id: 1, ...absent }))
    const { body } = await get(server('web-01'))
    expect(body.scan.overall_score).toBeNull()
    expect(body.findings[0]).toMatchObject({ ...absent, resolved: false })
  })

  it('takes the newest scan_date, of equal ones the highest scan_id, and its findings alone', async () => {
    const { database, get } = await testService()
    const at = (scan_id: number, scan_date: string) => complianceScan({ scan_id, scan_date })
    await database.insert(
      'compliance_scans',
      at(9, '2026-03-01 00:00:00'),
      at(3, '2026-03-02 00:00:00'),
      at(5, '2026-03-02 00:00:00'),
      at(4, '2026-03-02 00:00:00'),
      complianceScan({ scan_id: 10, server_name: 'web-02', scan_date: '2026-03-03 00:00:00' }),
    )
    await database.insert(
      'compliance_findings',
      ...[9, 3, 5, 4, 10].map((scan_id) => finding({ scan_id, finding_id: scan_id * 100 })),
    )
    const { body } = await get(server('web-01'))
    expect(body.scan.scan_id).toBe(5)
    expect(idsOf(body.findings)).toEqual([500])
  })

  it('answers 404 Server not found for a server that has no scan', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ server_name: 'web-01' }))
    for (const name of ['web-02', 'WEB-01', 'web-0', 'web-011', 'web_01', '__proto__']) {
      const { status, body } = await get(server(name))
      expect([name, status, body]).toEqual([name, 404, { error: 'Server not found' }])
    }
  })

  it('answers again after a 404, from what is stored then', async () => {
    const { database, get } = await testService()
    expect((await get(server('web-01'))).status).toBe(404)
    await database.insert('compliance_scans', complianceScan())
    expect((await get(server('web-01'))).status).toBe(200)
  })

  it.each(['web-01', 'WEB-01', '__proto__', 'constructor', '10', '2', '-', '_'])(
    'finds the server called %s, and no other',
    async (name) => {
      const { database, get } = await testService()
      const others = ['web-01', 'WEB-01', '__proto__', 'constructor', '10', '2', '-', '_', 'z']
      await database.insert(
        'compliance_scans',
        ...others.map((server_name) => complianceScan({ server_name })),
      )
      expect((await get(server(name))).body.scan.server_name).toBe(name)
    },
  )

  it('sends metadata as it was written: order of keys, digits and all', async () => {
    const { database, get } = await testService()
    const metadata =
      '{"zone":"b","10":1,"2":1.10,"a":12345678901234567890,"__proto__":{"deep":[null,"\\u00e4"]}}'
    await database.insert('compliance_scans', complianceScan({ metadata }))
    expect((await get(server('web-01'))).text).toContain(`"metadata":${metadata}}`)
  })

  it.each([null, '', 'broken', '{"a":', '[]', '[{"a":1}]', '"text"', '42', 'true', 'null', '{}x'])(
    'sends metadata that is no object (%j) as {}, and says so in the log',
    async (metadata) => {
      const { database, get, logged } = await testService()
      await withoutChecks(database, 'compliance_scans')
      await database.insert('compliance_scans', complianceScan({ scan_id: 3, metadata }))
      const { status, text } = await get(server('web-01'))
      expect(status).toBe(200)
      expect(text).toContain('"metadata":{}}')
      expect(logged).toContainEqual(
        expect.objectContaining({ level: 40, where: 'compliance_scans.metadata of scan 3' }),
      )
    },
  )
})
