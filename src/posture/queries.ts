import { sql } from 'kysely'
import { newestFirst } from '../database/newest-first.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
import { CURRENT_COLUMNS, DAY_COLUMNS } from './records.ts'

export async function newestPosture(snapshot: Snapshot) {
  const [newest] = await postures(snapshot)
  return newest
}

const postures = newestFirst('recorded_at', ({ db }) =>
  db
    .selectFrom('posture_scores')
    .select(CURRENT_COLUMNS)
    .orderBy('recorded_at', 'desc')
    .orderBy('posture_id', 'desc')
    .limit(sql.lit(1)),
)

/** Every row since a date-time, oldest first. */
export const posturesSince = statement(({ db }, since: string) =>
  db
    .selectFrom('posture_scores')
    .select(DAY_COLUMNS)
    .where('recorded_at', '>=', since)
    .orderBy('recorded_at')
    .orderBy('posture_id'),
)
