// The posture as it is recorded every morning, worked out from what was known at that moment.
import { roundedMean, roundedQuotient } from '../decimal.ts'
import { noSeverities, SEVERITIES, type SeverityCounts } from '../severity.ts'
import { type Calendar, HOUR, MINUTE, runsOf } from './calendar.ts'
import { EXERCISES, INCIDENTS } from './incidents.ts'
import { LOG_FORWARDING } from './os-checks.ts'
import { serverNames } from './server-runs.ts'
import type { DemoRows } from './table-rows.ts'

type Scan = DemoRows['compliance_scans'][number]

/** What one open incident costs. */
const COSTS: SeverityCounts = { critical: 35, high: 15, medium: 6, low: 2 }

const SCHEDULE = { startsAt: 6 * HOUR + 30 * MINUTE, seconds: [5, 40] } as const

export function postureRows(
  calendar: Calendar,
  compliance: Pick<DemoRows, 'compliance_scans' | 'compliance_findings'>,
): DemoRows['posture_scores'] {
  const forwarding = new Set(
    compliance.compliance_findings
      .filter((it) => it.check_id === LOG_FORWARDING && it.status === 'pass')
      .map(({ scan_id }) => scan_id),
  )
  return runsOf(calendar, 'posture', SCHEDULE).map(({ finished }, index) => {
    const recorded_at = calendar.written(finished)
    const latest = latestScans(compliance.compliance_scans, recorded_at)
    const open = openIncidents(calendar, finished)
    return {
      posture_id: index + 1,
      recorded_at,
      // Every server has been scanned by then, and every scan has a score.
      compliance: roundedMean(latest.map((it) => it.overall_score as number)) as number,
      redteam: redteamScore(calendar, finished),
      incident: Math.max(0, 100 - SEVERITIES.reduce((sum, it) => sum + COSTS[it] * open[it], 0)),
      monitoring: monitored(latest, calendar.written(finished - 48 * HOUR), forwarding),
      controls_implemented: total(latest, 'findings_pass'),
      controls_total: total(latest, 'checks_total'),
      incidents_critical: open.critical,
      incidents_high: open.high,
      incidents_medium: open.medium,
      incidents_low: open.low,
    }
  })
}

const redteamScore = (calendar: Calendar, moment: number): number =>
  EXERCISES.reduce((last, { day, score }) => (calendar.atWork(day) <= moment ? score : last), 0)

/** Scans come oldest first, so a server's newest is the one that stays. */
const latestScans = (scans: readonly Scan[], until: string): Scan[] => [
  ...new Map(
    scans.filter((it) => it.scan_date <= until).map((it) => [it.server_name, it]),
  ).values(),
]

const total = (scans: readonly Scan[], column: 'findings_pass' | 'checks_total') =>
  scans.reduce((sum, scan) => sum + scan[column], 0)

/** Half for servers that reported in the last two days, half for those among them that send logs. */
function monitored(latest: readonly Scan[], since: string, forwarding: ReadonlySet<number>) {
  const reporting = latest.filter(({ scan_date }) => scan_date >= since)
  const sending = reporting.filter(({ scan_id }) => forwarding.has(scan_id))
  return roundedQuotient(100 * (reporting.length + sending.length), 2 * serverNames.length)
}

function openIncidents(calendar: Calendar, moment: number): SeverityCounts {
  const open = noSeverities()
  for (const { severity, opened, closed, what } of INCIDENTS) {
    const began = calendar.atWork(opened, what) <= moment
    const ended = closed !== null && calendar.atWork(closed, what) <= moment
    if (began && !ended) open[severity]++
  }
  return open
}
