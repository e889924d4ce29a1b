// The eight servers.
import type { Category } from './check.ts'

export interface Server {
  readonly type: string
  readonly categories: readonly Category[]
  readonly place: { readonly region: string } | { readonly site: string }
  /** The day of its last report. */
  readonly silentSince?: number
}

const ireland = { region: 'eu-west-1' }
const cellar = { site: 'office-cellar' }

export const SERVERS = {
  bastion: { type: 'aws-ec2', categories: ['aws', 'os', 'ssh'], place: ireland },
  'web-01': { type: 'aws-ec2', categories: ['aws', 'os', 'ssh'], place: ireland },
  'web-02': { type: 'aws-ec2', categories: ['aws', 'os', 'ssh'], place: ireland },
  'db-01': { type: 'aws-ec2', categories: ['aws', 'os', 'ssh'], place: ireland },
  'shop-wp': {
    type: 'wordpress',
    categories: ['os', 'ssh', 'wordpress'],
    place: { site: 'hoster' },
  },
  'docker-01': { type: 'docker-host', categories: ['aws', 'os', 'ssh', 'docker'], place: ireland },
  'ci-01': { type: 'docker-host', categories: ['os', 'ssh', 'docker'], place: cellar },
  'backup-01': { type: 'on-premises', categories: ['os', 'ssh'], place: cellar, silentSince: 19 },
} as const satisfies Record<string, Server>

export type ServerName = keyof typeof SERVERS
