select count("taken")
from (
  select take_row(
    "server_name",
    "scan_date",
    "overall_score",
    "findings_critical",
    "findings_high",
    "findings_medium",
    "findings_low",
    "findings_pass",
    "checks_total"
  ) as "taken"
  from "compliance_scans"
  where "scan_date" >= ?
  and "server_name" = ?
  order by "scan_date", "server_name", "scan_id"
) as "found";
-- ["2026-02-13 12:00:00","web-007"]
