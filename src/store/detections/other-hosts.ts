// Detections of hosts that have one name, and come in files of their own: which of them found what, asked
// of the database.
import { sql } from 'kysely'
import { areTwo, type Host, type Hosts, hostIn } from '../host.ts'
import { lotsOf } from '../writing/lots.ts'
import type { Writer } from '../writing/writing.ts'

/**
 * SQL: this run has not found any detection of that identity. Two hosts of one name each have a detection
 * of the same file and signature; a run under the short name of both finds only one of them, and the
 * other is not gone. `identity` is the column of it in the query around.
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

/** Which of these detections are of another host than this one. */
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

/** Gives the hosts of some of these runs. */
async function hostsOfRuns(
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
interface Twin {
  readonly first: number
  readonly last: number
  readonly otherFirst: number
  readonly otherLast: number
}

/** Of each of these detections, `one`, every twin: `it`, which may be itself. */
export const twinsOf = (db: Writer, ids: readonly number[]) =>
  db
    .selectFrom('secdash_import_detections as one')
    .innerJoin('secdash_import_detections as other', 'other.identity', 'one.identity')
    .innerJoin('malware_detections as it', 'it.detection_id', 'other.detection_id')
    .select(['it.resolved_at', 'one.first_run_id as first', 'one.last_run_id as last'])
    .select(['other.first_run_id as otherFirst', 'other.last_run_id as otherLast'])
    .where('one.detection_id', 'in', ids)

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
