import { sql } from 'kysely'
import { statement } from '../database/statement.ts'

export const newestPosture = statement(({ db }) =>
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
    .limit(sql.lit(1)),
)

/** Every row since a date-time, oldest first. */
export const posturesSince = statement(({ db }, since: string) =>
  db
    .selectFrom('posture_scores')
    .select(['recorded_at', 'compliance', 'redteam', 'incident', 'monitoring'])
    .where('recorded_at', '>=', since)
    .orderBy('recorded_at')
    .orderBy('posture_id'),
)
