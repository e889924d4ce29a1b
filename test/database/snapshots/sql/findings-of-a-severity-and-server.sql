select count(take_row(
  "finding_id",
  "check_category",
  "check_name",
  "check_id",
  "finding_summary",
  "finding_details",
  "remediation_steps",
  "aws_resource_id",
  "aws_resource_type",
  "file_path",
  "service_name",
  "cis_benchmark",
  "aws_foundational_security",
  "nist_csf",
  "detected_at",
  "severity",
  "server_name",
  "server_type",
  "scan_date"
))
from (
  select "finding"."finding_id",
  "finding"."check_category",
  "finding"."check_name",
  "finding"."check_id",
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
  "listed"."severity",
  "scan"."server_name",
  "scan"."server_type",
  "scan"."scan_date"
  from (
    select "finding"."finding_id",
    "finding"."severity",
    "scan"."scan_id"
    from "compliance_scans" as "scan"
    cross join "compliance_findings" as "finding"
    where "scan"."server_name" = ?
    and "finding"."scan_id" = "scan"."scan_id"
    and finding.status = 'fail'
    and finding.resolved_at is null
    and "finding"."severity" = ?
    order by finding.detected_at desc, finding.finding_id desc
    limit 500
  ) as "listed" left join "compliance_findings" as "finding" on "finding"."finding_id" = "listed"."finding_id"
  and "finding"."scan_id" = "listed"."scan_id"
  and finding.status = 'fail'
  and finding.resolved_at is null left join "compliance_scans" as "scan" on "scan"."scan_id" = "listed"."scan_id"
  order by finding.detected_at desc, finding.finding_id desc
) as "found";
-- ["web-007","high"]
