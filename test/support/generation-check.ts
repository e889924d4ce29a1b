// Holds a response against the generation that it shows: there must be exactly one, and all that
// it says must be true of that one.
import { malwareScore } from '../../src/malware/score.ts'
import { SEVERITIES } from '../../src/severity.ts'
import {
  detectionsOf,
  failuresOf,
  fixedOf,
  mark,
  OLDER_SCANS,
  passesOf,
  SERVERS,
} from './generations.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape, which the document has checked
type Body = any

/** Numbers that are the generation itself. */
const CARRIERS =
  /^(files_scanned|infections_found|scan_duration_seconds|avg_duration(_seconds)?|findings_\w+|checks_\w+|(critical|high|medium|low)_findings|passing_checks|controls_\w+)$/

/** Every generation that a body shows, in any text, name or number. */
export function generationsIn(body: unknown): number[] {
  const found = new Set<number>()
  const visit = (value: unknown, name: string) => {
    if (typeof value === 'number' && CARRIERS.test(name)) found.add(value)
    const text = typeof value === 'string' ? /-g(\d+)$/.exec(value) : null
    if (text) found.add(Number(text[1]))
    if (value === null || typeof value !== 'object') return
    for (const [key, member] of Object.entries(value)) {
      visit(key, '')
      visit(member, key)
    }
  }
  visit(body, '')
  return [...found].sort((a, b) => a - b)
}

/** What is wrong with a response; nothing is as it should be. */
export function problemsOf(url: string, body: Body): string[] {
  const generations = generationsIn(body)
  const [g, ...others] = generations
  if (g === undefined) return ['shows no generation']
  if (others.length > 0) return [`torn: shows the generations ${generations.join(', ')}`]
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const claims = CLAIMS[searchParams.get('action') ?? pathname]?.(body, g, searchParams)
  if (claims === undefined) throw new Error(`no claims about ${url}`)
  return Object.entries(claims)
    .filter(([, pair]) => JSON.stringify(pair[0]) !== JSON.stringify(pair[1]))
    .map(([what, [is, due]]) => `${what} of g${g} is ${JSON.stringify(is)}, ${JSON.stringify(due)}`)
}

/** Each claim is what a body says and what is due. */
type Claims = Record<string, readonly [unknown, unknown]>

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
const failures = (g: number) => sum(Object.values(failuresOf(g)))

const CLAIMS: Record<string, (body: Body, g: number, query: URLSearchParams) => Claims> = {
  '/api/malware.php': (body, g) => ({
    score: [body.malware_score, malwareScore(detectionsOf(g))],
    severity_counts: [body.severity_counts, detectionsOf(g)],
    active_detections: [
      SEVERITIES.map((it) => body.active_detections.filter((d: Body) => d.severity === it).length),
      Object.values(detectionsOf(g)),
    ],
    resolved: [body.active_detections.filter((d: Body) => d.file_path === '/resolved'), []],
    latest_scans: [
      body.latest_scans.map((it: Body) => it.summary.mark),
      [mark(g), mark(g), mark(g)],
    ],
    last_scan_days: [
      Object.keys(body.last_scan_days),
      body.latest_scans.map((it: Body) => it.scan_type),
    ],
    scan_stats: [
      body.scan_stats.map((it: Body) => [it.scan_type, it.total_scans, it.total_files_scanned]),
      body.scan_stats.map(({ scan_type }: Body) => {
        const days = body.scan_history.filter((it: Body) => it.scan_type === scan_type)
        const scans = sum(days.map((it: Body) => it.scan_count))
        return [scan_type, scans, scans * g]
      }),
    ],
    recent_scans: [body.recent_scans.length, 10],
  }),
  '/api/posture.php': ({ current, history }, g) => ({
    malware: [current.malware, malwareScore(detectionsOf(g))],
    components: [
      [current.compliance, current.redteam, current.incident, current.monitoring],
      [g % 101, g % 101, g % 101, g % 101],
    ],
    overall: [Math.round(current.overall * 10), 9 * (g % 101) + current.malware],
    active_incidents: [Object.values(current.active_incidents), [g, g, g, g]],
    history: [
      history.map((it: Body) => [it.compliance, it.malware, it.overall]),
      history.map(() => [g % 101, current.malware, current.overall]),
    ],
  }),
  '/api/compliance-scans.php': (body, g) => ({
    total_servers: [body.total_servers, SERVERS.length],
    servers: [body.servers.map((it: Body) => it.server_name), SERVERS],
    overall_score: [body.overall_score, g % 101],
    severity_totals: [Object.values(body.severity_totals), Array(5).fill(SERVERS.length * g)],
    total_findings: [body.total_findings, sum(body.servers.map((it: Body) => it.total_findings))],
  }),
  server: ({ scan, findings }, g, query) => ({
    server_name: [scan.server_name, query.get('name')],
    metadata: [scan.metadata, { mark: mark(g) }],
    findings: [findings.length, failures(g) + passesOf(g) + fixedOf(g) + 1],
    resolved: [findings.filter((it: Body) => it.resolved).length, 1],
  }),
  findings: ({ total_findings, findings }, g, query) => ({
    total_findings: [total_findings, findings.length],
    findings: [
      findings.length,
      query.has('category')
        ? SERVERS.length * fixedOf(g)
        : SERVERS.length * (failures(g) + fixedOf(g)) + OLDER_SCANS,
    ],
  }),
  categories: (body, g) => ({
    all_categories: [body.all_categories, Object.values(body.categories_by_server).flat()],
    servers: [Object.keys(body.categories_by_server), SERVERS],
    // 'fixed' comes before the other, and the resolved finding still counts as it was scanned.
    counts: [
      body.all_categories.map((it: Body) => [it.critical, it.low, it.pass, it.total_checks]),
      SERVERS.flatMap(() => [
        [0, fixedOf(g), 0, fixedOf(g)],
        [failuresOf(g).critical, failuresOf(g).low + 1, passesOf(g), failures(g) + passesOf(g) + 1],
      ]),
    ],
  }),
  history: (body) => ({
    total_scans: [body.total_scans, OLDER_SCANS + SERVERS.length],
    all_history: [body.all_history.length, body.total_scans],
    by_server: [Object.values(body.history_by_server).flat().length, OLDER_SCANS + SERVERS.length],
  }),
}
