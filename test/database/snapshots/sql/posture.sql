select count("taken")
from (
  select take_row(
    "severity",
    count(*)
  ) as "taken"
  from "malware_detections"
  where "resolved_at" is null
  group by "severity"
) as "found";
-- []

select count("taken")
from (
  select take_row(
    "recorded_at",
    "compliance",
    "redteam",
    "incident",
    "monitoring",
    "controls_implemented",
    "controls_total",
    "incidents_critical",
    "incidents_high",
    "incidents_medium",
    "incidents_low"
  ) as "taken"
  from "posture_scores"
  order by "recorded_at" desc, "posture_id" desc
  limit 1
) as "found";
-- []

select count("taken")
from (
  select take_row(
    "recorded_at",
    "compliance",
    "redteam",
    "incident",
    "monitoring"
  ) as "taken"
  from "posture_scores"
  where "recorded_at" >= ?
  order by "recorded_at", "posture_id"
) as "found";
-- ["2026-02-13 12:00:00"]

select count("taken")
from (
  select take_row(
    "severity",
    substr("detected_at", 1, 10),
    count(*)
  ) as "taken"
  from "malware_detections"
  where "resolved_at" is null
  and "detected_at" > ?
  group by "severity", substr("detected_at", 1, 10)
) as "found";
-- ["2026-03-10 23:59:59"]

select count("taken")
from (
  select take_row(
    "severity",
    substr("detected_at", 1, 10),
    substr("resolved_at", 1, 10),
    count(*)
  ) as "taken"
  from "malware_detections"
  where substr("resolved_at", 1, 10) > ?
  and "resolved_at" > ?
  and (substr("detected_at", 1, 10) < substr("resolved_at", 1, 10) or "detected_at" is null)
  group by substr("resolved_at", 1, 10), substr("detected_at", 1, 10), "severity"
) as "found";
-- ["2026-03-10","2026-03-10 23:59:59"]
