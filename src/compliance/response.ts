// spec 2.6-2.10, 4.3
import { type Static, Type } from 'typebox'
import { DAYS } from '../parameters.ts'
import * as shape from '../shapes.ts'
import { FINDINGS_LIMIT } from './limits.ts'

const overallScore = shape.orNull(shape.score)

const complianceScan = shape.closed({
  scan_id: shape.id,
  server_name: shape.text,
  server_type: shape.text,
  scan_date: shape.dateTime,
  scan_duration_seconds: shape.count,
  overall_score: overallScore,
  findings_critical: shape.count,
  findings_high: shape.count,
  findings_medium: shape.count,
  findings_low: shape.count,
  findings_pass: shape.count,
  checks_total: shape.count,
  checks_run: shape.count,
  checks_skipped: shape.count,
  metadata: shape.producerObject,
})

const check = {
  finding_id: shape.id,
  check_category: shape.text,
  check_name: shape.text,
  check_id: shape.text,
}

const details = {
  severity: shape.severity,
  finding_summary: shape.text,
  finding_details: shape.text,
  remediation_steps: shape.text,
  aws_resource_id: shape.orNull(shape.text),
  aws_resource_type: shape.orNull(shape.text),
  file_path: shape.orNull(shape.text),
  service_name: shape.orNull(shape.text),
  cis_benchmark: shape.orNull(shape.text),
  aws_foundational_security: shape.orNull(shape.text),
  nist_csf: shape.orNull(shape.text),
  detected_at: shape.dateTime,
}

const serverFinding = shape.closed({
  ...check,
  status: shape.text,
  ...details,
  resolved_at: shape.orNull(shape.dateTime),
  resolved_by: shape.orNull(shape.text),
  resolution_notes: shape.orNull(shape.text),
  resolved: Type.Boolean(),
})

const activeFinding = shape.closed({
  ...check,
  ...details,
  server_name: shape.text,
  server_type: shape.text,
  scan_date: shape.dateTime,
})

const serverSummary = shape.closed({
  server_name: shape.text,
  server_type: shape.text,
  latest_scan_date: shape.dateTime,
  overall_score: overallScore,
  critical_findings: shape.count,
  high_findings: shape.count,
  medium_findings: shape.count,
  low_findings: shape.count,
  passing_checks: shape.count,
  total_findings: shape.count,
})

const categoryRow = shape.closed({
  check_category: shape.text,
  critical: shape.count,
  high: shape.count,
  medium: shape.count,
  low: shape.count,
  pass: shape.count,
  total_checks: shape.count,
  pass_rate: shape.score,
})

const historyItem = shape.closed({
  server_name: shape.text,
  scan_date: shape.dateTime,
  overall_score: overallScore,
  findings_critical: shape.count,
  findings_high: shape.count,
  findings_medium: shape.count,
  findings_low: shape.count,
  findings_pass: shape.count,
  checks_total: shape.count,
})

export const summaryResponse = shape.closed(
  {
    overall_score: overallScore,
    total_servers: shape.count,
    total_findings: shape.count,
    severity_totals: shape.closed({
      critical: shape.count,
      high: shape.count,
      medium: shape.count,
      low: shape.count,
      passing: shape.count,
    }),
    servers: shape.list(serverSummary),
    timestamp: shape.timestamp,
  },
  'The latest scan of every server, and their totals.',
)

export const serverResponse = shape.closed(
  {
    scan: complianceScan,
    findings: shape.list(serverFinding),
    timestamp: shape.timestamp,
  },
  'The latest scan of one server with all its findings.',
)

export const findingsResponse = shape.closed(
  {
    filters: shape.closed({
      severity: shape.orNull(shape.severity),
      category: shape.orNull(shape.text),
      server: shape.orNull(shape.text),
    }),
    total_findings: shape.count,
    findings: shape.list(activeFinding, FINDINGS_LIMIT),
    timestamp: shape.timestamp,
  },
  'Active findings that match all filters, most severe first.',
)

export const categoriesResponse = shape.closed(
  {
    categories_by_server: shape.mapOf(shape.list(categoryRow)),
    all_categories: shape.list(categoryRow),
    timestamp: shape.timestamp,
  },
  'Checks of the latest scan of every server, counted by category.',
)

export const historyResponse = shape.closed(
  {
    days: Type.Integer({ minimum: DAYS.least, maximum: DAYS.most }),
    server_filter: shape.orNull(shape.text),
    total_scans: shape.count,
    history_by_server: shape.mapOf(shape.list(historyItem)),
    all_history: shape.list(historyItem),
    timestamp: shape.timestamp,
  },
  'The scans of the last days, oldest first.',
)

export type SummaryResponse = Static<typeof summaryResponse>
export type ServerResponse = Static<typeof serverResponse>
export type FindingsResponse = Static<typeof findingsResponse>
export type CategoriesResponse = Static<typeof categoriesResponse>
export type HistoryResponse = Static<typeof historyResponse>
export type CategoryRow = Static<typeof categoryRow>
export type HistoryItem = Static<typeof historyItem>
