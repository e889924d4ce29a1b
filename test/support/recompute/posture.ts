import type { DataSet, Rows } from '../datasets.ts'
import { timestampAt, wallClockAt, windowStart } from './clock.ts'
import { dividedBy, fraction, halfUp, plus, times } from './exact.ts'
import { distinct, down, sorted } from './lists.ts'
import { activeAtEndOf, activeNow, scoreOf } from './malware-score.ts'

type Posture = Rows['posture_scores'][number]

export function posture({ now, timezone, rows }: DataSet, days: number): unknown {
  const live = scoreOf(activeNow(rows.malware_detections))
  const today = wallClockAt(now, timezone).slice(0, 10)
  const since = windowStart(now, timezone, days)
  const inWindow = rows.posture_scores.filter((row) => row.recorded_at >= since)
  const newest = newestOf(rows.posture_scores)

  return {
    current: {
      ...scores(newest, live),
      controls_implemented: newest?.controls_implemented ?? 0,
      controls_total: newest?.controls_total ?? 0,
      active_incidents: {
        critical: newest?.incidents_critical ?? 0,
        high: newest?.incidents_high ?? 0,
        medium: newest?.incidents_medium ?? 0,
        low: newest?.incidents_low ?? 0,
      },
    },
    history: distinct(inWindow.map((row) => row.recorded_at.slice(0, 10))).map((day) => {
      const ofDay = inWindow.filter((row) => row.recorded_at.startsWith(day))
      const then = scoreOf(activeAtEndOf(day, rows.malware_detections))
      return { date: day, ...scores(newestOf(ofDay), day < today ? then : live) }
    }),
    timestamp: timestampAt(now, timezone),
  }
}

const newestOf = (rows: readonly Posture[]): Posture | undefined =>
  sorted(
    rows,
    down((row) => row.recorded_at),
    down((row) => row.posture_id),
  )[0]

function scores(row: Posture | undefined, malware: number) {
  const { compliance = 0, redteam = 0, incident = 0, monitoring = 0 } = row ?? {}
  const weighted = [
    times(fraction(compliance), 30),
    times(fraction(redteam), 25),
    times(fraction(incident), 20),
    times(fraction(monitoring), 15),
    times(fraction(malware), 10),
  ].reduce(plus)
  return {
    overall: halfUp(dividedBy(weighted, 100)),
    compliance: halfUp(fraction(compliance)),
    redteam: halfUp(fraction(redteam)),
    incident: halfUp(fraction(incident)),
    monitoring: halfUp(fraction(monitoring)),
    malware,
  }
}
