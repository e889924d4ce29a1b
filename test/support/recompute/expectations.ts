// Every question that is asked about a data set, with the text of the answer it must get.
import type { DataSet } from '../datasets.ts'
import { categories } from './compliance-categories.ts'
import { type Filters, findings } from './compliance-findings.ts'
import { history } from './compliance-history.ts'
import { server } from './compliance-server.ts'
import { summary } from './compliance-summary.ts'
import { distinct } from './lists.ts'
import { malware } from './malware.ts'
import { posture } from './posture.ts'
import { written } from './written.ts'

export interface Expectation {
  readonly url: string
  readonly status: 200 | 404
  readonly text: string
}

const COMPLIANCE = '/api/compliance-scans.php'
/** What a parameter can name. */
const isName = (name: string) => /^[a-zA-Z0-9_-]+$/.test(name)
const UNKNOWN = 'no-such-name'

export function expectationsOf(dataSet: DataSet): Expectation[] {
  const { compliance_scans, compliance_findings } = dataSet.rows
  const servers = distinct(compliance_scans.map((scan) => scan.server_name)).filter(isName)
  const found = distinct(compliance_findings.map((it) => it.check_category)).filter(isName)
  const filters = (severity: string | null, category: string | null, server: string | null) =>
    findingsWith(dataSet, { severity, category, server })

  return [
    ok('/api/malware.php', malware(dataSet)),
    ok('/api/posture.php', posture(dataSet, 30)),
    ...[1, 2, 7, 365].map((days) => ok(`/api/posture.php?days=${days}`, posture(dataSet, days))),
    ok(COMPLIANCE, summary(dataSet)),
    ...[...servers, UNKNOWN].map((name) => serverNamed(dataSet, name)),
    filters(null, null, null),
    ...['critical', 'high', 'medium', 'low'].map((severity) => filters(severity, null, null)),
    ...[...found, UNKNOWN].map((category) => filters(null, category, null)),
    ...[...servers, UNKNOWN].map((name) => filters(null, null, name)),
    ...servers.slice(0, 2).map((name) => filters('high', found[0] ?? null, name)),
    ...servers.slice(2).map((name, i) => filters(null, found[i] ?? null, name)),
    ok(`${COMPLIANCE}?action=categories`, categories(dataSet)),
    historyOf(dataSet, null, null),
    ...[1, 2, 7, 365].map((days) => historyOf(dataSet, null, days)),
    ...[...servers, UNKNOWN].map((name) => historyOf(dataSet, name, null)),
    ...servers.map((name, i) => historyOf(dataSet, name, i + 1)),
  ]
}

const ok = (url: string, body: unknown): Expectation => ({ url, status: 200, text: written(body) })

function serverNamed(dataSet: DataSet, name: string): Expectation {
  const url = `${COMPLIANCE}?action=server&name=${name}`
  const body = server(dataSet, name)
  return body === undefined
    ? { url, status: 404, text: '{"error":"Server not found"}' }
    : ok(url, body)
}

function findingsWith(dataSet: DataSet, filters: Filters): Expectation {
  const query = Object.entries(filters).map(([name, value]) => `&${name}=${value ?? ''}`)
  return ok(`${COMPLIANCE}?action=findings${query.join('')}`, findings(dataSet, filters))
}

function historyOf(dataSet: DataSet, server: string | null, days: number | null): Expectation {
  const query = [
    server === null ? '' : `&server=${server}`,
    days === null ? '' : `&days=${days}`,
  ].join('')
  return ok(`${COMPLIANCE}?action=history${query}`, history(dataSet, server, days ?? 30))
}
