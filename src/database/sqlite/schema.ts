// Strict tables: a text in a number's place is refused when it is written, not when it is read.
// JSON columns have no check: what is no object is shown as {} and named in the log.

/** A date-time that exists, in the one form that sorts as it runs: '2026-03-01 12:00:00'. */
const dateTime = (column: string) =>
  `check (strftime('%Y-%m-%d %H:%M:%S', ${column}, '+0 seconds') is ${column})`

const optionalDateTime = (column: string) =>
  `check (${column} is null or strftime('%Y-%m-%d %H:%M:%S', ${column}, '+0 seconds') is ${column})`

const NAME_LENGTH = 255
const name = (column: string) => `check (length(${column}) between 1 and ${NAME_LENGTH})`
const count = (column: string) => `integer not null default 0 check (${column} >= 0)`
const percent = (column: string) => `check (${column} between 0 and 100)`
const SEVERITY = `check (severity in ('critical', 'high', 'medium', 'low'))`

export const malwareTables = [
  `create table malware_scans (
    scan_id integer primary key,
    scan_type text not null ${name('scan_type')},
    scan_date text not null ${dateTime('scan_date')},
    status text not null ${name('status')},
    files_scanned ${count('files_scanned')},
    infections_found ${count('infections_found')},
    scan_duration_seconds ${count('scan_duration_seconds')},
    summary text default '{}'
  ) strict`,
  `create table malware_detections (
    detection_id integer primary key,
    scan_id integer references malware_scans (scan_id) on delete set null,
    scan_type text not null ${name('scan_type')},
    file_path text not null,
    malware_signature text not null,
    severity text not null ${SEVERITY},
    action_taken text not null default 'none',
    detected_at text not null ${dateTime('detected_at')},
    resolved_at text ${optionalDateTime('resolved_at')}
  ) strict`,
]

export const complianceTables = [
  `create table compliance_scans (
    scan_id integer primary key,
    server_name text not null ${name('server_name')},
    server_type text not null ${name('server_type')},
    scan_date text not null ${dateTime('scan_date')},
    scan_duration_seconds ${count('scan_duration_seconds')},
    overall_score real ${percent('overall_score')},
    findings_critical ${count('findings_critical')},
    findings_high ${count('findings_high')},
    findings_medium ${count('findings_medium')},
    findings_low ${count('findings_low')},
    findings_pass ${count('findings_pass')},
    checks_total ${count('checks_total')},
    checks_run ${count('checks_run')},
    checks_skipped ${count('checks_skipped')},
    metadata text default '{}'
  ) strict`,
  `create table compliance_findings (
    finding_id integer primary key,
    scan_id integer not null references compliance_scans (scan_id) on delete cascade,
    check_category text not null ${name('check_category')},
    check_name text not null,
    check_id text not null,
    status text not null ${name('status')},
    severity text not null ${SEVERITY},
    finding_summary text not null default '',
    finding_details text not null default '',
    remediation_steps text not null default '',
    aws_resource_id text,
    aws_resource_type text,
    file_path text,
    service_name text,
    cis_benchmark text,
    aws_foundational_security text,
    nist_csf text,
    detected_at text not null ${dateTime('detected_at')},
    resolved_at text ${optionalDateTime('resolved_at')},
    resolved_by text,
    resolution_notes text
  ) strict`,
]

export const postureTables = [
  `create table posture_scores (
    posture_id integer primary key,
    recorded_at text not null ${dateTime('recorded_at')},
    compliance real not null ${percent('compliance')},
    redteam real not null ${percent('redteam')},
    incident real not null ${percent('incident')},
    monitoring real not null ${percent('monitoring')},
    controls_implemented ${count('controls_implemented')},
    controls_total ${count('controls_total')},
    incidents_critical ${count('incidents_critical')},
    incidents_high ${count('incidents_high')},
    incidents_medium ${count('incidents_medium')},
    incidents_low ${count('incidents_low')}
  ) strict`,
]
