import { roundedQuotient } from '../decimal.ts'
import type { Severity, SeverityCounts } from '../severity.ts'
import type { Calendar } from './calendar.ts'
import { checksOf, instanceId } from './catalogue.ts'
import { findingsOf } from './finding-rows.ts'
import { problemsOf } from './problems.ts'
import { type ServerRun, serverNames, serverRuns } from './server-runs.ts'
import { SERVERS, type Server, type ServerName } from './servers.ts'
import type { DemoRows } from './table-rows.ts'

/** How much a check counts in the score of a scan. */
const WEIGHTS: SeverityCounts = { critical: 10, high: 6, medium: 3, low: 1 }

export function complianceRows(
  calendar: Calendar,
): Pick<DemoRows, 'compliance_scans' | 'compliance_findings'> {
  const checks = perServer((server) => checksOf(server, SERVERS[server].categories))
  const problems = perServer((server) => problemsOf(calendar, server))
  const scans = serverRuns(calendar).map((run) => {
    const findings = findingsOf(calendar, run, checks[run.server], problems[run.server])
    return { row: { ...scanOf(calendar, run), ...countersOf(findings) }, findings }
  })
  return {
    compliance_scans: scans.map(({ row }) => row),
    compliance_findings: scans
      .flatMap(({ findings }) => findings)
      .map((finding, index) => ({ finding_id: index + 1, ...finding })),
  }
}

const perServer = <Value>(make: (server: ServerName) => Value) =>
  Object.fromEntries(serverNames.map((it) => [it, make(it)])) as Record<ServerName, Value>

function scanOf(calendar: Calendar, { scan_id, server, daysAgo, started, finished }: ServerRun) {
  const { type, place }: Server = SERVERS[server]
  return {
    scan_id,
    server_name: server,
    server_type: type,
    scan_date: calendar.written(started),
    scan_duration_seconds: finished - started,
    metadata: JSON.stringify({
      ...place,
      ...('region' in place && { instance_id: instanceId(server) }),
      scanner_version: daysAgo > 62 ? '4.1.3' : '4.2.0',
    }),
  }
}

/** The counters of a scan are those of its findings. */
function countersOf(findings: readonly { status: string; severity: Severity }[]) {
  const ran = findings.filter(({ status }) => status !== 'skipped')
  const passed = ran.filter(({ status }) => status === 'pass')
  const failed = (severity: Severity) =>
    ran.filter((it) => it.status === 'fail' && it.severity === severity).length
  const weight = (list: typeof ran) =>
    list.reduce((sum, { severity }) => sum + WEIGHTS[severity], 0)
  return {
    overall_score: roundedQuotient(100 * weight(passed), weight(ran)),
    findings_critical: failed('critical'),
    findings_high: failed('high'),
    findings_medium: failed('medium'),
    findings_low: failed('low'),
    findings_pass: passed.length,
    checks_total: findings.length,
    checks_run: ran.length,
    checks_skipped: findings.length - ran.length,
  }
}
