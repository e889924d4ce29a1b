// The members that a finding has in every list.
import { dateTime, integer, optional, severity, text } from '../database/record.ts'

export const CHECK_FIELDS = {
  finding_id: integer,
  check_category: text,
  check_name: text,
  check_id: text,
}

export const DETAIL_FIELDS = {
  severity,
  finding_summary: text,
  finding_details: text,
  remediation_steps: text,
  aws_resource_id: optional(text),
  aws_resource_type: optional(text),
  file_path: optional(text),
  service_name: optional(text),
  cis_benchmark: optional(text),
  aws_foundational_security: optional(text),
  nist_csf: optional(text),
  detected_at: dateTime,
}

/** The columns of those members. */
export const FINDING_COLUMNS = [
  'finding_id',
  'check_category',
  'check_name',
  'check_id',
  'severity',
  'finding_summary',
  'finding_details',
  'remediation_steps',
  'aws_resource_id',
  'aws_resource_type',
  'file_path',
  'service_name',
  'cis_benchmark',
  'aws_foundational_security',
  'nist_csf',
  'detected_at',
] as const satisfies readonly (keyof typeof CHECK_FIELDS | keyof typeof DETAIL_FIELDS)[]
