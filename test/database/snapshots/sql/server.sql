select count("taken")
from (
  select take_row(
    "scan_id",
    "server_name",
    "server_type",
    "scan_date",
    "scan_duration_seconds",
    "overall_score",
    "findings_critical",
    "findings_high",
    "findings_medium",
    "findings_low",
    "findings_pass",
    "checks_total",
    "checks_run",
    "checks_skipped",
    "metadata"
  ) as "taken"
  from "compliance_scans"
  where "server_name" = ?
  order by "scan_date" desc, "scan_id" desc
  limit 1
) as "found";
-- ["web-007"]

select count(take_row(
  "finding_id",
  "check_category",
  "check_name",
  "check_id",
  "severity",
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
  "status",
  "resolved_at",
  "resolved_by",
  "resolution_notes"
))
from (
  select "finding_id",
  "check_category",
  "check_name",
  "check_id",
  "severity",
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
  "status",
  "resolved_at",
  "resolved_by",
  "resolution_notes"
  from "compliance_findings"
  where "scan_id" = ?
  order by "finding_id"
) as "found";
-- [1]
