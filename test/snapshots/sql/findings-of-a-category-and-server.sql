select "finding"."finding_id",
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
from "compliance_scans" as "scan"
cross join "compliance_findings" as "finding"
where "scan"."server_name" = ?
and "finding"."scan_id" = "scan"."scan_id"
and finding.status = 'fail'
and finding.resolved_at is null
and "finding"."check_category" = ?
order by case finding.severity when 'critical' then 0 when 'high' then 1 when 'medium' then 2 when 'low' then 3 else 4 end, "finding"."detected_at" desc, "finding"."finding_id" desc
limit 500;
-- ["web-007","ssh"]
