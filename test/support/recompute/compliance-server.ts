import type { DataSet } from '../datasets.ts'
import { timestampAt } from './clock.ts'
import { details, identity, shownScore } from './compliance-scans.ts'
import { latestOf, mostSevere, sorted, up } from './lists.ts'
import { Column } from './written.ts'

/** undefined where no such server was ever scanned. */
export function server({ now, timezone, rows }: DataSet, name: string): unknown {
  const scan = latestOf(rows.compliance_scans.filter((it) => it.server_name === name))
  if (scan === undefined) return undefined
  const findings = rows.compliance_findings.filter((it) => it.scan_id === scan.scan_id)
  return {
    scan: {
      scan_id: scan.scan_id,
      server_name: scan.server_name,
      server_type: scan.server_type,
      scan_date: scan.scan_date,
      scan_duration_seconds: scan.scan_duration_seconds,
      overall_score: shownScore(scan.overall_score),
      findings_critical: scan.findings_critical,
      findings_high: scan.findings_high,
      findings_medium: scan.findings_medium,
      findings_low: scan.findings_low,
      findings_pass: scan.findings_pass,
      checks_total: scan.checks_total,
      checks_run: scan.checks_run,
      checks_skipped: scan.checks_skipped,
      metadata: new Column(scan.metadata),
    },
    findings: sorted(
      findings,
      mostSevere,
      up((it) => it.finding_id),
    ).map((it) => ({
      ...identity(it),
      status: it.status,
      ...details(it),
      resolved_at: it.resolved_at,
      resolved_by: it.resolved_by,
      resolution_notes: it.resolution_notes,
      resolved: it.resolved_at !== null,
    })),
    timestamp: timestampAt(now, timezone),
  }
}
