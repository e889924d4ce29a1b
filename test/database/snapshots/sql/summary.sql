select count(take_row(
  "server_name",
  "server_type",
  "latest_scan_date",
  "overall_score",
  "critical_findings",
  "high_findings",
  "medium_findings",
  "low_findings",
  "passing_checks"
))
from (
  select "server_name",
  "server_type",
  "scan_date" as "latest_scan_date",
  "overall_score",
  "findings_critical" as "critical_findings",
  "findings_high" as "high_findings",
  "findings_medium" as "medium_findings",
  "findings_low" as "low_findings",
  "findings_pass" as "passing_checks"
  from "compliance_scans"
  where "scan_id" in (
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
  order by "server_name"
) as "found";
-- []
