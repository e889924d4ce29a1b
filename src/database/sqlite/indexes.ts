// Each index with the question that it serves. Beware: an index on status, severity or resolved_at
// alone makes SQLite pass over the partial ones.

const ACTIVE = `where status = 'fail' and resolved_at is null`

export const scanIndexes = [
  // the latest scan of each type
  `create index malware_scans_latest on malware_scans (scan_type, scan_date desc, scan_id desc)`,
  // the recent scans
  `create index malware_scans_recent on malware_scans (scan_date desc, scan_id desc)`,
  // the last 30 days, added up by day and type from the index alone, in its order
  `create index malware_scans_days on malware_scans (substr(scan_date, 1, 10), scan_type,
    scan_date, files_scanned, infections_found, scan_duration_seconds)`,
  // the latest scan of each server, and the history of one
  `create index compliance_scans_latest on compliance_scans
    (server_name, scan_date desc, scan_id desc)`,
  // the history of all servers
  `create index compliance_scans_history on compliance_scans (scan_date, server_name, scan_id)`,
  // the newest posture and its history
  `create index posture_scores_recorded on posture_scores (recorded_at desc, posture_id desc)`,
]

export const detectionIndexes = [
  // active detections of one severity, newest first, and their number
  `create index malware_detections_active on malware_detections
    (severity, detected_at desc, detection_id desc) where resolved_at is null`,
  // what was active at the end of a past day
  `create index malware_detections_resolved on malware_detections
    (resolved_at, detected_at, severity) where resolved_at is not null`,
  // deleting a scan
  `create index malware_detections_scan on malware_detections (scan_id) where scan_id is not null`,
]

export const findingIndexes = [
  // active findings of one severity, newest first, and their number
  `create index compliance_findings_active on compliance_findings
    (severity, detected_at desc, finding_id desc, scan_id) ${ACTIVE}`,
  // the same of one category
  `create index compliance_findings_active_category on compliance_findings
    (check_category, severity, detected_at desc, finding_id desc, scan_id) ${ACTIVE}`,
  // the same of one server, by its scans
  `create index compliance_findings_active_scan on compliance_findings
    (scan_id, severity, detected_at desc, finding_id desc, check_category) ${ACTIVE}`,
  // all findings of one scan, counted by category
  `create index compliance_findings_scan on compliance_findings
    (scan_id, check_category, severity, status)`,
]
