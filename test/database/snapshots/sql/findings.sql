select count("taken")
from (
  select take_row(
    "sure"
  ) as "taken"
  from (
    select case when not ((
      select count(*)
      from sqlite_schema
      where type = 'table'
      and sql in ('CREATE TABLE compliance_scans ( scan_id integer primary key autoincrement, server_name text not null check (length(server_name) between 1 and 255), server_type text not null check (length(server_type) between 1 and 255), scan_date text not null check (strftime(''%Y-%m-%d %H:%M:%S'', scan_date, ''+0 seconds'') is scan_date), scan_duration_seconds integer not null default 0 check (scan_duration_seconds >= 0), overall_score real check (overall_score between 0 and 100), findings_critical integer not null default 0 check (findings_critical >= 0), findings_high integer not null default 0 check (findings_high >= 0), findings_medium integer not null default 0 check (findings_medium >= 0), findings_low integer not null default 0 check (findings_low >= 0), findings_pass integer not null default 0 check (findings_pass >= 0), checks_total integer not null default 0 check (checks_total >= 0), checks_run integer not null default 0 check (checks_run >= 0), checks_skipped integer not null default 0 check (checks_skipped >= 0), metadata text default ''{}'' ) strict', 'CREATE TABLE compliance_findings ( finding_id integer primary key autoincrement, scan_id integer not null references compliance_scans (scan_id) on delete cascade, check_category text not null check (length(check_category) between 1 and 255), check_name text not null, check_id text not null, status text not null check (length(status) between 1 and 255), severity text not null check (severity in (''critical'', ''high'', ''medium'', ''low'')), finding_summary text not null default '''', finding_details text not null default '''', remediation_steps text not null default '''', aws_resource_id text, aws_resource_type text, file_path text, service_name text, cis_benchmark text, aws_foundational_security text, nist_csf text, detected_at text not null check (strftime(''%Y-%m-%d %H:%M:%S'', detected_at, ''+0 seconds'') is detected_at), resolved_at text check (resolved_at is null or strftime(''%Y-%m-%d %H:%M:%S'', resolved_at, ''+0 seconds'') is resolved_at), resolved_by text, resolution_notes text ) strict')
    ) = 2 or ((
      select count(*)
      from pragma_table_list
      where schema = 'main'
      and type = 'table'
      and strict
      and name in ('compliance_scans', 'compliance_findings')
    ) = 2 and (
      select group_concat(name)
      from pragma_table_info('compliance_scans')
      where pk > 0
    ) is 'scan_id' and (
      select upper(type)
      from pragma_table_info('compliance_scans')
      where name = 'scan_id'
    ) in ('INT', 'INTEGER') and (
      select upper(type)
      from pragma_table_info('compliance_findings')
      where name = 'scan_id'
    ) in ('INT', 'INTEGER') and (
      select count(*)
      from pragma_table_info('compliance_findings')
      where name in ('scan_id', 'severity')
      and "notnull"
    ) = 2 and exists (
      select 1
      from pragma_index_list('compliance_findings')
      where (
        select name
        from pragma_index_info(pragma_index_list.name)
        where seqno = 0
      ) is 'severity'
    ))) then 0 when (
      select count(*)
      from compliance_scans
    ) <= coalesce( (
      select max(scan_id)
      from compliance_scans
    ) - (
      select min(scan_id)
      from compliance_scans
    ), 0 ) then 0 else not exists (
      select 1
      from compliance_findings
      where status = 'fail'
      and resolved_at is null
      and scan_id < (
        select min(scan_id)
        from compliance_scans
      )
    )
    and not exists (
      select 1
      from compliance_findings
      where status = 'fail'
      and resolved_at is null
      and scan_id > (
        select max(scan_id)
        from compliance_scans
      )
    ) end as sure
  ) as "known"
) as "found";
-- []

select count("taken")
from (
  select take_row(
    "each"."name",
    "each"."count"
  ) as "taken"
  from (
    select name,
    (
      select count(*)
      from compliance_findings as finding
      where finding.status = 'fail'
      and finding.resolved_at is null
      and finding.severity = each_name.name
    ) as count
    from (
      with recursive next (name) as (
        select min(finding.severity)
        from compliance_findings as finding
        where finding.status = 'fail'
        and finding.resolved_at is null
        union all
        select (
          select min(finding.severity)
          from compliance_findings as finding
          where finding.status = 'fail'
          and finding.resolved_at is null
          and finding.severity > next.name
        )
        from next
        where next.name is not null
      )
      select name
      from next
      where name is not null
    ) as each_name
  ) as "each"
) as "found";
-- []

select count("taken")
from (
  select take_row(
    "finding"."finding_id",
    "finding"."check_category",
    "finding"."check_name",
    "finding"."check_id",
    "finding"."severity",
    "finding"."finding_summary",
    "finding"."finding_details",
    "finding"."remediation_steps",
    "finding"."aws_resource_id",
    "finding"."aws_resource_type",
    "finding"."file_path",
    "finding"."service_name",
    "finding"."cis_benchmark",
    "finding"."aws_foundational_security",
    "finding"."nist_csf",
    "finding"."detected_at",
    "scan"."server_name",
    "scan"."server_type",
    "scan"."scan_date"
  ) as "taken"
  from "compliance_findings" as "finding"
  cross join "compliance_scans" as "scan"
  where "finding"."scan_id" = "scan"."scan_id"
  and finding.status = 'fail'
  and finding.resolved_at is null
  and "finding"."severity" = ?
  order by "finding"."detected_at" desc, "finding"."finding_id" desc
  limit 0 + ?
) as "found";
-- ["critical",500]
-- ["high",499]
-- ["medium",498]
-- ["low",497]
