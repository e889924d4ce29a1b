// The members that a finding has in every list.
import { columnsOf, dateTime, integer, optional, severity, text } from '../database/rows/record.ts'

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

export const FINDING_COLUMNS = columnsOf({ ...CHECK_FIELDS, ...DETAIL_FIELDS })
