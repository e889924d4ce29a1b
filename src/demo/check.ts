// One thing that a compliance scanner looks at, with the words it has for either outcome.
import type { Severity } from '../severity.ts'

export type Category = 'aws' | 'os' | 'ssh' | 'docker' | 'wordpress'

export interface Check {
  readonly id: string
  readonly name: string
  readonly severity: Severity
  readonly pass: string
  readonly fail: string
  /** What was seen when it fails; `{server}` stands for the server's name. */
  readonly details: string
  readonly remedy: string
  /** The section of the category's benchmark. */
  readonly cis?: string
  readonly nist: string
  /** The control of AWS Foundational Security Best Practices. */
  readonly fsbp?: string
  readonly resource?: AwsResource
  readonly file?: string
  readonly service?: string
}

export type AwsResource = 'instance' | 'volume' | 'security-group' | 'vpc' | 'bucket' | 'user'
