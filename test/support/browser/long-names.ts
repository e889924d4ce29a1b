// Rows whose every name is as long as a name may be, and breaks nowhere.
import { NAME_LENGTH } from '../../../src/names.ts'
import type { TestDatabase } from '../database.ts'
import { complianceScan, detection, finding, malwareScan, posture } from '../rows.ts'

/** No letter is wider. */
export const LONG = 'W'.repeat(NAME_LENGTH)
const OTHER = 'M'.repeat(NAME_LENGTH)

const NOTES = JSON.stringify({ [LONG]: LONG, list: [LONG, OTHER], nested: { [LONG]: LONG } })

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')

export async function fillWithLongNames({ insert }: TestDatabase): Promise<void> {
  await insert(
    'posture_scores',
    posture({ recorded_at: daysAgo(1) }),
    posture({ recorded_at: daysAgo(0) }),
  )
  for (const scan_type of [LONG, OTHER]) {
    const scan = { scan_type, status: LONG, summary: NOTES, infections_found: 3 }
    await insert(
      'malware_scans',
      ...[5, 4, 3].map((days) => malwareScan({ ...scan, scan_date: daysAgo(days) })),
    )
    await insert(
      'malware_detections',
      detection({ scan_type, file_path: LONG, malware_signature: LONG, action_taken: LONG }),
    )
  }
  for (const [i, server_name] of [LONG, OTHER].entries()) {
    const scan = { server_name, server_type: LONG, metadata: NOTES }
    for (const days of [5, 4, 3]) {
      const scan_id = 10 * i + days
      await insert('compliance_scans', {
        ...complianceScan({ ...scan, scan_date: daysAgo(days) }),
        scan_id,
      } as never)
      await insert(
        'compliance_findings',
        finding({
          scan_id,
          check_category: LONG,
          check_name: LONG,
          check_id: LONG,
          finding_summary: LONG,
          finding_details: LONG,
          remediation_steps: LONG,
          aws_resource_id: LONG,
          aws_resource_type: LONG,
          file_path: LONG,
          service_name: LONG,
          cis_benchmark: LONG,
          aws_foundational_security: LONG,
          nist_csf: LONG,
        }),
        finding({
          scan_id,
          check_category: OTHER,
          status: LONG,
          resolved_at: daysAgo(1),
          resolved_by: LONG,
          resolution_notes: LONG,
        }),
      )
    }
  }
}
