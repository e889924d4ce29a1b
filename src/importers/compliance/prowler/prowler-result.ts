// One result of Prowler, whatever the version and the format that it was written in.
import type { Context } from '../../importer.ts'
import { Refused } from '../../refused.ts'
import type { Finding, FindingStatus } from '../../report.ts'
import { categoryOf } from '../../selectable-names.ts'
import { cisOf, type Frameworks, foundationalOf, nistCsfOf } from '../frameworks.ts'

export interface ProwlerResult {
  /** aws, azure, gcp, kubernetes … */
  readonly provider: string
  readonly account: string
  readonly region: string
  /** When the whole scan began, as the report has it; undefined where it does not say. */
  readonly startedAt?: unknown
  /** When this one was found. */
  readonly foundAt?: unknown
  readonly version: string
  readonly checkId: string
  readonly title: string
  readonly status: string
  readonly isMuted: boolean
  readonly summary: string
  readonly details: string
  readonly remediation: string
  readonly severity: string
  readonly service: string
  readonly resource: string
  readonly resourceType: string
  readonly frameworks: Frameworks
  /** Where no framework is named: version 2 was made after one benchmark. */
  readonly cis?: string | null
}

/** What an account's own list excuses: WARNING was the word for it up to version 3. */
const EXCUSED = ['WARNING', 'MUTED']

const STATUSES: Readonly<Record<string, FindingStatus>> = {
  PASS: 'pass',
  FAIL: 'fail',
  MANUAL: 'manual',
  // no more than a hint, or a check that only a person can do
  INFO: 'manual',
  ERROR: 'error',
}

export const isExcused = ({ status, isMuted }: ProwlerResult): boolean =>
  EXCUSED.includes(status.toUpperCase()) || (isMuted && status.toUpperCase() !== 'PASS')

/** Null when Prowler has no such word. */
export const statusOf = (result: ProwlerResult): FindingStatus | null =>
  isExcused(result) ? 'not_applicable' : (STATUSES[result.status.toUpperCase()] ?? null)

export const findingOf = (
  result: ProwlerResult,
  run: string,
  at: number | null,
  context: Context,
): Finding => ({
  kind: 'finding',
  run,
  category: categoryOf(result.provider),
  checkName: result.title || result.checkId,
  checkId: result.checkId,
  status: statusOf(result) ?? 'error',
  severity: context.severityOf('prowler', result.checkId, result.severity),
  summary: result.summary,
  details: result.details,
  remediation: result.remediation,
  awsResourceId: result.resource || null,
  awsResourceType: result.resourceType || null,
  service: result.service || null,
  cis: result.cis ?? cisOf(result.frameworks),
  awsFoundational: foundationalOf(result.frameworks),
  nistCsf: nistCsfOf(result.frameworks),
  at,
})

export const complianceFile = (): Refused =>
  new Refused(
    'it is a compliance file of Prowler, which repeats the findings for each requirement; import the findings file instead',
  )

/** The text of a remedy, and where to read more. */
export const remedyOf = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\n')

/** `[check11] Avoid the use of the root account (Scored)`, as version 2 writes it. */
export function titledCheck(titleId: string, text: string) {
  const [, id, rest = ''] = /^\[([^\]\s]{1,100})\] ?(.*)$/s.exec(text) ?? []
  return {
    checkId: id ?? titleId,
    title: id === undefined ? text : rest,
    // Those that are no part of the benchmark are called extra71 and so on. 1.01 is 1.1.
    cis: id?.startsWith('check') === true ? `CIS ${titleId.replace(/\.0(?=\d$)/, '.')}` : null,
  }
}
