// The posture as it is recorded every morning, worked out from what was known at that moment.
import { roundedMean, roundedQuotient } from '../decimal.ts'
import type { PostureReport } from '../importers/report.ts'
import { noSeverities, SEVERITIES, type SeverityCounts } from '../severity.ts'
import { type Calendar, HOUR, MINUTE, runsOf } from './calendar.ts'
import type { ServerScan } from './compliance-reports.ts'
import { EXERCISES, INCIDENTS } from './incidents.ts'
import { LOG_FORWARDING } from './os-checks.ts'
import { serverNames } from './server-runs.ts'
import type { ServerName } from './servers.ts'

/** What one open incident costs. */
const COSTS: SeverityCounts = { critical: 35, high: 15, medium: 6, low: 2 }

const SCHEDULE = { startsAt: 6 * HOUR + 30 * MINUTE, seconds: [5, 40] } as const

export const postureReports = (
  calendar: Calendar,
  scans: ReadonlyMap<ServerName, readonly ServerScan[]>,
): PostureReport[] =>
  runsOf(calendar, 'posture', SCHEDULE).map(({ finished }) => {
    const latest = latestScans(calendar, scans, finished)
    const open = openIncidents(calendar, finished)
    return {
      kind: 'posture',
      recordedAt: finished,
      // Every server has been scanned by then.
      compliance: roundedMean(latest.map(({ score }) => score)) as number,
      redteam: redteamScore(calendar, finished),
      incident: Math.max(0, 100 - SEVERITIES.reduce((sum, it) => sum + COSTS[it] * open[it], 0)),
      monitoring: monitored(latest, finished - 48 * HOUR),
      controlsImplemented: latest.reduce((sum, it) => sum + passed(it), 0),
      controlsTotal: latest.reduce((sum, { findings }) => sum + findings.length, 0),
      incidents: open,
    }
  })

const redteamScore = (calendar: Calendar, moment: number): number =>
  EXERCISES.reduce((last, { day, score }) => (calendar.atWork(day) <= moment ? score : last), 0)

/** By the date that is written: when clocks are put back, that is what counts. */
const latestScans = (
  { written }: Calendar,
  scans: ReadonlyMap<ServerName, readonly ServerScan[]>,
  until: number,
): ServerScan[] =>
  [...scans.values()].flatMap((ofServer) => {
    const latest = ofServer.findLast(({ started }) => written(started) <= written(until))
    return latest === undefined ? [] : [latest]
  })

const passed = ({ findings }: ServerScan): number =>
  findings.filter(({ status }) => status === 'pass').length

/** Half for servers that reported in the last two days, half for those among them that send logs. */
function monitored(latest: readonly ServerScan[], since: number): number {
  const reporting = latest.filter(({ started }) => started >= since)
  const sending = reporting.filter(({ findings }) =>
    findings.some(({ checkId, status }) => checkId === LOG_FORWARDING && status === 'pass'),
  )
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
