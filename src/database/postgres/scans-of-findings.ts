import { sql } from 'kysely'

/** A foreign key that holds for every row, on a column that is never null. A view has none. */
export const everyFindingHasItsScan = sql<{ sure: unknown }>`
  select exists (
    select from pg_constraint as key
    join pg_attribute as scan on scan.attrelid = key.conrelid and scan.attnum = key.conkey[1]
    join pg_attribute as target on target.attrelid = key.confrelid and target.attnum = key.confkey[1]
    where key.contype = 'f' and key.convalidated and cardinality(key.conkey) = 1
      and key.conrelid = to_regclass('compliance_findings')
      and key.confrelid = to_regclass('compliance_scans')
      and scan.attname = 'scan_id' and scan.attnotnull and target.attname = 'scan_id'
  ) as sure`
