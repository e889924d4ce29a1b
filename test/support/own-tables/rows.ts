// The rows of a data set as the operator's tables hold them, among others that are deleted.
import type { DataSet } from '../datasets.ts'
import type { Dialect } from './dialects.ts'
import { scanRuns, secondsAt } from './scan-runs.ts'
import { GRADES, LEVELS, VERDICTS } from './views.ts'

type Row = Readonly<Record<string, unknown>>

export type OwnRows = Readonly<Record<string, readonly Row[]>>

const ACTIONS = ['none', 'quarantined', 'deleted']

const iso = (dateTime: string | null) => dateTime && `${dateTime.replace(' ', 'T')}Z`

/** Every row is there a second time: newer, under another number, and deleted. */
const andDeleted = (rows: readonly Row[], id: string, newer: (row: Row) => Row): Row[] => [
  ...rows.map((row) => ({ ...row, is_deleted: 0 })),
  ...rows.map((row) => ({ ...newer(row), [id]: Number(row[id]) + 1_000_000, is_deleted: 1 })),
]

const later = (column: string, by: number) => (row: Row) => ({
  ...row,
  [column]: Number(row[column]) + by,
})

export function ownRows({ rows }: DataSet, dialect: Dialect): OwnRows {
  const { storedScore } = dialect
  const threats = rows.malware_detections.map((it) => ({
    threat_no: it.detection_id,
    run_no: it.scan_id,
    tool: it.scan_type,
    folder: it.file_path.slice(0, 4),
    file: it.file_path.slice(4),
    rule: it.malware_signature,
    grade: GRADES[it.severity],
    action_code: ACTIONS.indexOf(it.action_taken),
    seen_ms: secondsAt(it.detected_at) * 1000,
    cleared_ms: it.resolved_at === null ? 0 : secondsAt(it.resolved_at) * 1000,
  }))
  const issues = rows.compliance_findings.map((it) => ({
    issue_no: it.finding_id,
    run_no: it.scan_id,
    topic: it.check_category,
    verdict: VERDICTS.indexOf(it.status),
    level: LEVELS.indexOf(it.severity),
    title: it.check_name,
    code: it.check_id,
    summary: it.finding_summary,
    body: it.finding_details,
    advice: it.remediation_steps,
    path: it.file_path,
    service: it.service_name,
    refs: JSON.stringify({
      aws: it.aws_resource_id,
      aws_type: it.aws_resource_type,
      cis: it.cis_benchmark,
      fsbp: it.aws_foundational_security,
      nist: it.nist_csf,
    }),
    seen: iso(it.detected_at),
  }))
  const reviews = rows.posture_scores.map((it) => ({
    review_no: it.posture_id,
    day: it.recorded_at.slice(0, 10),
    second_of_day: secondsAt(it.recorded_at) - secondsAt(`${it.recorded_at.slice(0, 10)} 00:00:00`),
    policy: storedScore(it.compliance),
    pentest: storedScore(it.redteam),
    response: storedScore(it.incident),
    alerting: storedScore(it.monitoring),
    controls_done: it.controls_implemented,
    controls_open: it.controls_total - it.controls_implemented,
  }))
  return {
    scan_runs: andDeleted(scanRuns(rows, dialect), 'run_no', later('ended', 60)),
    actions: ACTIONS.map((label, code) => ({ code, label })),
    threats: andDeleted(threats, 'threat_no', later('seen_ms', 60_000)),
    issues: andDeleted(issues, 'issue_no', (row) => ({ ...row, level: 3, verdict: 0 })),
    tickets: rows.compliance_findings
      .filter(
        (it) => it.resolved_at !== null || it.resolved_by !== null || it.resolution_notes !== null,
      )
      .map((it) => ({
        issue_no: it.finding_id,
        closed: iso(it.resolved_at),
        closed_by: it.resolved_by,
        note: it.resolution_notes,
      })),
    reviews: andDeleted(reviews, 'review_no', later('second_of_day', 60)),
    // A level without incidents has no row.
    review_incidents: rows.posture_scores.flatMap((it) =>
      [it.incidents_low, it.incidents_medium, it.incidents_high, it.incidents_critical].flatMap(
        (incidents, level) =>
          incidents === 0 ? [] : [{ review_no: it.posture_id, level, incidents }],
      ),
    ),
  }
}
