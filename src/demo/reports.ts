// The demo as plain data: the reports of all scanners, and what people decided.
import type { Report } from '../importers/report.ts'
import type { Moment } from '../time.ts'
import { calendarOf } from './calendar.ts'
import { serverDecisions, serverScans } from './compliance-reports.ts'
import type { DemoDecision } from './decision.ts'
import { malwareDecisions, scannerRuns } from './malware-reports.ts'
import { postureReports } from './posture-reports.ts'

export interface DemoLog {
  readonly tool: string
  readonly name: string
  readonly reports: readonly Report[]
}

export interface Demo {
  readonly logs: readonly DemoLog[]
  readonly decisions: readonly DemoDecision[]
}

/** The same seed and moment give the same demo. Nothing lies after the moment. */
export function demoOf(now: Moment, seed: number): Demo {
  const calendar = calendarOf(now, seed)
  const scans = serverScans(calendar)
  return {
    logs: [
      ...[...scannerRuns(calendar)].map(([tool, runs]) => ({
        tool,
        name: `${tool}.log`,
        reports: runs.flatMap(({ hits, report }) => [...hits, report]),
      })),
      ...[...scans].map(([server, ofServer]) => ({
        tool: 'demo',
        name: `${server}.log`,
        reports: ofServer.flatMap(({ findings, report }) => [...findings, report]),
      })),
      { tool: 'posture', name: 'posture.json', reports: postureReports(calendar, scans) },
    ],
    decisions: [...malwareDecisions(calendar), ...serverDecisions(calendar, scans)],
  }
}
