// What the actions of the compliance endpoint have in common.
import type { Rows } from '../datasets.ts'
import { fraction, halfUp } from './exact.ts'
import { distinct, latestOf } from './lists.ts'

export type Scan = Rows['compliance_scans'][number]
export type Finding = Rows['compliance_findings'][number]

/** The latest scan of every server, by server name. */
export const latestScans = (scans: readonly Scan[]): Scan[] =>
  distinct(scans.map((scan) => scan.server_name))
    .map((name) => latestOf(scans.filter((scan) => scan.server_name === name)))
    .filter((scan) => scan !== undefined)

export const shownScore = (score: number | null): number | null =>
  score === null ? null : halfUp(fraction(score))

/** The members that a finding has in every list, around the place of `status`. */
export const identity = (it: Finding) => ({
  finding_id: it.finding_id,
  check_category: it.check_category,
  check_name: it.check_name,
  check_id: it.check_id,
})

export const details = (it: Finding) => ({
  severity: it.severity,
  finding_summary: it.finding_summary,
  finding_details: it.finding_details,
  remediation_steps: it.remediation_steps,
  aws_resource_id: it.aws_resource_id,
  aws_resource_type: it.aws_resource_type,
  file_path: it.file_path,
  service_name: it.service_name,
  cis_benchmark: it.cis_benchmark,
  aws_foundational_security: it.aws_foundational_security,
  nist_csf: it.nist_csf,
  detected_at: it.detected_at,
})
