select count(take_row(
  "server_name",
  "check_category",
  "critical",
  "high",
  "medium",
  "low",
  "pass",
  "total_checks"
))
from (
  select "scan"."server_name",
  "finding"."check_category",
  sum(case when finding.status = 'fail' and finding.severity = 'critical' then 1 else 0 end) as "critical",
  sum(case when finding.status = 'fail' and finding.severity = 'high' then 1 else 0 end) as "high",
  sum(case when finding.status = 'fail' and finding.severity = 'medium' then 1 else 0 end) as "medium",
  sum(case when finding.status = 'fail' and finding.severity = 'low' then 1 else 0 end) as "low",
  sum(case when finding.status = 'pass' then 1 else 0 end) as "pass",
  count(*) as "total_checks"
  from "compliance_scans" as "scan"
  inner join "compliance_findings" as "finding" on "finding"."scan_id" = "scan"."scan_id"
  where "scan"."scan_id" in (
    select (
      select scan_id
      from "compliance_scans"
      where "server_name" = named.name
      order by "server_name" desc, scan_date desc, scan_id desc
      limit 1
    ) as scan_id
    from (
      with recursive next (name) as (
        select min("server_name")
        from "compliance_scans"
        where true
        union all
        select (
          select min("server_name")
          from "compliance_scans"
          where true
          and "server_name" > next.name
        )
        from next
        where next.name is not null
      )
      select name
      from next
      where name is not null
    ) as named
  )
  group by "scan"."scan_id", "finding"."check_category", "scan"."server_name"
  order by "scan"."server_name", "finding"."check_category"
) as "found";
-- []
