// The latest scan of every scanner type or server. A skip scan: one index seek a name and one a
// scan, however long the history is. GROUP BY with MAX would read all of it.
import { type RawBuilder, sql } from 'kysely'

/** What is latest of what. */
const GROUPS = { malware_scans: 'scan_type', compliance_scans: 'server_name' } as const

/**
 * A subquery of the `scan_id`s of the newest scan of each group; ties go to the highest id. A query
 * around it must bind no value: MariaDB finds nothing when it executes such a recursion, once
 * prepared, a second time.
 */
export function latestScanIds(table: keyof typeof GROUPS): RawBuilder<number> {
  const scans = sql.table(table)
  const name = sql.ref(GROUPS[table])
  return sql<number>`(
    with recursive named (name) as (
      select min(${name}) from ${scans}
      union all
      select (select min(${name}) from ${scans} where ${name} > named.name)
      from named where named.name is not null
    )
    select (
      select scan_id from ${scans} where ${name} = named.name
      order by scan_date desc, scan_id desc limit 1
    ) as scan_id
    from named where named.name is not null
  )`
}
