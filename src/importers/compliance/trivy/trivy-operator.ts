// What trivy-operator keeps in a cluster: one report for each workload, or a list of them from
// `kubectl get … -o json`.
import { counted } from '../../../counted.ts'
import type { Context } from '../../importer.ts'
import type { Input } from '../../input/input.ts'
import { type JsonObject, jsonRecordsOf, type PagedList } from '../../input/json.ts'
import type { Outline } from '../../input/json-outline.ts'
import { objectOf, objectsOf, textOf, textsOf } from '../../input/json-values.ts'
import { countOf } from '../../number.ts'
import { NotItsOwn } from '../../refused.ts'
import type { Finding, Report } from '../../report.ts'
import { timeOf } from '../../report-time.ts'
import { nameOf } from '../../selectable-names.ts'
import { stateDate } from '../state-date.ts'

const GROUP = 'aquasecurity.github.io/'
const LABEL = 'trivy-operator.resource.'

/** Each of them exists for a namespace and for the whole cluster. */
const AUDITS = /^(?:Cluster)?(?:ConfigAudit|RbacAssessment|InfraAssessment)Report$/

/** A page is as of `kubectl get --raw …?limit=`. Taken for the whole, it would close what is on the others. */
const LIST: PagedList = {
  keys: ['items'],
  marks: ['metadata.continue', 'metadata.remainingItemCount'],
  advice: 'fetch all pages into one: kubectl get … -o json does so',
}

export const isOperatorReport = (outline: Outline): boolean =>
  ['apiVersion', 'items[].apiVersion'].some((path) =>
    String(outline.get(path) ?? '').startsWith(GROUP),
  )

export async function* operatorReports(
  input: Input,
  outline: Outline,
  context: Context,
): AsyncGenerator<Report> {
  const others = new Map<string, number>()
  let audits = 0
  let newest: number | null = null
  let version = ''
  let only: string | null = null
  let listed = 0
  let reported = 0
  for await (const record of jsonRecordsOf(input, LIST)) {
    const kind = textOf(record['kind'])
    if (!AUDITS.test(kind)) {
      const name = nameOf(kind) ?? 'unknown kind'
      if (others.has(name) || others.size < 20) others.set(name, (others.get(name) ?? 0) + 1)
      continue
    }
    const report = objectOf(record['report'])
    const at = timeOf(report['updateTimestamp'], context)
    const resource = resourceOf(record)
    audits++
    only = audits === 1 && !outline.has('items') ? nameOf(resource) : null
    version ||= textOf(objectOf(report['scanner'])['version'])
    if (at !== null) newest = Math.max(newest ?? at, at)
    reported += failuresIn(objectOf(report['summary']))
    for (const check of objectsOf(report['checks'])) {
      if (check['success'] === false && check['severity'] !== 'UNKNOWN') listed++
      yield findingOf(check, resource, at, context)
    }
  }
  const told = [...others].map(([kind, count]) => counted(count, kind)).join(', ')
  if (audits === 0) {
    throw new NotItsOwn(`it holds no configuration audit${told === '' ? '' : `, only ${told}`}`)
  }
  // One report is a scan, a list of them is a state.
  const { startedAt, metadata } = outline.has('items')
    ? stateDate(newest, input)
    : { startedAt: newest, metadata: {} }
  yield {
    kind: 'compliance-run',
    toolVersion: version || null,
    // One report is one workload; a list is the cluster, whose name is nowhere in it.
    host: only,
    serverType: only === null ? 'kubernetes-cluster' : 'kubernetes-workload',
    startedAt,
    seconds: 0,
    metadata: {
      scanner_version: version || undefined,
      reports: audits,
      reported_failures: reported === listed ? undefined : reported,
      ...metadata,
    },
  }
  if (reported !== listed) {
    context.remark(`it counts ${counted(reported, 'failure')} and lists ${listed}; both are kept`)
  }
  if (told !== '') context.remark(`${told}: not stored, these are no configuration audits`)
}

/** The counts leave out failures of an unknown severity. */
const failuresIn = (summary: JsonObject): number =>
  ['criticalCount', 'highCount', 'mediumCount', 'lowCount']
    .map((name) => countOf(textOf(summary[name])) ?? 0)
    .reduce((sum, count) => sum + count, 0)

function resourceOf(record: JsonObject): string {
  const metadata = objectOf(record['metadata'])
  const labels = { ...objectOf(metadata['annotations']), ...objectOf(metadata['labels']) }
  const named = ['namespace', 'kind', 'name'].map((it) => textOf(labels[`${LABEL}${it}`]))
  return named.filter(Boolean).join('/') || textOf(metadata['name'])
}

function findingOf(
  check: JsonObject,
  resource: string,
  at: number | null,
  context: Context,
): Finding {
  const text = (name: string): string => textOf(check[name])
  const checkId = text('checkID')
  return {
    kind: 'finding',
    category: 'kubernetes',
    checkName: text('title') || checkId,
    checkId,
    status: check['success'] === true ? 'pass' : check['success'] === false ? 'fail' : 'error',
    severity: context.severityOf('trivy', checkId, text('severity')),
    summary: textsOf(check['messages']).join('\n') || text('title') || checkId,
    details: text('description'),
    remediation: text('remediation'),
    path: resource || null,
    at,
  }
}
