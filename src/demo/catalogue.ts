// All checks by category, and what is the same in every finding of a check.
import type { Finding } from '../importers/report.ts'
import { awsChecks } from './aws-checks.ts'
import type { AwsResource, Category, Check } from './check.ts'
import { dockerChecks } from './docker-checks.ts'
import { osChecks } from './os-checks.ts'
import { sshChecks } from './ssh-checks.ts'
import { wordpressChecks } from './wordpress-checks.ts'

const CHECKS: Record<Category, readonly Check[]> = {
  aws: awsChecks,
  os: osChecks,
  ssh: sshChecks,
  docker: dockerChecks,
  wordpress: wordpressChecks,
}

const BENCHMARKS: Record<Category, string> = {
  aws: 'CIS AWS Foundations 3.0.0',
  os: 'CIS Ubuntu Linux 22.04 1.0.0',
  ssh: 'CIS Ubuntu Linux 22.04 1.0.0',
  docker: 'CIS Docker 1.3.1',
  wordpress: '',
}

/** Ids have the right shape and are nobody's: `i-00000000000web01`. */
const RESOURCES: Record<AwsResource, [type: string, id: (owner: string) => string]> = {
  instance: ['AwsEc2Instance', (owner) => instanceId(owner)],
  volume: ['AwsEc2Volume', (owner) => `vol-${padded(owner)}`],
  'security-group': ['AwsEc2SecurityGroup', (owner) => `sg-${padded(owner)}`],
  vpc: ['AwsEc2Vpc', () => `vpc-${padded('main')}`],
  bucket: ['AwsS3Bucket', (owner) => `arn:aws:s3:::demo-${owner}-assets`],
  user: ['AwsIamUser', (owner) => `arn:aws:iam::000000000000:user/demo-${owner}-deploy`],
}

const padded = (owner: string) => owner.replace('-', '').padStart(17, '0')

export const instanceId = (owner: string): string => `i-${padded(owner)}`

type Shown = Omit<Finding, 'status' | 'summary' | 'details' | 'remediation' | 'at'>

/** What one check is on one server. */
export interface ServerCheck {
  readonly check: Check
  readonly shown: Shown
}

export const checksOf = (server: string, categories: readonly Category[]): ServerCheck[] =>
  categories.flatMap((category) =>
    CHECKS[category].map((check) => ({ check, shown: shownOf(check, category, server) })),
  )

function shownOf(check: Check, category: Category, server: string): Shown {
  const [type, idOf] = check.resource === undefined ? [null, null] : RESOURCES[check.resource]
  return {
    kind: 'finding',
    category,
    checkName: check.name,
    checkId: check.id,
    severity: check.severity,
    awsResourceId: idOf?.(server) ?? null,
    awsResourceType: type,
    path: check.file ?? null,
    service: check.service ?? null,
    cis: check.cis === undefined ? null : `${BENCHMARKS[category]}, ${check.cis}`,
    awsFoundational: check.fsbp ?? null,
    nistCsf: check.nist,
  }
}
