// The host that a report comes from, and whether two are one. web01.a.example and web01.b.example are both
// the server web01: what one of them brings says nothing about the other.
import { hostNameOf, serverNameOf } from '../importers/server-name.ts'
import type { SurveyedRun } from './reading/surveyed-run.ts'
import { storable } from './writing/storable.ts'

/** The host that gave a run its server; null where a person did, or this machine. */
export const namingHostOf = ({ host, serverFrom }: SurveyedRun): string | null =>
  host === null || serverFrom !== 'report' ? null : storable(host)

/** In the place of a host: a person has said which server it is. */
export const BY_PERSON = Symbol('named by a person')

/** null where none is known. */
export type Host = string | typeof BY_PERSON | null

/**
 * What is stored in the JSON of a scan about its host: in the member of its importer, or, where a person
 * gave the server with --server, as `reported_host`.
 */
export function storedHost<Member extends 'host' | 'server'>(
  { host, serverFrom }: Pick<SurveyedRun, 'host' | 'serverFrom'>,
  member: Member,
) {
  if (host === null) return {}
  return { [serverFrom === 'option' ? 'reported_host' : member]: storable(host) }
}

/** The host in the JSON of a stored scan. Others may have written it: what secdash would not write is null. */
export function hostIn(json: string | null, member: 'host' | 'server'): Host {
  try {
    const { [member]: host, reported_host: reported } = JSON.parse(json ?? '{}') ?? {}
    if (typeof reported === 'string') return BY_PERSON
    return typeof host === 'string' ? host : null
  } catch {
    return null
  }
}

/**
 * Whether these are two hosts of one server name. web01.a.example and web01.b.example are. db is short for
 * db.example.org, so these are one. A name that already reads like a server's (`web01`) may be short for
 * anything. And hosts whose names would give two servers are one where a person said so.
 */
export function isOtherHost(one: Host, other: Host): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  const server = serverNameOf(one)
  if (server !== serverNameOf(other) || one === server || other === server) return false
  const [a, b] = [`${hostNameOf(one)}.`, `${hostNameOf(other)}.`]
  return !a.startsWith(b) && !b.startsWith(a)
}

export type Hosts = readonly Host[]

/**
 * Whether two groups of runs are of two hosts: some of their hosts differ, and none is in both. Where a
 * person gave the server of any of them, all of them are that server, whatever host a later run names.
 */
export const areTwo = (these: Hosts, those: Hosts): boolean =>
  ![...these, ...those].includes(BY_PERSON) &&
  these.some((it) => those.some((other) => isOtherHost(it, other))) &&
  !these.some((it) => those.some((other) => isSameHost(it, other)))

const isSameHost = (one: Host, other: Host): boolean =>
  typeof one === 'string' && typeof other === 'string' && hostNameOf(one) === hostNameOf(other)
