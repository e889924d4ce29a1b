// Lists that begin with the most severe are read one severity after the other, each straight from
// an index. Sorting by a rank would need an index that half the engines cannot have.
import {
  isSeverity,
  noSeverities,
  SEVERITIES,
  type Severity,
  type SeverityCounts,
} from '../severity.ts'
import { byBytes } from '../text-order.ts'
import { integer } from './rows/record.ts'
import { shownInLog } from './rows/unreadable-value.ts'
import type { Snapshot } from './snapshot.ts'

/** Counts by severity. One outside the four counts nowhere, and is named in the log. */
export function tally(
  rows: readonly { severity: string; count: number }[],
  where: string,
  snapshot: Snapshot,
): SeverityCounts {
  const counts = noSeverities()
  for (const { severity, count } of rows) {
    if (isSeverity(severity)) counts[severity] = integer(count, 'count')
  }
  const unknown = rows
    .filter(({ severity }) => !isSeverity(severity))
    // A view may give anything in its place.
    .map(({ severity, count }) => ({ severity: shownInLog(severity), count }))
  // Engines give groups in orders of their own.
  for (const { severity, count } of unknown.sort((a, b) => byBytes(a.severity, b.severity))) {
    snapshot.notice({
      problem: `${count} rows with the unknown severity ${severity} are left out`,
      where,
      isNull: false,
    })
  }
  return counts
}

/** The counts of rows that were read, for `tally`. */
export const countsOf = (rows: readonly { severity: string }[]) =>
  [...Map.groupBy(rows, ({ severity }) => severity)].map(([severity, { length }]) => ({
    severity,
    count: length,
  }))

/**
 * The first `limit` rows, most severe first; a severity that has none is not asked for. Where none has
 * any, no rows of one are asked for: a column that is missing is told then, not by the first row.
 */
export async function mostSevereFirst<Row>(
  counts: SeverityCounts,
  limit: number,
  read: (severity: Severity, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const present = SEVERITIES.filter((severity) => counts[severity] > 0)
  if (present.length === 0) return read('critical', 0)
  const rows: Row[] = []
  for (const severity of present) {
    if (rows.length < limit) rows.push(...(await read(severity, limit - rows.length)))
  }
  return rows
}
