// What a finding of the AWS Security Finding Format says, from Security Hub itself or from Prowler.
import type { Context } from '../../importer.ts'
import type { JsonObject } from '../../input/json.ts'
import { objectOf, objectsOf, textOf, textsOf } from '../../input/json-values.ts'
import type { Finding, FindingStatus } from '../../report.ts'
import { recordTimeOf } from '../../report-time.ts'
import { cisOf, foundationalOf, nistCsfOf, spacedFrameworks } from '../frameworks.ts'
import { isProwlerProduct } from './asff-outline.ts'
import { cisOfStandards, foundationalOfStandards } from './asff-standards.ts'

/** Where the finding was made: the instance, where there is one among the resources. */
export interface Subject {
  readonly resource: JsonObject
  readonly instance: string | null
  readonly others: readonly string[]
}

export const isOfProwler = (finding: JsonObject): boolean =>
  isProwlerProduct(textOf(finding['ProductArn']))

export const complianceStatusOf = (finding: JsonObject): string =>
  textOf(objectOf(finding['Compliance'])['Status'])

export function isSuppressed(finding: JsonObject): boolean {
  // Prowler has no other word for what an account's own list excuses.
  if (isOfProwler(finding) && complianceStatusOf(finding) === 'WARNING') return true
  const { Status } = objectOf(finding['Workflow'])
  return textOf(Status) === 'SUPPRESSED' && complianceStatusOf(finding) !== 'PASSED'
}

/** Null when the format has no such word. */
export function statusOf(finding: JsonObject): FindingStatus | null {
  if (isSuppressed(finding)) return 'not_applicable'
  const { Status, StatusReasons } = objectOf(finding['Compliance'])
  const reasons = objectsOf(StatusReasons).map(({ ReasonCode }) => textOf(ReasonCode))
  switch (Status) {
    case 'PASSED':
      return 'pass'
    case 'FAILED':
      return 'fail'
    case 'WARNING':
    // Prowler 2 and 3, for what only a person can check
    case 'INFOED':
    case 'INFO':
      return 'manual'
    case 'NOT_AVAILABLE':
      if (isOfProwler(finding)) return 'manual'
      // An outage or a missing right, unless it says that there was nothing to check.
      return reasons.some((it) => it.includes('NOT_APPLICABLE')) ? 'not_applicable' : 'error'
    default:
      return null
  }
}

export function subjectOf(finding: JsonObject): Subject {
  const resources = objectsOf(finding['Resources'])
  const instance = resources.find(({ Type }) => Type === 'AwsEc2Instance')
  const resource = instance ?? resources[0] ?? {}
  const [, id = null] = /(?:^|[/:])(i-[0-9a-zA-Z]{1,40})$/.exec(textOf(resource['Id'])) ?? []
  return {
    resource,
    instance: instance === undefined ? null : id,
    others: resources.filter((it) => it !== resource).map(({ Id }) => textOf(Id)),
  }
}

export function findingOf(
  finding: JsonObject,
  { resource, others }: Subject,
  run: string,
  tool: string,
  context: Context,
): Finding {
  const text = (name: string): string => textOf(finding[name])
  const compliance = objectOf(finding['Compliance'])
  const advice = objectOf(objectOf(finding['Remediation'])['Recommendation'])
  const frameworks = spacedFrameworks(textsOf(compliance['RelatedRequirements']))
  const isProwler = isOfProwler(finding)
  const checkId = checkIdOf(finding)
  return {
    kind: 'finding',
    run,
    category: 'aws',
    checkName: text('Title') || checkId,
    checkId,
    status: statusOf(finding) ?? 'error',
    severity: context.severityOf(tool, checkId, severityWordOf(finding)),
    // Security Hub describes the control, Prowler what it found.
    summary: (isProwler ? text('Description') : text('Title')) || checkId,
    details: [
      isProwler ? text('Title') : text('Description'),
      ...objectsOf(compliance['StatusReasons']).map(({ Description }) => textOf(Description)),
      ...(others.length === 0 ? [] : [`Also about: ${others.join(', ')}`]),
    ]
      .filter((part) => part !== '')
      .join('\n'),
    remediation: [textOf(advice['Text']), textOf(advice['Url'])].filter(Boolean).join('\n'),
    awsResourceId: textOf(resource['Id']) || null,
    awsResourceType: textOf(resource['Type']) || null,
    service: serviceOf(checkId),
    cis: isProwler ? cisOf(frameworks) : cisOfStandards(finding),
    awsFoundational: isProwler
      ? foundationalOf(frameworks)
      : foundationalOfStandards(finding, checkId),
    nistCsf: nistCsfOf(frameworks),
    at:
      recordTimeOf(finding['FirstObservedAt'], context) ??
      recordTimeOf(finding['CreatedAt'], context),
  }
}

/** The control, whatever the standard that it was checked for. */
function checkIdOf(finding: JsonObject): string {
  const fields = objectOf(finding['ProductFields'])
  const generator = textOf(finding['GeneratorId'])
  if (isOfProwler(finding)) return generator.replace(/^prowler-/, '')
  return (
    textOf(objectOf(finding['Compliance'])['SecurityControlId']) ||
    textOf(fields['ControlId']) ||
    textOf(fields['RuleId']) ||
    generator.slice(generator.lastIndexOf('/') + 1)
  )
}

/** `EC2.2` and `ec2_ami_public` are about ec2. */
const serviceOf = (checkId: string): string | null =>
  /^([a-zA-Z][a-zA-Z0-9]{0,40})[._]/.exec(checkId)?.[1]?.toLowerCase() ?? null

function severityWordOf(finding: JsonObject): string {
  const { Label, Normalized } = objectOf(finding['Severity'])
  if (textOf(Label) !== '') return textOf(Label)
  const score = Number(textOf(Normalized) || Number.NaN)
  if (Number.isNaN(score)) return ''
  return score >= 90 ? 'CRITICAL' : score >= 70 ? 'HIGH' : score >= 40 ? 'MEDIUM' : 'LOW'
}
