import { sql } from 'kysely'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'

/** Engines differ in whether a row without a date, which a view may give, is the newest or the oldest. */
export async function newestPosture(snapshot: Snapshot) {
  const [dated] = await newest(snapshot)
  return dated ?? (await undated(snapshot))[0]
}

const newest = statement(({ db }) => ofPosture(db).where('recorded_at', 'is not', null))

const undated = statement(({ db }) => ofPosture(db).where('recorded_at', 'is', null))

const ofPosture = (db: Snapshot['db']) =>
  db
    .selectFrom('posture_scores')
    .select([
      'compliance',
      'redteam',
      'incident',
      'monitoring',
      'controls_implemented',
      'controls_total',
      'incidents_critical',
      'incidents_high',
      'incidents_medium',
      'incidents_low',
    ])
    .orderBy('recorded_at', 'desc')
    .orderBy('posture_id', 'desc')
    .limit(sql.lit(1))

/** Every row since a date-time, oldest first. */
export const posturesSince = statement(({ db }, since: string) =>
  db
    .selectFrom('posture_scores')
    .select(['recorded_at', 'compliance', 'redteam', 'incident', 'monitoring'])
    .where('recorded_at', '>=', since)
    .orderBy('recorded_at')
    .orderBy('posture_id'),
)
