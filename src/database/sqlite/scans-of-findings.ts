import { sql } from 'kysely'
import { SCHEMA } from '../schema/schema.ts'
import { tableOf } from './columns.ts'

const TABLES = ['compliance_scans', 'compliance_findings'] as const

/** The text by which a table was made, as SQLite keeps it. */
const keptText = (table: (typeof TABLES)[number]) =>
  tableOf(table, SCHEMA[table]).replace(/^create table/, 'CREATE TABLE')

/** Made by us, and not altered since. To ask about their columns would take longer. */
export const areOurOwn = sql<boolean>`(
  select count(*) from sqlite_schema
  where type = 'table' and sql in (${sql.join(TABLES.map((table) => sql.lit(keptText(table))))})
) = 2`

/**
 * A strict table holds nothing but integers in a column of that type; in others anything may be. A finding
 * without a severity has no place among those that are counted severity by severity. And without an index
 * in which these lie together, each count would read the whole table.
 */
export const holdIds = sql<boolean>`(
  select count(*) from pragma_table_list
  where schema = 'main' and type = 'table' and strict
    and name in (${sql.join(TABLES.map((table) => sql.lit(table)))})
) = 2
and (select group_concat(name) from pragma_table_info('compliance_scans') where pk > 0) is 'scan_id'
and (
  select upper(type) from pragma_table_info('compliance_scans') where name = 'scan_id'
) in ('INT', 'INTEGER')
and (
  select upper(type) from pragma_table_info('compliance_findings') where name = 'scan_id'
) in ('INT', 'INTEGER')
and (
  select count(*) from pragma_table_info('compliance_findings')
  where name in ('scan_id', 'severity') and "notnull"
) = 2
and exists (
  select 1 from pragma_index_list('compliance_findings')
  where (select name from pragma_index_info(pragma_index_list.name) where seqno = 0) is 'severity'
)`

/**
 * Whether foreign keys are enforced is up to each connection that writes, so the one that is
 * declared proves nothing. But where the ids of the scans have no gap, only an id before the first
 * or after the last can be wrong. Rows are counted page by page there, by the smallest index that there
 * is: `compliance_scans_count`.
 */
export const everyFindingHasItsScan = sql<{ sure: unknown }>`
  select case
    when not (${areOurOwn} or (${holdIds})) then 0
    when (select count(*) from compliance_scans)
      <= coalesce(
        (select max(scan_id) from compliance_scans) - (select min(scan_id) from compliance_scans), 0
      ) then 0
    else not exists (
      select 1 from compliance_findings
      where status = 'fail' and resolved_at is null
        and scan_id < (select min(scan_id) from compliance_scans)
    ) and not exists (
      select 1 from compliance_findings
      where status = 'fail' and resolved_at is null
        and scan_id > (select max(scan_id) from compliance_scans)
    )
  end as sure`
