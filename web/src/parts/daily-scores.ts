import { dayMillis } from '../data/time.ts'
import type { HistoryItem } from '../data/wire.ts'
import type { Point } from './scale.ts'

/** One point a day, the last scan of it; days without a scan have none. */
export const dailyScores = (history: readonly HistoryItem[]): Point[] => {
  const byDay = new Map(history.map((it) => [it.scan_date.slice(0, 10), it.overall_score]))
  return [...byDay].map(([day, y]) => ({ x: dayMillis(day), y }))
}
