// What one scan says about each check, and what has become of it since.
import type { Calendar } from './calendar.ts'
import type { ServerCheck } from './catalogue.ts'
import { type Problem, skippedBecause } from './problems.ts'
import type { ServerRun } from './server-runs.ts'
import type { DemoRows } from './table-rows.ts'

type Finding = Omit<DemoRows['compliance_findings'][number], 'finding_id'>

export function findingsOf(
  calendar: Calendar,
  run: ServerRun,
  checks: readonly ServerCheck[],
  problems: readonly Problem[],
): Finding[] {
  const detected_at = calendar.written(run.finished)
  return checks.map(({ check, columns }) => {
    const problem = problems.find(
      ({ check: id, from, until }) => id === check.id && from <= run.started && run.started < until,
    )
    return {
      scan_id: run.scan_id,
      ...columns,
      ...outcome(run, check, problem),
      detected_at,
      ...resolution(calendar, run, problem),
    }
  })
}

function outcome(run: ServerRun, check: ServerCheck['check'], problem: Problem | undefined) {
  if (problem !== undefined) {
    return {
      status: 'fail',
      finding_summary: check.fail,
      finding_details: check.details.replace('{server}', run.server),
      remediation_steps: check.remedy,
    }
  }
  const why = skippedBecause(run.server, check.id, run.daysAgo)
  return why === undefined
    ? { status: 'pass', finding_summary: check.pass, finding_details: '', remediation_steps: '' }
    : { status: 'skipped', finding_summary: why, finding_details: '', remediation_steps: '' }
}

const UNRESOLVED = { resolved_at: null, resolved_by: null, resolution_notes: null }

/** A problem that lasts is open in the newest scan only, so that it is listed once. */
function resolution(calendar: Calendar, { finished, next }: ServerRun, problem?: Problem) {
  if (problem === undefined) return UNRESOLVED
  const { until, by, note, accepted } = problem
  const resolved = (moment: number, resolved_by: string, resolution_notes: string) => ({
    resolved_at: calendar.written(moment),
    resolved_by,
    resolution_notes,
  })
  if (accepted) return resolved(finished, by, note)
  if (until <= (next?.started ?? calendar.now)) return resolved(until, by, note)
  if (next === undefined) return UNRESOLVED
  return resolved(next.finished, 'secdash import', `Still failing: see scan ${next.scan_id}.`)
}
