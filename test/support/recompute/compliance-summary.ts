import type { DataSet } from '../datasets.ts'
import { timestampAt } from './clock.ts'
import { latestScans, type Scan, shownScore } from './compliance-scans.ts'
import { dividedBy, halfUp, sumOf } from './exact.ts'
import { total } from './lists.ts'

export function summary({ now, timezone, rows }: DataSet): unknown {
  const latest = latestScans(rows.compliance_scans)
  const scores = latest.map((scan) => scan.overall_score).filter((score) => score !== null)
  return {
    overall_score: scores.length === 0 ? null : halfUp(dividedBy(sumOf(scores), scores.length)),
    total_servers: latest.length,
    total_findings: total(latest.map(findingsOf)),
    severity_totals: {
      critical: total(latest.map((scan) => scan.findings_critical)),
      high: total(latest.map((scan) => scan.findings_high)),
      medium: total(latest.map((scan) => scan.findings_medium)),
      low: total(latest.map((scan) => scan.findings_low)),
      passing: total(latest.map((scan) => scan.findings_pass)),
    },
    servers: latest.map((scan) => ({
      server_name: scan.server_name,
      server_type: scan.server_type,
      latest_scan_date: scan.scan_date,
      overall_score: shownScore(scan.overall_score),
      critical_findings: scan.findings_critical,
      high_findings: scan.findings_high,
      medium_findings: scan.findings_medium,
      low_findings: scan.findings_low,
      passing_checks: scan.findings_pass,
      total_findings: findingsOf(scan),
    })),
    timestamp: timestampAt(now, timezone),
  }
}

const findingsOf = (scan: Scan): number =>
  scan.findings_critical + scan.findings_high + scan.findings_medium + scan.findings_low
