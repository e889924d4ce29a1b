// What each answer must have for its views. A page that was loaded before an update of the service, or an older
// service behind the same address, would show half of it, nothing at all, or NaN where a figure belongs.
import type {
  Categories,
  Findings,
  History,
  Malware,
  Posture,
  ServerDetails,
  Summary,
} from './wire.ts'

/** Its members, and theirs; of a list those of an item. What a producer wrote, and names of the data, are open. */
type Members<Of> = Of extends readonly (infer Item)[]
  ? readonly [Members<Item>]
  : Of extends object
    ? string extends keyof Of
      ? true
      : { readonly [Name in keyof Of]: Members<Of[Name]> }
    : true

/** `true` for each: none of them has members of its own. */
const named = <const Name extends string>(
  ...names: readonly Name[]
): Readonly<Record<Name, true>> =>
  Object.fromEntries(names.map((it) => [it, true])) as Record<Name, true>

const severities = named('critical', 'high', 'medium', 'low')
const scores = named('overall', 'compliance', 'redteam', 'incident', 'monitoring', 'malware')
const malwareScan = named(
  'scan_type',
  'scan_date',
  'status',
  'files_scanned',
  'infections_found',
  'scan_duration_seconds',
)
const counters = named(
  'findings_critical',
  'findings_high',
  'findings_medium',
  'findings_low',
  'findings_pass',
  'checks_total',
)
const check = named(
  'finding_id',
  'check_category',
  'check_name',
  'check_id',
  'severity',
  'finding_summary',
  'finding_details',
  'remediation_steps',
  'aws_resource_id',
  'aws_resource_type',
  'file_path',
  'service_name',
  'cis_benchmark',
  'aws_foundational_security',
  'nist_csf',
  'detected_at',
)

const malware: Members<Malware> = {
  malware_score: true,
  latest_scans: [{ ...malwareScan, summary: true }],
  active_detections: [
    named(
      'detection_id',
      'scan_type',
      'file_path',
      'malware_signature',
      'severity',
      'action_taken',
      'detected_at',
    ),
  ],
  severity_counts: severities,
  scan_stats: [
    named(
      'scan_type',
      'total_scans',
      'total_files_scanned',
      'total_infections',
      'avg_duration_seconds',
      'last_scan_date',
    ),
  ],
  scan_history: [
    named('scan_type', 'scan_day', 'scan_count', 'total_infections', 'total_files', 'avg_duration'),
  ],
  last_scan_days: true,
  recent_scans: [{ scan_id: true, ...malwareScan }],
  timestamp: true,
}
const posture: Members<Posture> = {
  current: {
    ...scores,
    ...named('controls_implemented', 'controls_total'),
    active_incidents: severities,
  },
  history: [{ date: true, ...scores }],
  timestamp: true,
}
const summary: Members<Summary> = {
  ...named('overall_score', 'total_servers', 'total_findings', 'timestamp'),
  severity_totals: { ...severities, passing: true },
  servers: [
    named(
      'server_name',
      'server_type',
      'latest_scan_date',
      'overall_score',
      'critical_findings',
      'high_findings',
      'medium_findings',
      'low_findings',
      'passing_checks',
      'total_findings',
    ),
  ],
}
const server: Members<ServerDetails> = {
  scan: {
    ...named('scan_id', 'server_name', 'server_type', 'scan_date', 'scan_duration_seconds'),
    ...counters,
    ...named('overall_score', 'checks_run', 'checks_skipped', 'metadata'),
  },
  findings: [
    { ...check, ...named('status', 'resolved', 'resolved_at', 'resolved_by', 'resolution_notes') },
  ],
  timestamp: true,
}
const findings: Members<Findings> = {
  filters: named('severity', 'category', 'server'),
  total_findings: true,
  findings: [{ ...check, ...named('server_name', 'server_type', 'scan_date') }],
  timestamp: true,
}
const categories: Members<Categories> = {
  categories_by_server: true,
  all_categories: [
    { ...severities, ...named('check_category', 'pass', 'total_checks', 'pass_rate') },
  ],
  timestamp: true,
}
const history: Members<History> = {
  ...named('days', 'server_filter', 'total_scans', 'timestamp'),
  history_by_server: true,
  all_history: [{ ...named('server_name', 'scan_date', 'overall_score'), ...counters }],
}

const MEMBERS = { malware, posture, summary, server, findings, categories, history }

export type Kind = keyof typeof MEMBERS

/** What an answer of that kind lacks, as `servers.low_findings`; anything else than an object lacks all. */
export const lackingOf = (kind: Kind, body: unknown): string[] => lacking(MEMBERS[kind], body)

type AnyMembers = true | readonly [AnyMembers] | { readonly [name: string]: AnyMembers }

function lacking(members: AnyMembers, of: unknown): string[] {
  if (members === true) return []
  if (isList(members)) {
    // One service writes all items alike: the first tells of them all.
    return Array.isArray(of) && of.length > 0 ? lacking(members[0], of[0]) : []
  }
  const value: Record<string, unknown> = Object(of)
  return Object.entries(members).flatMap(([name, its]) =>
    Object.hasOwn(value, name) ? lacking(its, value[name]).map((it) => `${name}.${it}`) : [name],
  )
}

const isList = (members: AnyMembers): members is readonly [AnyMembers] => Array.isArray(members)
