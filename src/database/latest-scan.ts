// The latest scan of every scanner type or server: one index seek a name and one a scan, however
// long the history is. GROUP BY with MAX would read all of it.
import { type RawBuilder, sql } from 'kysely'
import type { Expressions } from './engine.ts'

/** What is latest of what. */
const GROUPS = { malware_scans: 'scan_type', compliance_scans: 'server_name' } as const

/** Whether a scan is the newest of its group. */
export const isLatestScan = (
  scanId: string,
  table: keyof typeof GROUPS,
  engine: Expressions,
): RawBuilder<boolean> => engine.isAmong(scanId, latestScanIds(table, engine))

/**
 * A subquery of the `scan_id`s of the newest scan of each group; ties go to the highest id. The name
 * is in the order although it is one: MySQL sorts where the order is not that of a whole index.
 */
export function latestScanIds(table: keyof typeof GROUPS, engine: Expressions): RawBuilder<number> {
  const name = sql.ref(GROUPS[table])
  const newest = (dated = sql``) => sql<number>`(
    select scan_id from ${sql.table(table)} where ${name} = named.name ${dated}
    order by ${name} desc, scan_date desc, scan_id desc limit 1
  )`
  // A view may have scans without a date: they are the latest only where there is no other.
  const latest = engine.undatedFirst
    ? sql<number>`coalesce(${newest(sql`and scan_date is not null`)}, ${newest()})`
    : newest()
  return sql<number>`(
    select ${latest} as scan_id
    from (${engine.namesIn(table, GROUPS[table])}) as named
  )`
}
