import { sql } from 'kysely'

/**
 * Whether foreign keys are enforced is up to each connection that writes, so the one that is
 * declared proves nothing. But where the ids of the scans have no gap, only an id before the first
 * or after the last can be wrong. Rows are counted page by page there, which takes next to nothing.
 * Strict tables hold no other ids than integers; in an operator's own tables anything may be.
 */
export const everyFindingHasItsScan = sql<{ sure: unknown }>`
  select case
    when (
      select count(*) from pragma_table_list
      where schema = 'main' and type = 'table' and strict
        and name in ('compliance_scans', 'compliance_findings')
    ) < 2 then 0
    when (select group_concat(name) from pragma_table_info('compliance_scans') where pk > 0)
      is not 'scan_id' then 0
    when (
      select count(*) from pragma_table_info('compliance_findings')
      where name = 'scan_id' and "notnull"
    ) = 0 then 0
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
