// Both kinds of scans as rows of one table.
import type { Rows } from '../datasets.ts'
import type { Dialect } from './dialects.ts'
import { metadataColumns, summaryColumns } from './json-of-columns.ts'
import { OUTCOMES } from './views.ts'

/** Since 1970, by the calendar alone. */
export const secondsAt = (dateTime: string) => Date.parse(`${dateTime.replace(' ', 'T')}Z`) / 1000

const NO_COUNTS = {
  n_crit: null,
  n_high: null,
  n_med: null,
  n_low: null,
  n_fine: null,
  planned: null,
  done: null,
  passed_over: null,
  grade_points: null,
}

export function scanRuns(rows: Rows, { storedScore }: Dialect) {
  return [
    ...rows.malware_scans.map((scan) => ({
      run_kind: 1,
      run_no: scan.scan_id,
      subject: scan.scan_type,
      subject_class: null,
      began: secondsAt(scan.scan_date) - scan.scan_duration_seconds,
      ended: secondsAt(scan.scan_date),
      outcome: OUTCOMES.indexOf(scan.status),
      files: scan.files_scanned,
      hits: scan.infections_found,
      ...NO_COUNTS,
      ...summaryColumns(scan),
    })),
    ...rows.compliance_scans.map((scan) => ({
      run_kind: 2,
      run_no: scan.scan_id,
      subject: scan.server_name,
      subject_class: scan.server_type,
      began: secondsAt(scan.scan_date) - scan.scan_duration_seconds,
      ended: secondsAt(scan.scan_date),
      outcome: null,
      files: null,
      hits: null,
      n_crit: scan.findings_critical,
      n_high: scan.findings_high,
      n_med: scan.findings_medium,
      n_low: scan.findings_low,
      n_fine: scan.findings_pass,
      planned: scan.checks_total,
      done: scan.checks_run,
      passed_over: scan.checks_skipped,
      grade_points: scan.overall_score === null ? null : storedScore(scan.overall_score),
      ...metadataColumns(scan),
    })),
  ]
}
