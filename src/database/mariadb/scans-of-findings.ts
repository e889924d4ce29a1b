import { sql } from 'kysely'

/**
 * A foreign key on a column that is never null, and on no other: a null beside it would free a row from
 * the key. A view has none, and neither have partitions.
 */
export const everyFindingHasItsScan = sql<{ sure: unknown }>`
  select exists (
    select constraint_name from information_schema.key_column_usage
    where table_schema = database() and table_name = 'compliance_findings'
      and referenced_table_schema = database() and referenced_table_name = 'compliance_scans'
    group by constraint_name
    having count(*) = 1 and min(column_name) = 'scan_id' and min(referenced_column_name) = 'scan_id'
  ) and exists (
    select 1 from information_schema.columns
    where table_schema = database() and table_name = 'compliance_findings'
      and column_name = 'scan_id' and is_nullable = 'NO'
  ) as sure`
