import { sql } from 'kysely'

/** A foreign key on a column that is never null. A view has none, and neither have partitions. */
export const everyFindingHasItsScan = sql<{ sure: unknown }>`
  select exists (
    select 1 from information_schema.key_column_usage
    where table_schema = database() and table_name = 'compliance_findings'
      and column_name = 'scan_id' and referenced_table_schema = database()
      and referenced_table_name = 'compliance_scans' and referenced_column_name = 'scan_id'
  ) and exists (
    select 1 from information_schema.columns
    where table_schema = database() and table_name = 'compliance_findings'
      and column_name = 'scan_id' and is_nullable = 'NO'
  ) as sure`
