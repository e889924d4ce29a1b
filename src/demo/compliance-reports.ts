// The nightly scans of the servers, and what people have closed since the newest of them.
import { roundedQuotient } from '../decimal.ts'
import type { ComplianceRun, Finding } from '../importers/report.ts'
import type { SeverityCounts } from '../severity.ts'
import type { Calendar, Run } from './calendar.ts'
import { checksOf, instanceId, type ServerCheck } from './catalogue.ts'
import type { DemoDecision } from './decision.ts'
import { type Problem, problemsOf, skipped } from './problems.ts'
import { serverNames, serverRuns } from './server-runs.ts'
import { SERVERS, type Server, type ServerName } from './servers.ts'

export interface ServerScan {
  readonly server: ServerName
  readonly started: number
  readonly score: number
  readonly findings: readonly Finding[]
  readonly report: ComplianceRun
}

/** How much a check counts in the score of a scan. */
const WEIGHTS: SeverityCounts = { critical: 10, high: 6, medium: 3, low: 1 }

/** Of each server, oldest first. */
export const serverScans = (calendar: Calendar): Map<ServerName, ServerScan[]> =>
  new Map(
    serverNames.map((server) => {
      const checks = checksOf(server, SERVERS[server].categories)
      const problems = problemsOf(calendar, server)
      const runs = serverRuns(calendar, server)
      return [server, runs.map((run) => scanOf(server, run, checks, problems))]
    }),
  )

function scanOf(
  server: ServerName,
  run: Run,
  checks: readonly ServerCheck[],
  problems: readonly Problem[],
): ServerScan {
  const { daysAgo, started, finished } = run
  const { type, place }: Server = SERVERS[server]
  const findings = checks.map((check) => findingOf(server, run, check, problems))
  const score = scoreOf(findings)
  const report: ComplianceRun = {
    kind: 'compliance-run',
    toolVersion: daysAgo > 62 ? '4.1.3' : '4.2.0',
    host: server,
    serverType: type,
    startedAt: started,
    seconds: finished - started,
    score,
    metadata: {
      ...place,
      ...('region' in place && { instance_id: instanceId(server) }),
      scanner_version: daysAgo > 62 ? '4.1.3' : '4.2.0',
    },
  }
  return { server, started, score, findings, report }
}

function findingOf(
  server: ServerName,
  { started, finished, daysAgo }: Run,
  { check, shown }: ServerCheck,
  problems: readonly Problem[],
): Finding {
  const passed = { ...shown, at: finished, details: '', remediation: '' }
  if (problems.some((it) => it.check === check.id && lasts(it, started))) {
    return {
      ...passed,
      status: 'fail',
      summary: check.fail,
      details: check.details.replace('{server}', server),
      remediation: check.remedy,
    }
  }
  const { status = 'pass', why = check.pass } = skipped(server, check.id, daysAgo) ?? {}
  return { ...passed, status, summary: why }
}

const lasts = ({ from, until }: Problem, moment: number): boolean =>
  from <= moment && moment < until

function scoreOf(findings: readonly Finding[]): number {
  const weight = (...statuses: readonly string[]) =>
    findings
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { severity }) => sum + WEIGHTS[severity], 0)
  return roundedQuotient(100 * weight('pass'), weight('pass', 'fail'))
}

/** What was accepted, or mended after the newest scan saw it. */
export const serverDecisions = (
  calendar: Calendar,
  scans: ReadonlyMap<ServerName, readonly ServerScan[]>,
): DemoDecision[] =>
  [...scans].flatMap(([server, ofServer]) => {
    const { started = 0, report } = ofServer.at(-1) ?? {}
    const seen = problemsOf(calendar, server).filter((it) => lasts(it, started))
    return seen
      .filter(({ accepted, until }) => accepted || until <= calendar.now)
      .map(({ check, until, by, note, accepted }) => ({
        kind: 'finding',
        check,
        server,
        at: accepted ? started + (report?.seconds ?? 0) : until,
        by,
        note,
      }))
  })
