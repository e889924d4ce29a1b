import type { DataSet } from '../datasets.ts'
import { timestampAt } from './clock.ts'
import { details, identity } from './compliance-scans.ts'
import { down, mostSevere, sorted } from './lists.ts'

export interface Filters {
  readonly severity: string | null
  readonly category: string | null
  readonly server: string | null
}

export function findings({ now, timezone, rows }: DataSet, filters: Filters): unknown {
  const { severity, category, server } = filters
  const scanOf = (id: number) => rows.compliance_scans.find((scan) => scan.scan_id === id)
  const matching = rows.compliance_findings.filter(
    (it) =>
      it.status === 'fail' &&
      it.resolved_at === null &&
      (severity === null || it.severity === severity) &&
      (category === null || it.check_category === category) &&
      (server === null || scanOf(it.scan_id)?.server_name === server),
  )
  return {
    filters: { severity, category, server },
    total_findings: matching.length,
    findings: sorted(
      matching,
      mostSevere,
      down((it) => it.detected_at),
      down((it) => it.finding_id),
    )
      .slice(0, 500)
      .map((it) => ({
        ...identity(it),
        ...details(it),
        server_name: scanOf(it.scan_id)?.server_name,
        server_type: scanOf(it.scan_id)?.server_type,
        scan_date: scanOf(it.scan_id)?.scan_date,
      })),
    timestamp: timestampAt(now, timezone),
  }
}
