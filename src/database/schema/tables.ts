// The tables that producers write and the service reads, column by column.
import type { Generated } from 'kysely'
import type { Severity } from '../../severity.ts'

/** 'YYYY-MM-DD HH:MM:SS', in the configured time zone. */
export type DateTime = string

export interface MalwareScans {
  scan_id: Generated<number>
  scan_type: string
  scan_date: DateTime
  status: string
  files_scanned: number
  infections_found: number
  scan_duration_seconds: number
  summary: string | null
}

export interface MalwareDetections {
  detection_id: Generated<number>
  scan_id: number | null
  scan_type: string
  file_path: string
  malware_signature: string
  severity: Severity
  action_taken: string
  detected_at: DateTime
  resolved_at: DateTime | null
}

export interface ComplianceScans {
  scan_id: Generated<number>
  server_name: string
  server_type: string
  scan_date: DateTime
  scan_duration_seconds: number
  overall_score: number | null
  findings_critical: number
  findings_high: number
  findings_medium: number
  findings_low: number
  findings_pass: number
  checks_total: number
  checks_run: number
  checks_skipped: number
  metadata: string | null
}

export interface ComplianceFindings {
  finding_id: Generated<number>
  scan_id: number
  check_category: string
  check_name: string
  check_id: string
  status: string
  severity: Severity
  finding_summary: string
  finding_details: string
  remediation_steps: string
  aws_resource_id: string | null
  aws_resource_type: string | null
  file_path: string | null
  service_name: string | null
  cis_benchmark: string | null
  aws_foundational_security: string | null
  nist_csf: string | null
  detected_at: DateTime
  resolved_at: DateTime | null
  resolved_by: string | null
  resolution_notes: string | null
}

export interface PostureScores {
  posture_id: Generated<number>
  recorded_at: DateTime
  compliance: number
  redteam: number
  incident: number
  monitoring: number
  controls_implemented: number
  controls_total: number
  incidents_critical: number
  incidents_high: number
  incidents_medium: number
  incidents_low: number
}

export interface Tables {
  malware_scans: MalwareScans
  malware_detections: MalwareDetections
  compliance_scans: ComplianceScans
  compliance_findings: ComplianceFindings
  posture_scores: PostureScores
}
