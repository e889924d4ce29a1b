// Each index with the question that it serves, said once for every engine. All are read in either
// direction, so none says `desc`. Beware: an index on status, severity or resolved_at alone makes
// SQLite pass over the partial ones.
import type { TableName } from './schema.ts'

/** Rows that an index is about. An engine without partial indexes puts these columns in front. */
export const CONDITIONS = {
  active: {
    where: `status = 'fail' and resolved_at is null`,
    columns: ['status', 'resolved_at'],
    nulls: ['resolved_at'],
  },
  unresolved: {
    where: 'resolved_at is null',
    columns: ['resolved_at'],
    nulls: ['resolved_at'],
  },
  resolved: { where: 'resolved_at is not null', columns: [], nulls: [] },
  all: { where: null, columns: [], nulls: [] },
} as const

/** A column, or the day of one: where an engine has no indexes on that, the column will do. */
type Column = string | { readonly dayOf: string }

export interface Index<Table extends string = TableName> {
  readonly name: string
  readonly table: Table
  readonly columns: readonly Column[]
  readonly of: keyof typeof CONDITIONS
}

export const INDEXES: readonly Index[] = [
  // the latest scan of each type
  {
    name: 'malware_scans_latest',
    table: 'malware_scans',
    columns: ['scan_type', 'scan_date', 'scan_id'],
    of: 'all',
  },
  // the recent scans
  {
    name: 'malware_scans_recent',
    table: 'malware_scans',
    columns: ['scan_date', 'scan_id'],
    of: 'all',
  },
  // the last 30 days, added up by day and type from the index alone, in its order
  {
    name: 'malware_scans_days',
    table: 'malware_scans',
    columns: [
      { dayOf: 'scan_date' },
      'scan_type',
      'scan_date',
      'files_scanned',
      'infections_found',
      'scan_duration_seconds',
    ],
    of: 'all',
  },
  // the latest scan of each server, and the history of one
  {
    name: 'compliance_scans_latest',
    table: 'compliance_scans',
    columns: ['server_name', 'scan_date', 'scan_id'],
    of: 'all',
  },
  // the history of all servers
  {
    name: 'compliance_scans_history',
    table: 'compliance_scans',
    columns: ['scan_date', 'server_name', 'scan_id'],
    of: 'all',
  },
  // the newest posture and its history
  {
    name: 'posture_scores_recorded',
    table: 'posture_scores',
    columns: ['recorded_at', 'posture_id'],
    of: 'all',
  },
  // active detections of one severity, newest first, and their number
  {
    name: 'malware_detections_active',
    table: 'malware_detections',
    columns: ['severity', 'detected_at', 'detection_id'],
    of: 'unresolved',
  },
  // what was active at the end of a past day, added up from the index alone, in its order
  {
    name: 'malware_detections_resolved',
    table: 'malware_detections',
    columns: [
      { dayOf: 'resolved_at' },
      { dayOf: 'detected_at' },
      'severity',
      'resolved_at',
      'detected_at',
    ],
    of: 'resolved',
  },
  // deleting a scan
  {
    name: 'malware_detections_scan',
    table: 'malware_detections',
    columns: ['scan_id'],
    of: 'all',
  },
  // active findings of one severity, newest first, and their number
  {
    name: 'compliance_findings_active',
    table: 'compliance_findings',
    columns: ['severity', 'detected_at', 'finding_id', 'scan_id'],
    of: 'active',
  },
  // the same of one category
  {
    name: 'compliance_findings_active_category',
    table: 'compliance_findings',
    columns: ['check_category', 'severity', 'detected_at', 'finding_id', 'scan_id'],
    of: 'active',
  },
  // the same of one server, by its scans
  {
    name: 'compliance_findings_active_scan',
    table: 'compliance_findings',
    columns: ['scan_id', 'severity', 'detected_at', 'finding_id', 'check_category'],
    of: 'active',
  },
  // all findings of one scan, counted by category
  {
    name: 'compliance_findings_scan',
    table: 'compliance_findings',
    columns: ['scan_id', 'check_category', 'severity', 'status'],
    of: 'all',
  },
]

/** Beyond those, on SQLite. */
export const SQLITE_INDEXES: readonly Index[] = [
  // the number of scans, for which SQLite goes through every page of the smallest index
  {
    name: 'compliance_scans_count',
    table: 'compliance_scans',
    columns: ['checks_skipped'],
    of: 'all',
  },
]

/** For engines that have partial indexes and indexes on expressions. */
export const createPartialIndex =
  (dayOf: (column: string) => string) =>
  ({ name, table, columns, of }: Index<string>): string => {
    const { where } = CONDITIONS[of]
    const list = columns.map((it) => (typeof it === 'string' ? it : dayOf(it.dayOf)))
    return `create index ${name} on ${table} (${list.join(', ')})${where ? ` where ${where}` : ''}`
  }

/** For engines that have neither: the condition's columns come first, so that it is an equality. */
export const createPlainIndex = ({ name, table, columns, of }: Index<string>): string => {
  const list = columns.map((it) => (typeof it === 'string' ? it : it.dayOf))
  return `create index ${name} on ${table} (${[...new Set([...CONDITIONS[of].columns, ...list])].join(', ')})`
}
