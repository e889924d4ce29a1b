import type { Snapshot } from '../database/snapshot.ts'
import { rounded } from '../decimal.ts'
import { scoresAtEndOf } from '../malware/past-scores.ts'
import { activeCounts } from '../malware/queries.ts'
import { malwareScore } from '../malware/score.ts'
import type { SeverityCounts } from '../severity.ts'
import { dayOf, daysBefore, type Moment, timestamp, wallClock } from '../time.ts'
import type { TrueWhile } from '../true-while.ts'
import type { PostureQuestion } from './params.ts'
import { newestPosture, posturesSince } from './queries.ts'
import { readCurrent, readDay } from './records.ts'
import type { PostureDay, PostureRecord, PostureResponse } from './response.ts'
import { type Components, overallScore } from './score.ts'

/** What was never measured earns nothing. */
const NEVER_RECORDED: ReturnType<typeof readCurrent> = {
  recorded_at: null,
  compliance: 0,
  redteam: 0,
  incident: 0,
  monitoring: 0,
  controls_implemented: 0,
  controls_total: 0,
  incidents_critical: 0,
  incidents_high: 0,
  incidents_medium: 0,
  incidents_low: 0,
}

export async function readPosture(
  snapshot: Snapshot,
  { days }: PostureQuestion,
  now: Moment,
  trueWhile: TrueWhile,
): Promise<PostureResponse> {
  const active = await activeCounts(snapshot)
  const newest = await newestPosture(snapshot)
  return {
    current: currentOf(newest ? readCurrent(newest) : NEVER_RECORDED, malwareScore(active)),
    history: await history(snapshot, days, active, now, trueWhile),
    timestamp: timestamp(now),
  }
}

function currentOf(row: ReturnType<typeof readCurrent>, malware: number): PostureRecord {
  return {
    ...scoresOf(row, malware),
    controls_implemented: row.controls_implemented,
    controls_total: row.controls_total,
    active_incidents: {
      critical: row.incidents_critical,
      high: row.incidents_high,
      medium: row.incidents_medium,
      low: row.incidents_low,
    },
  }
}

async function history(
  snapshot: Snapshot,
  days: number,
  active: SeverityCounts,
  now: Moment,
  trueWhile: TrueWhile,
): Promise<PostureDay[]> {
  const since = daysBefore(now, days)
  const rows = (await posturesSince(snapshot, since)).map(readDay)
  // Oldest first, so a day's newest row is the one that stays.
  const newestOfDay = new Map(rows.map((row) => [dayOf(row.recorded_at), row]))
  const today = dayOf(wallClock(now))
  trueWhile({ since, days, oldest: rows[0]?.recorded_at ?? null })
  // Tomorrow, today is a past day with the score of its end.
  trueWhile({ today })
  const past = await scoresAtEndOf(
    [...newestOfDay.keys()].filter((day) => day < today),
    active,
    snapshot,
  )
  return [...newestOfDay].map(([date, recorded]) => ({
    date,
    ...scoresOf(recorded, past.get(date) ?? malwareScore(active)),
  }))
}

/** Rounded once: the overall score is made of the components as they were recorded. */
function scoresOf(recorded: Omit<Components, 'malware'>, malware: number) {
  const { compliance, redteam, incident, monitoring } = recorded
  return {
    overall: overallScore({ compliance, redteam, incident, monitoring, malware }),
    compliance: rounded(compliance),
    redteam: rounded(redteam),
    incident: rounded(incident),
    monitoring: rounded(monitoring),
    malware,
  }
}
