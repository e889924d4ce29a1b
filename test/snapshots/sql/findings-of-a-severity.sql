select take_row(
  "sure"
) as "place"
from (
  select case when (
    select count(*)
    from pragma_table_list
    where schema = 'main'
    and type = 'table'
    and strict
    and name in ('compliance_scans', 'compliance_findings')
  ) < 2 then 0 when (
    select group_concat(name)
    from pragma_table_info('compliance_scans')
    where pk > 0
  ) is not 'scan_id' then 0 when (
    select count(*)
    from pragma_table_info('compliance_findings')
    where name = 'scan_id'
    and "notnull"
  ) = 0 then 0 when (
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
) as "known";
-- []

select take_row(
  ?,
  count(*)
) as "place"
from "compliance_findings" as "finding"
where finding.status = 'fail'
and finding.resolved_at is null
and "finding"."severity" = ?;
-- ["high","high"]

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
) as "place"
from "compliance_findings" as "finding"
cross join "compliance_scans" as "scan"
where "finding"."scan_id" = "scan"."scan_id"
and finding.status = 'fail'
and finding.resolved_at is null
and "finding"."severity" = ?
order by "finding"."detected_at" desc, "finding"."finding_id" desc
limit 0 + ?;
-- ["high",500]
