// Rows with every column of the contract filled in; a test names only what it is about.
import type { Insertable } from 'kysely'
import type { Tables } from '../../src/database/schema/tables.ts'

export const malwareScan = (
  row: Partial<Insertable<Tables['malware_scans']>> = {},
): Insertable<Tables['malware_scans']> => ({
  scan_type: 'clamav',
  scan_date: '2026-03-15 02:00:00',
  status: 'clean',
  files_scanned: 1000,
  infections_found: 0,
  scan_duration_seconds: 60,
  summary: '{"known_viruses":8700000,"engine_version":"1.4.2","data_scanned_gb":12.5}',
  ...row,
})

export const detection = (
  row: Partial<Insertable<Tables['malware_detections']>> = {},
): Insertable<Tables['malware_detections']> => ({
  scan_id: null,
  scan_type: 'clamav',
  file_path: '/srv/www/upload/shell.php',
  malware_signature: 'Php.Webshell.Generic',
  severity: 'high',
  action_taken: 'quarantined',
  detected_at: '2026-03-14 03:00:00',
  resolved_at: null,
  ...row,
})

export const complianceScan = (
  row: Partial<Insertable<Tables['compliance_scans']>> = {},
): Insertable<Tables['compliance_scans']> => ({
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
  checks_skipped: 0,
  metadata: '{"region":"eu-central-1","instance_id":"i-0abc","scanner_version":"4.2.0"}',
  ...row,
})

/** `scan_id` must name a scan that is there. */
export const finding = (
  row: Partial<Insertable<Tables['compliance_findings']>> & { scan_id: number },
): Insertable<Tables['compliance_findings']> => ({
  check_category: 'ssh',
  check_name: 'Root login over SSH',
  check_id: 'SSH-7408',
  status: 'fail',
  severity: 'medium',
  finding_summary: 'Root may log in over SSH',
  finding_details: 'PermitRootLogin is yes',
  remediation_steps: 'Set PermitRootLogin no',
  aws_resource_id: null,
  aws_resource_type: null,
  file_path: '/etc/ssh/sshd_config',
  service_name: 'sshd',
  cis_benchmark: '5.2.8',
  aws_foundational_security: null,
  nist_csf: 'PR.AC-4',
  detected_at: '2026-03-15 04:00:10',
  resolved_at: null,
  resolved_by: null,
  resolution_notes: null,
  ...row,
})

export const posture = (
  row: Partial<Insertable<Tables['posture_scores']>> = {},
): Insertable<Tables['posture_scores']> => ({
  recorded_at: '2026-03-15 06:00:00',
  compliance: 80,
  redteam: 70,
  incident: 90,
  monitoring: 60,
  controls_implemented: 90,
  controls_total: 120,
  incidents_critical: 0,
  incidents_high: 1,
  incidents_medium: 2,
  incidents_low: 3,
  ...row,
})
