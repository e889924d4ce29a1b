// What the story says of all its days: risks that were accepted, checks that could not be run.
import type { FindingStatus } from '../importers/report.ts'
import { DAYS } from './calendar.ts'
import type { ServerName } from './servers.ts'

/** Findings that somebody has accepted: they are seen in every scan, and closed by a person. */
export const ACCEPTED: readonly {
  readonly checks: readonly string[]
  readonly servers: readonly ServerName[]
  readonly note: string
}[] = [
  {
    checks: ['AWS-EC2-09'],
    servers: ['bastion', 'web-01', 'web-02'],
    note: 'Accepted: this server has to be reachable from the internet.',
  },
  { checks: ['SSH-5216'], servers: ['bastion'], note: 'Accepted: forwarding is its purpose.' },
]

/** Checks that could not be run, from a day to a day. */
export const SKIPPED: readonly {
  readonly checks: readonly string[]
  readonly servers: readonly ServerName[]
  readonly days: readonly [first: number, last: number]
  readonly status: FindingStatus
  readonly why: string
}[] = [
  {
    checks: ['AWS-S3-05', 'AWS-S3-08'],
    servers: ['bastion', 'db-01', 'docker-01'],
    days: [DAYS, 0],
    status: 'not_applicable',
    why: 'No bucket belongs to this server.',
  },
  {
    checks: ['AWS-IAM-03', 'AWS-SSM-01'],
    servers: ['db-01'],
    days: [47, 44],
    status: 'manual',
    why: 'The role of the scanner was not allowed to read this.',
  },
]
