// The relations of the contract as views over such tables.
import type { TableName } from '../../../src/database/schema/schema.ts'
import type { Dialect } from './dialects.ts'

interface View {
  readonly columns: Readonly<Record<string, string>>
  /** What follows the columns. */
  readonly from: string
}

export const OUTCOMES = ['clean', 'infected', 'failed']
export const VERDICTS = ['fail', 'pass', 'skipped', 'FAIL']
/** By their number, the least first. */
export const LEVELS = ['low', 'medium', 'high', 'critical']
export const GRADES = { critical: 'crit', high: 'hi', medium: 'med', low: 'lo' }

const byNumber = (column: string, words: readonly string[]) =>
  `case ${column} ${words.map((word, i) => `when ${i} then '${word}'`).join(' ')} end`

const byGrade = (column: string) =>
  `case ${column} ${Object.entries(GRADES)
    .map(([word, grade]) => `when '${grade}' then '${word}'`)
    .join(' ')} end`

const coalesced = (text: string) => `coalesce(${text}, 'null')`

function viewsOf(dialect: Dialect): Readonly<Record<TableName, View>> {
  const { bytes, divided, fromDay, fromIso, fromSeconds, json, member, quoted, score } = dialect
  const incidents = (level: number) =>
    `coalesce(sum(case when level = ${level} then incidents end), 0)`
  const reference = (name: string) => member('refs', name)
  const scanOf = (kind: number) => `scan_runs where run_kind = ${kind} and not is_deleted`

  return {
    malware_scans: {
      columns: {
        scan_id: 'run_no',
        scan_type: bytes('subject'),
        scan_date: fromSeconds('ended'),
        status: bytes(byNumber('outcome', OUTCOMES)),
        files_scanned: 'files',
        infections_found: 'hits',
        scan_duration_seconds: 'ended - began',
        summary: json(`case when part_n is null then free_json else concat(
          '{"engine_version":', ${quoted('part_a')}, ',"known_viruses":', part_n, '}') end`),
      },
      from: scanOf(1),
    },
    malware_detections: {
      columns: {
        detection_id: 'threat_no',
        scan_id: 'run_no',
        scan_type: bytes('tool'),
        file_path: 'concat(folder, file)',
        malware_signature: 'rule',
        severity: bytes(byGrade('grade')),
        action_taken: bytes('label'),
        detected_at: fromSeconds(divided('seen_ms', 1000)),
        resolved_at: fromSeconds(divided('nullif(cleared_ms, 0)', 1000)),
      },
      from: 'threats join actions on code = action_code where not is_deleted',
    },
    compliance_scans: {
      columns: {
        scan_id: 'run_no',
        server_name: bytes('subject'),
        server_type: bytes('subject_class'),
        scan_date: fromSeconds('ended'),
        scan_duration_seconds: 'ended - began',
        overall_score: score('grade_points'),
        findings_critical: 'n_crit',
        findings_high: 'n_high',
        findings_medium: 'n_med',
        findings_low: 'n_low',
        findings_pass: 'n_fine',
        checks_total: 'planned',
        checks_run: 'done',
        checks_skipped: 'passed_over',
        metadata: json(`case when part_n is null then free_json else concat(
          '{"region":', ${coalesced(quoted('part_a'))},
          ',"instance_id":', ${coalesced(quoted('part_b'))}, ',"hours":', part_n, '}') end`),
      },
      from: scanOf(2),
    },
    compliance_findings: {
      columns: {
        finding_id: 'issues.issue_no',
        scan_id: 'run_no',
        check_category: bytes('topic'),
        check_name: 'title',
        check_id: 'code',
        status: bytes(byNumber('verdict', VERDICTS)),
        severity: bytes(byNumber('level', LEVELS)),
        finding_summary: 'summary',
        finding_details: 'body',
        remediation_steps: 'advice',
        aws_resource_id: reference('aws'),
        aws_resource_type: reference('aws_type'),
        file_path: 'path',
        service_name: 'service',
        cis_benchmark: reference('cis'),
        aws_foundational_security: reference('fsbp'),
        nist_csf: reference('nist'),
        detected_at: fromIso('seen'),
        resolved_at: fromIso('closed'),
        resolved_by: 'closed_by',
        resolution_notes: 'note',
      },
      from: 'issues left join tickets on tickets.issue_no = issues.issue_no where not is_deleted',
    },
    posture_scores: {
      columns: {
        posture_id: 'reviews.review_no',
        recorded_at: fromDay('day', 'second_of_day'),
        compliance: score('policy'),
        redteam: score('pentest'),
        incident: score('response'),
        monitoring: score('alerting'),
        controls_implemented: 'controls_done',
        controls_total: 'controls_done + controls_open',
        incidents_critical: incidents(3),
        incidents_high: incidents(2),
        incidents_medium: incidents(1),
        incidents_low: incidents(0),
      },
      from: `reviews left join review_incidents on review_incidents.review_no = reviews.review_no
        where not is_deleted group by reviews.review_no`,
    },
  }
}

export const createViews = (dialect: Dialect): string[] =>
  Object.entries(viewsOf(dialect)).map(([name, { columns, from }]) => {
    const list = Object.entries(columns).map(([column, expression]) => `${expression} as ${column}`)
    return `create view ${name} as select ${list.join(', ')} from ${from}`
  })
