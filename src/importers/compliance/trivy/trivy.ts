// Trivy's misconfigurations. The same report may hold vulnerabilities, secrets and licences: these
// are no compliance checks, and only counted for the person who imports.
import { counted } from '../../../counted.ts'
import { artifactHost, imageHost } from '../../artifact.ts'
import type { Context, Importer } from '../../importer.ts'
import { jsonDocumentOf } from '../../input/json.ts'
import { type Outline, outlineOf } from '../../input/json-outline.ts'
import { listOf, objectOf, objectsOf, textOf } from '../../input/json-values.ts'
import { NotItsOwn } from '../../refused.ts'
import type { ComplianceRun, Report } from '../../report.ts'
import { timeOf } from '../../report-time.ts'
import { nameOf } from '../../selectable-names.ts'
import { serverNameOf } from '../../server-name.ts'
import {
  isOfConfiguration,
  misconfigurationsOf,
  type ScannedTarget,
  summaryOf,
} from './trivy-misconfiguration.ts'
import { isOperatorReport, operatorReports } from './trivy-operator.ts'

export const trivy: Importer = {
  tool: 'trivy',
  about: 'compliance',
  reads: "Trivy: misconfigurations as JSON, and the operator's ConfigAuditReports",
  recognises(head) {
    const outline = outlineOf(head)
    return isReport(outline) || isOperatorReport(outline)
  },
  async *read(input, context) {
    const outline = outlineOf(input.head)
    if (isOperatorReport(outline)) yield* operatorReports(input, outline, context)
    else if (isReport(outline)) yield* reportsOf(await jsonDocumentOf(input), context)
    else throw new NotItsOwn('it is no JSON report of Trivy; make it with --format json')
  },
}

/** Of an artifact, of a cluster, or the bare list of results that versions before 0.20 wrote. */
function isReport(outline: Outline): boolean {
  const isSecond = outline.get('SchemaVersion') === 2 || outline.has('Results[].Target')
  const isArtifact = outline.has('ArtifactName') || outline.has('ArtifactType')
  const isCluster = outline.has('ClusterName') && CLUSTER_LISTS.some((it) => outline.has(it))
  const isList =
    outline.has('[].Target') &&
    ['Type', 'Class', 'Vulnerabilities', 'Misconfigurations'].some((it) => outline.has(`[].${it}`))
  return (isSecond && isArtifact) || isCluster || isList
}

/** `--report all`, `--report summary`, and two lists up to version 0.35. */
const CLUSTER_LISTS = ['Resources', 'Findings', 'Vulnerabilities', 'Misconfigurations']

async function* reportsOf(document: unknown, context: Context): AsyncGenerator<Report> {
  const report = objectOf(document)
  const unlisted = { passed: 0, skipped: 0 }
  const others = { vulnerability: 0, secret: 0, license: 0 }
  let checked = 0
  let leftOut = 0
  let listed = 0
  let reported = 0
  for (const target of targetsOf(document, context)) {
    const { result } = target
    others.vulnerability += listOf(result['Vulnerabilities']).length
    others.secret += listOf(result['Secrets']).length
    others.license += listOf(result['Licenses']).length
    const summary = summaryOf(result)
    if (summary === null) {
      if (isOfConfiguration(result)) leftOut++
      continue
    }
    checked++
    let failures = 0
    for (const finding of misconfigurationsOf(target, context)) {
      if (finding.status === 'fail') failures++
      yield finding
    }
    listed += failures
    reported += summary.failures ?? failures
    unlisted.passed += summary.unlistedPasses
    unlisted.skipped += summary.unlistedExceptions
  }
  const notStored = Object.entries(others).filter(([, count]) => count > 0)
  const told = notStored.map(([what, count]) =>
    count === 1
      ? `1 ${what}`
      : what === 'vulnerability'
        ? `${count} vulnerabilities`
        : `${count} ${what}s`,
  )
  if (checked === 0) {
    const holds = told.length === 0 ? '' : ` (but ${told.join(', ')})`
    const advice =
      leftOut === 0
        ? 'scan with --scanners misconfig'
        : 'no check applied, or a filter (--severity, an ignore file) left none'
    throw new NotItsOwn(`it holds no misconfiguration check${holds}; ${advice}`)
  }
  const differs = reported !== listed
  yield runOf(report, unlisted, differs ? reported : undefined, context)
  if (told.length > 0)
    context.remark(`${told.join(', ')}: not stored, these are no compliance checks`)
  if (differs) {
    context.remark(`it counts ${counted(reported, 'failure')} and lists ${listed}; both are kept`)
  }
}

/** Everything that was scanned, with the name that it has in its report. */
function* targetsOf(document: unknown, context: Context): Generator<ScannedTarget> {
  if (Array.isArray(document)) yield* objectsOf(document).map((result) => ({ result, within: '' }))
  const report = objectOf(document)
  yield* objectsOf(report['Results']).map((result) => ({ result, within: '' }))
  if (!('ClusterName' in report)) return
  let failed = 0
  for (const resource of CLUSTER_LISTS.flatMap((list) => objectsOf(report[list]))) {
    if (textOf(resource['Error']) !== '') failed++
    const { Namespace, Kind, Name } = resource
    const within = [Namespace, Kind, Name].map(textOf).filter(Boolean).join('/')
    yield* objectsOf(resource['Results']).map((result) => ({ result, within }))
  }
  if (failed > 0) context.remark(`${counted(failed, 'resource')} could not be scanned`)
}

function runOf(
  report: Readonly<Record<string, unknown>>,
  unlisted: { passed: number; skipped: number },
  failures: number | undefined,
  context: Context,
): ComplianceRun {
  const version = textOf(objectOf(report['Trivy'])['Version'])
  const artifact = textOf(report['ArtifactName'])
  const type = textOf(report['ArtifactType'])
  const cluster = textOf(report['ClusterName'])
  return {
    kind: 'compliance-run',
    toolVersion: version || null,
    host: cluster === '' ? hostOf(artifact, type) : nameOf(cluster),
    serverType: 'ClusterName' in report ? 'kubernetes-cluster' : (nameOf(type) ?? 'artifact'),
    startedAt: timeOf(report['CreatedAt'], context),
    seconds: 0,
    unlisted,
    metadata: {
      scanner_version: version || undefined,
      artifact: artifact || undefined,
      reported_failures: failures,
    },
  }
}

/** `.` and `/` name nothing. */
function hostOf(artifact: string, type: string): string | null {
  const host = type === 'container_image' ? imageHost(artifact) : artifactHost(artifact)
  return serverNameOf(host) === null ? null : host
}
