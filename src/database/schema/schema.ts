// The tables, said once for every engine. Each engine knows how it writes a kind of column.
// A migration that was released is never changed: what comes later is a migration of its own.

/** What a column holds; `optional…` may be null. */
export type Kind =
  | 'id'
  | 'name'
  | 'text'
  | 'textOrEmpty'
  | 'action'
  | 'optionalText'
  | 'dateTime'
  | 'optionalDateTime'
  | 'count'
  | 'score'
  | 'optionalScore'
  | 'severity'
  | 'json'
  | 'malwareScan'
  | 'complianceScan'

/** What only the tables of the importers have. */
export type ImportKind = Kind | 'key' | 'hash' | 'optionalId'

export type TableColumns = Readonly<Record<string, Kind>>

/** The columns of any table, also of the importers. */
export type AnyColumns = Readonly<Record<string, ImportKind>>

/** How an engine writes each kind of column. */
export type ColumnOf = Readonly<Record<ImportKind, (column: string) => string>>

export const SCHEMA = {
  malware_scans: {
    scan_id: 'id',
    scan_type: 'name',
    scan_date: 'dateTime',
    status: 'name',
    files_scanned: 'count',
    infections_found: 'count',
    scan_duration_seconds: 'count',
    summary: 'json',
  },
  malware_detections: {
    detection_id: 'id',
    scan_id: 'malwareScan',
    scan_type: 'name',
    file_path: 'text',
    malware_signature: 'text',
    severity: 'severity',
    action_taken: 'action',
    detected_at: 'dateTime',
    resolved_at: 'optionalDateTime',
  },
  compliance_scans: {
    scan_id: 'id',
    server_name: 'name',
    server_type: 'name',
    scan_date: 'dateTime',
    scan_duration_seconds: 'count',
    overall_score: 'optionalScore',
    findings_critical: 'count',
    findings_high: 'count',
    findings_medium: 'count',
    findings_low: 'count',
    findings_pass: 'count',
    checks_total: 'count',
    checks_run: 'count',
    checks_skipped: 'count',
    metadata: 'json',
  },
  compliance_findings: {
    finding_id: 'id',
    scan_id: 'complianceScan',
    check_category: 'name',
    check_name: 'text',
    check_id: 'text',
    status: 'name',
    severity: 'severity',
    finding_summary: 'textOrEmpty',
    finding_details: 'textOrEmpty',
    remediation_steps: 'textOrEmpty',
    aws_resource_id: 'optionalText',
    aws_resource_type: 'optionalText',
    file_path: 'optionalText',
    service_name: 'optionalText',
    cis_benchmark: 'optionalText',
    aws_foundational_security: 'optionalText',
    nist_csf: 'optionalText',
    detected_at: 'dateTime',
    resolved_at: 'optionalDateTime',
    resolved_by: 'optionalText',
    resolution_notes: 'optionalText',
  },
  posture_scores: {
    posture_id: 'id',
    recorded_at: 'dateTime',
    compliance: 'score',
    redteam: 'score',
    incident: 'score',
    monitoring: 'score',
    controls_implemented: 'count',
    controls_total: 'count',
    incidents_critical: 'count',
    incidents_high: 'count',
    incidents_medium: 'count',
    incidents_low: 'count',
  },
} as const satisfies Record<string, TableColumns>

export type TableName = keyof typeof SCHEMA

export const TABLE_NAMES = Object.keys(SCHEMA) as TableName[]

/** `create table` with each column as the engine writes its kind. */
export const createTable = <Kinds extends ImportKind>(
  table: string,
  columns: Readonly<Record<string, Kinds>>,
  columnOf: Readonly<Record<Kinds, (column: string) => string>>,
  suffix: string,
): string => {
  const lines = Object.entries(columns).map(([name, kind]) => `${name} ${columnOf[kind](name)}`)
  return `create table ${table} (\n  ${lines.join(',\n  ')}\n) ${suffix}`.trimEnd()
}
