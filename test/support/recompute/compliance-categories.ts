import type { DataSet } from '../datasets.ts'
import { timestampAt } from './clock.ts'
import { type Finding, latestScans } from './compliance-scans.ts'
import { dividedBy, fraction, halfUp } from './exact.ts'
import { count, distinct } from './lists.ts'
import { Members } from './written.ts'

export function categories({ now, timezone, rows }: DataSet): unknown {
  const byServer = latestScans(rows.compliance_scans)
    .map((scan) => {
      const found = rows.compliance_findings.filter((it) => it.scan_id === scan.scan_id)
      return [scan.server_name, categoriesOf(found)] as const
    })
    .filter(([, list]) => list.length > 0)
  return {
    categories_by_server: new Members(byServer),
    all_categories: byServer.flatMap(([, list]) => list),
    timestamp: timestampAt(now, timezone),
  }
}

const categoriesOf = (findings: readonly Finding[]) =>
  distinct(findings.map((it) => it.check_category)).map((category) => {
    const checks = findings.filter((it) => it.check_category === category)
    const failed = (severity: string) =>
      count(checks, (it) => it.status === 'fail' && it.severity === severity)
    const pass = count(checks, (it) => it.status === 'pass')
    return {
      check_category: category,
      critical: failed('critical'),
      high: failed('high'),
      medium: failed('medium'),
      low: failed('low'),
      pass,
      total_checks: checks.length,
      pass_rate: halfUp(dividedBy(fraction(100 * pass), checks.length)),
    }
  })
