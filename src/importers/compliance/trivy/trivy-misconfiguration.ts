import type { Context } from '../../importer.ts'
import type { JsonObject } from '../../input/json.ts'
import { objectOf, objectsOf, textOf } from '../../input/json-values.ts'
import { countOf } from '../../number.ts'
import type { Finding, FindingStatus } from '../../report.ts'
import { categoryOf } from '../../selectable-names.ts'

export interface ScannedTarget {
  readonly result: JsonObject
  /** The resource of a cluster that it belongs to; else empty. */
  readonly within: string
}

const STATUSES: ReadonlyMap<string, FindingStatus> = new Map([
  ['FAIL', 'fail'],
  ['PASS', 'pass'],
  ['EXCEPTION', 'not_applicable'],
])

export function* misconfigurationsOf(
  { result, within }: ScannedTarget,
  context: Context,
): Generator<Finding> {
  const target = textOf(result['Target'])
  for (const found of objectsOf(result['Misconfigurations'])) {
    const text = (name: string): string => textOf(found[name])
    const cause = objectOf(found['CauseMetadata'])
    const checkId = text('ID') || text('AVDID')
    yield {
      kind: 'finding',
      category: categoryFor(textOf(cause['Provider']), textOf(result['Type'])),
      checkName: text('Title') || checkId,
      checkId,
      status: STATUSES.get(text('Status')) ?? 'error',
      severity: context.severityOf('trivy', checkId, text('Severity')),
      summary: text('Message') || text('Title') || checkId,
      details: [text('Description'), placeOf(cause)].filter(Boolean).join('\n'),
      remediation: [text('Resolution'), text('PrimaryURL')].filter(Boolean).join('\n'),
      path: [within, within.endsWith(target) ? '' : target].filter(Boolean).join(': ') || null,
      service: textOf(cause['Service']) || null,
    }
  }
}

function placeOf(cause: JsonObject): string {
  const resource = textOf(cause['Resource'])
  const [first, last] = [textOf(cause['StartLine']), textOf(cause['EndLine'])]
  const lines = first === '' ? '' : first === last ? `line ${first}` : `lines ${first} to ${last}`
  return [resource, lines].filter(Boolean).join(', ')
}

const PROVIDERS: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'docker'],
  ['google', 'gcp'],
  ['helm', 'kubernetes'],
])

/** What it is about, else what kind of file it is. */
function categoryFor(provider: string, type: string): string {
  const isGeneral = ['', 'generic', 'general'].includes(provider.toLowerCase())
  const word = (isGeneral ? type : provider).toLowerCase()
  return PROVIDERS.get(word) ?? categoryOf(word, 'configuration')
}

interface TargetSummary {
  /** Null when the report does not count them. */
  readonly failures: number | null
  readonly unlistedPasses: number
  readonly unlistedExceptions: number
}

/** Whether it is a file that is looked at for misconfigurations; a filter may have left none of them. */
export const isOfConfiguration = (result: JsonObject): boolean =>
  result['Class'] === 'config' || 'MisconfSummary' in result

/** Null when nothing of it was checked for misconfigurations. Passes are counted, but rarely listed. */
export function summaryOf(result: JsonObject): TargetSummary | null {
  const listed = objectsOf(result['Misconfigurations'])
  const summary = objectOf(result['MisconfSummary'])
  const number = (name: string): number | null => countOf(textOf(summary[name]))
  const isCounted = ['Successes', 'Failures', 'Exceptions'].some((name) => number(name))
  if (listed.length === 0 && !isCounted) return null
  const left = (name: string, status: string): number => {
    const shown = listed.filter(({ Status }) => Status === status).length
    return Math.max(0, (number(name) ?? 0) - shown)
  }
  return {
    failures: number('Failures'),
    unlistedPasses: left('Successes', 'PASS'),
    unlistedExceptions: left('Exceptions', 'EXCEPTION'),
  }
}
