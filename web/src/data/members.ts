// What each answer must have for its views. A page that was loaded before an update of the service, or an older
// service behind the same address, would show half of it or nothing at all.
import type {
  Categories,
  Findings,
  History,
  Malware,
  Posture,
  ServerDetails,
  Summary,
} from './wire.ts'

type Members<Body> = Readonly<Record<keyof Body, true>>

const malware: Members<Malware> = {
  malware_score: true,
  latest_scans: true,
  active_detections: true,
  severity_counts: true,
  scan_stats: true,
  scan_history: true,
  last_scan_days: true,
  recent_scans: true,
  timestamp: true,
}
const posture: Members<Posture> = { current: true, history: true, timestamp: true }
const summary: Members<Summary> = {
  overall_score: true,
  total_servers: true,
  total_findings: true,
  severity_totals: true,
  servers: true,
  timestamp: true,
}
const server: Members<ServerDetails> = { scan: true, findings: true, timestamp: true }
const findings: Members<Findings> = {
  filters: true,
  total_findings: true,
  findings: true,
  timestamp: true,
}
const categories: Members<Categories> = {
  categories_by_server: true,
  all_categories: true,
  timestamp: true,
}
const history: Members<History> = {
  days: true,
  server_filter: true,
  total_scans: true,
  history_by_server: true,
  all_history: true,
  timestamp: true,
}

const MEMBERS = { malware, posture, summary, server, findings, categories, history }

export type Kind = keyof typeof MEMBERS

/** What an answer of that kind lacks; anything else than an object lacks all. */
export const lackingOf = (kind: Kind, body: unknown): string[] =>
  Object.keys(MEMBERS[kind]).filter((it) => !Object.hasOwn(Object(body), it))
