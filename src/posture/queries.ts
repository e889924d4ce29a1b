import { sql } from 'kysely'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
import { CURRENT_COLUMNS, DAY_COLUMNS } from './records.ts'

/** One without a date, which a view may give, is the newest only where there is no other. */
export async function newestPosture(snapshot: Snapshot) {
  const [first] = await newest(snapshot)
  if (first === undefined || first.recorded_at !== null) return first
  return (await newestDated(snapshot))[0] ?? first
}

const newest = statement(({ db }) => ofPosture(db))

const newestDated = statement(({ db }) => ofPosture(db).where('recorded_at', 'is not', null))

const ofPosture = (db: Snapshot['db']) =>
  db
    .selectFrom('posture_scores')
    .select(['recorded_at', ...CURRENT_COLUMNS])
    .orderBy('recorded_at', 'desc')
    .orderBy('posture_id', 'desc')
    .limit(sql.lit(1))

/** Every row since a date-time, oldest first. */
export const posturesSince = statement(({ db }, since: string) =>
  db
    .selectFrom('posture_scores')
    .select(DAY_COLUMNS)
    .where('recorded_at', '>=', since)
    .orderBy('recorded_at')
    .orderBy('posture_id'),
)
