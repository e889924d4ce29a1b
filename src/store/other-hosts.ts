// Hosts that have one name, and come in files of their own: web01.a.example and web01.b.example are both
// web01. What one of them brings says nothing about the other.
import { sql } from 'kysely'
import { hostNameOf, serverNameOf } from '../importers/server-name.ts'
import { lotsOf } from './lots.ts'
import { storable } from './storable.ts'
import type { SurveyedRun } from './survey.ts'
import type { Writer } from './writing.ts'

/** The host that gave a run its server; null where a person did, or this machine. */
export const namingHostOf = ({ host, serverFrom }: SurveyedRun): string | null =>
  host === null || serverFrom !== 'report' ? null : storable(host)

/** In the place of a host: a person has said which server it is. */
export const BY_PERSON = Symbol('named by a person')

/** null where none is known. */
export type Host = string | typeof BY_PERSON | null

/** What is stored with a scan of its host, in the member that an importer has for that. */
export function storedHost<Member extends 'host' | 'server'>(
  { host, serverFrom }: Pick<SurveyedRun, 'host' | 'serverFrom'>,
  member: Member,
) {
  if (host === null) return {}
  return { [serverFrom === 'option' ? 'reported_host' : member]: storable(host) }
}

/** What is stored with a scan, as far as it is what secdash has written there. */
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
 * db is short for db.example.org, and counts as each host that it is short for. So does a name that
 * would be a server's as it is: who stores it may have had no other. Where their names would not become
 * one, a person has said that both are one server.
 */
export function isOtherHost(one: Host, other: Host): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  const server = serverNameOf(one)
  if (server !== serverNameOf(other) || one === server || other === server) return false
  const [a, b] = [`${hostNameOf(one)}.`, `${hostNameOf(other)}.`]
  return !a.startsWith(b) && !b.startsWith(a)
}

/**
 * Each host has a detection of its own of the same file and signature, and a run under a name that is
 * short for both finds one of them: the other is not gone. `identity` is its column in the query.
 */
export const notFoundBy = (runId: number, identity: string) =>
  sql<boolean>`not exists (
    select 1 from secdash_import_detections as found
    where found.identity = ${sql.ref(identity)} and found.last_run_id = ${runId}
  )`

interface Seen {
  readonly detection_id: number
  readonly first_run_id: number
  readonly last_run_id: number
}

/** Which of these detections were found on another host than this one. */
export async function foundElsewhere(
  db: Writer,
  host: string | null,
  seen: readonly Seen[],
): Promise<ReadonlySet<number>> {
  if (host === null) return new Set()
  const runsOf = (it: Seen) => [it.first_run_id, it.last_run_id]
  const hostsOf = await hostsOfRuns(db, seen.flatMap(runsOf))
  const isElsewhere = (it: Seen) => areTwo([host], hostsOf(runsOf(it)))
  return new Set(seen.filter(isElsewhere).map(({ detection_id }) => detection_id))
}

type Hosts = readonly Host[]

/**
 * Whether what these hosts have found is another's than what those have. A person may have said of one
 * of them that it is the server: then each goes on with what was found, also where a later run is the
 * last that is known.
 */
export const areTwo = (these: Hosts, those: Hosts): boolean =>
  ![...these, ...those].includes(BY_PERSON) &&
  these.some((it) => those.some((other) => isOtherHost(it, other))) &&
  !these.some((it) => those.some((other) => isSameHost(it, other)))

const isSameHost = (one: Host, other: Host): boolean =>
  typeof one === 'string' && typeof other === 'string' && hostNameOf(one) === hostNameOf(other)

/** Gives the hosts of some of these runs. */
export async function hostsOfRuns(
  db: Writer,
  runs: readonly number[],
): Promise<(some: readonly number[]) => Hosts> {
  const hosts = new Map<number, Host>()
  for (const lot of lotsOf([...new Set(runs)])) {
    const rows = await db
      .selectFrom('secdash_import_runs as run')
      .innerJoin('malware_scans as scan', 'scan.scan_id', 'run.row_id')
      .select(['run.run_id', 'scan.summary'])
      .where('run.run_id', 'in', lot)
      .where('run.kind', '=', 'malware')
      .execute()
    for (const { run_id, summary } of rows) hosts.set(run_id, hostIn(summary, 'server'))
  }
  return (some) => some.map((it) => hosts.get(it) ?? null)
}

/** Another detection of the same file and signature, with the runs that found both first and last. */
export interface Twin {
  readonly first: number
  readonly last: number
  readonly otherFirst: number
  readonly otherLast: number
}

export const TWIN = [
  'one.first_run_id as first',
  'one.last_run_id as last',
  'other.first_run_id as otherFirst',
  'other.last_run_id as otherLast',
] as const

export async function ofOneHost<Pair extends Twin>(
  db: Writer,
  pairs: readonly Pair[],
): Promise<Pair[]> {
  const runs = pairs.flatMap((it) => [it.first, it.last, it.otherFirst, it.otherLast])
  const hostsOf = await hostsOfRuns(db, runs)
  return pairs.filter(
    (it) => !areTwo(hostsOf([it.first, it.last]), hostsOf([it.otherFirst, it.otherLast])),
  )
}
