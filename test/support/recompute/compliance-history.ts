import type { DataSet } from '../datasets.ts'
import { timestampAt, windowStart } from './clock.ts'
import { shownScore } from './compliance-scans.ts'
import { distinct, sorted, up } from './lists.ts'
import { Members } from './written.ts'

export function history(
  { now, timezone, rows }: DataSet,
  server: string | null,
  days: number,
): unknown {
  const since = windowStart(now, timezone, days)
  const items = sorted(
    rows.compliance_scans
      .filter((scan) => scan.scan_date >= since)
      .filter((scan) => server === null || scan.server_name === server),
    up((scan) => scan.scan_date),
    up((scan) => scan.server_name),
    up((scan) => scan.scan_id),
  ).map((scan) => ({
    server_name: scan.server_name,
    scan_date: scan.scan_date,
    overall_score: shownScore(scan.overall_score),
    findings_critical: scan.findings_critical,
    findings_high: scan.findings_high,
    findings_medium: scan.findings_medium,
    findings_low: scan.findings_low,
    findings_pass: scan.findings_pass,
    checks_total: scan.checks_total,
  }))
  return {
    days,
    server_filter: server,
    total_scans: items.length,
    history_by_server: new Members(
      distinct(items.map((item) => item.server_name)).map((name) => [
        name,
        items.filter((item) => item.server_name === name),
      ]),
    ),
    all_history: items,
    timestamp: timestampAt(now, timezone),
  }
}
