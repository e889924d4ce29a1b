import {
  columnsOf,
  dateTime,
  integer,
  optional,
  record,
  score,
  text,
} from '../database/rows/record.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
import { JsonMap } from '../json.ts'
import { byBytes } from '../text-order.ts'
import { daysBefore, type Moment, timestamp } from '../time.ts'
import type { TrueWhile } from '../true-while.ts'
import type { HistoryQuestion } from './questions.ts'
import type { HistoryResponse } from './response.ts'

const ITEM = {
  server_name: text,
  scan_date: dateTime,
  overall_score: optional(score),
  findings_critical: integer,
  findings_high: integer,
  findings_medium: integer,
  findings_low: integer,
  findings_pass: integer,
  checks_total: integer,
}
export const readItem = record(ITEM)

export async function readHistory(
  snapshot: Snapshot,
  { server, days }: HistoryQuestion,
  now: Moment,
  trueWhile: TrueWhile,
): Promise<HistoryResponse> {
  const since = daysBefore(now, days)
  const items = (await scansSince(snapshot, since, server)).map(readItem)
  trueWhile({ since, days, oldest: items[0]?.scan_date ?? null })
  const byServer = Map.groupBy(items, ({ server_name }) => server_name)
  return {
    days,
    server_filter: server,
    total_scans: items.length,
    history_by_server: new JsonMap([...byServer].sort(([a], [b]) => byBytes(a, b))),
    all_history: items,
    timestamp: timestamp(now),
  }
}

const scansSince = statement((snapshot, since: string, server: string | null) =>
  scans(snapshot)
    .where('scan_date', '>=', since)
    .$if(server !== null, (query) => query.where('server_name', '=', server)),
)

/** From one date-time on and before another, if there is one; the first of them, where there is a limit. */
export const scansBetween = statement(
  (snapshot, begin: string, end: string | null, limit: number | null) =>
    scans(snapshot)
      .where('scan_date', '>=', begin)
      .$if(end !== null, (query) => query.where('scan_date', '<', end as string))
      .$if(limit !== null, (query) => query.limit(snapshot.engine.rowsUpTo(limit as number))),
)

const scans = ({ db, engine }: Snapshot) =>
  db
    .selectFrom('compliance_scans')
    .select(columnsOf(ITEM))
    .orderBy('scan_date')
    .orderBy(engine.inByteOrder('server_name'))
    .orderBy('scan_id')
