import { sql } from 'kysely'

/**
 * A foreign key that holds for every row, on a column that is never null, to scans that this reader may
 * see. A view has none.
 */
export const everyFindingHasItsScan = sql<{ sure: unknown }>`
  select exists (
    select from pg_constraint as key
    join pg_attribute as scan on scan.attrelid = key.conrelid and scan.attnum = key.conkey[1]
    join pg_attribute as target on target.attrelid = key.confrelid and target.attnum = key.confkey[1]
    where key.contype = 'f' and key.convalidated and cardinality(key.conkey) = 1
      and key.conrelid = to_regclass('compliance_findings')
      and key.confrelid = to_regclass('compliance_scans')
      and scan.attname = 'scan_id' and scan.attnotnull and target.attname = 'scan_id'
      and not row_security_active(key.confrelid)
      -- Tables that inherit have no key of their own. Partitions have.
      and not exists (
        select from pg_class where oid = key.conrelid and relkind = 'r' and relhassubclass
      )
      -- Since PostgreSQL 18 rows that were there before may be null.
      and not exists (
        select from pg_constraint as present
        where present.conrelid = key.conrelid and present.contype = 'n'
          and present.conkey = key.conkey and not present.convalidated
      )
  ) as sure`
