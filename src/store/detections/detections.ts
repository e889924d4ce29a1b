// Hits become detections: one active detection for the same file and signature, however often it
// is found again.
import { sql } from 'kysely'
import type { Hit } from '../../importers/report.ts'
import { repeatedHour } from '../repeated-hour.ts'
import { forgetDecisions } from '../resolving/resolutions.ts'
import type { Writer } from '../writing/writing.ts'
import { identityOf, pathHashOf } from './identity.ts'
import { foundElsewhere } from './other-hosts.ts'
import { type DetectingRun, placed, type Row, rowOf, type StoredDetection } from './sightings.ts'

/** Stores one lot of hits, and says how many of them are new, and which were there before the run. */
export async function storeHits(
  db: Writer,
  run: DetectingRun,
  hits: readonly Hit[],
): Promise<{ added: number; known: number[] }> {
  const fresh: Row[] = []
  const known: number[] = []
  for (const { same, row } of await placedHits(db, run, hits)) {
    if (same === undefined) {
      fresh.push(row)
      continue
    }
    if (same.first_run_id !== run.runId) known.push(same.detection_id)
    await seenAgain(db, run, same, row)
  }
  if (fresh.length > 0) await insertNew(db, run, fresh)
  return { added: fresh.length, known }
}

/**
 * For a run that is stored already. Rows may have been deleted and imported again since: detections that
 * were stored after this run, but that it found as well, are marked as seen by it. Otherwise it would
 * resolve its own find.
 */
export async function findAgain(
  db: Writer,
  run: DetectingRun,
  hits: readonly Hit[],
): Promise<void> {
  for (const { same, row, isTold } of await placedHits(db, run, hits)) {
    // A detection of this run that was resolved since is not the one that a later run has found.
    if (isTold || same === undefined) continue
    if (same.first_run_id <= run.runId || row.at < same.detected_at) continue
    if (lastSeen(run, row.lastAt) > same.last_seen_at) await seenAgain(db, run, same, row)
  }
}

/** Each file and signature with the detection that it belongs to, and whether this run found one before. */
async function placedHits(db: Writer, run: DetectingRun, hits: readonly Hit[]) {
  const found = Map.groupBy(
    hits.map((hit) => rowOf(run, hit)),
    ({ identity }) => identity,
  )
  const stored = await sameDetections(db, run, [...found.keys()])
  return [...found].flatMap(([identity, rows]) => {
    const same = stored.get(identity) ?? []
    const isTold = same.some((it) => [it.first_run_id, it.last_run_id].includes(run.runId))
    return placed(rows, same, run).map((it) => ({ ...it, isTold }))
  })
}

async function sameDetections(
  db: Writer,
  { host }: DetectingRun,
  identities: readonly string[],
): Promise<Map<string, StoredDetection[]>> {
  const found = await db
    .selectFrom('secdash_import_detections as seen')
    .innerJoin('malware_detections as it', 'it.detection_id', 'seen.detection_id')
    .select([
      'it.detection_id',
      'seen.identity',
      'it.action_taken',
      'it.detected_at',
      'it.resolved_at',
      'seen.last_seen_at',
      'seen.first_run_id',
      'seen.last_run_id',
    ])
    .where('seen.identity', 'in', identities)
    .orderBy('it.detection_id', 'desc')
    .execute()
  const elsewhere = await foundElsewhere(db, host, found)
  const here = found.filter(({ detection_id }) => !elsewhere.has(detection_id))
  return Map.groupBy(here, ({ identity }) => identity)
}

/** A run may go on for hours after it began. */
const lastSeen = ({ until }: DetectingRun, at: string): string => (at > until ? at : until)

async function seenAgain(
  db: Writer,
  run: DetectingRun,
  same: StoredDetection,
  row: Row,
): Promise<void> {
  const seenAt = lastSeen(run, row.lastAt)
  // In the hour that comes twice this run is the last to see it, whatever its time says.
  const hour = seenAt < same.last_seen_at ? repeatedHour(seenAt, run) : null
  const isLast = hour === null ? seenAt >= same.last_seen_at : same.last_seen_at < hour.to
  const isActed = row.action !== 'none' && (isLast || same.action_taken === 'none')
  const action = isActed ? row.action : same.action_taken
  const detected = row.at < same.detected_at ? row.at : same.detected_at
  if (action !== same.action_taken || detected !== same.detected_at) {
    await db
      .updateTable('malware_detections')
      .set({ action_taken: action, detected_at: detected })
      .where('detection_id', '=', same.detection_id)
      .execute()
  }
  if (!isLast) return foundLate(db, run, same)
  await db
    .updateTable('secdash_import_detections')
    .set({ last_run_id: run.runId, last_seen_at: hour === null ? seenAt : same.last_seen_at })
    .where('detection_id', '=', same.detection_id)
    .where(({ eb }) =>
      hour === null ? eb('last_seen_at', '<=', seenAt) : eb('last_seen_at', '<', hour.to),
    )
    .execute()
}

/**
 * A detection that only one run has found is taken back with that run. So a second run that found it is
 * noted, although it is older than the last one.
 */
async function foundLate(
  db: Writer,
  { runId }: DetectingRun,
  { detection_id }: StoredDetection,
): Promise<void> {
  await db
    .updateTable('secdash_import_detections')
    .set({ first_run_id: runId })
    .where('detection_id', '=', detection_id)
    .where('last_run_id', '<>', runId)
    .whereRef('first_run_id', '=', 'last_run_id')
    .execute()
}

async function insertNew(db: Writer, run: DetectingRun, rows: readonly Row[]): Promise<void> {
  const before = await db
    .selectFrom('malware_detections')
    .select(sql<number | null>`max(detection_id)`.as('newest'))
    .where('scan_id', '=', run.scanId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('malware_detections')
    .values(
      rows.map(({ path, signature, severity, action, at }) => ({
        scan_id: run.scanId,
        scan_type: run.scanType,
        file_path: path,
        malware_signature: signature,
        severity,
        action_taken: action,
        detected_at: at,
        resolved_at: null,
      })),
    )
    .execute()
  // Not every engine says which ids it gave. The scan is this run's own, so these are they.
  const inserted = await db
    .selectFrom('malware_detections')
    .select(['detection_id', 'file_path', 'malware_signature'])
    .where('scan_id', '=', run.scanId)
    .where('detection_id', '>', before.newest ?? 0)
    .execute()
  // SQLite gives the id of a deleted last row to the next one: what is still noted under it is not about this.
  const ids = inserted.map(({ detection_id }) => detection_id)
  await db.deleteFrom('secdash_import_detections').where('detection_id', 'in', ids).execute()
  await forgetDecisions(db, 'detection', ids)
  const found = new Map(rows.map(({ identity, lastAt }) => [identity, lastAt]))
  await db
    .insertInto('secdash_import_detections')
    .values(
      inserted.map((it) => {
        const identity = identityOf(run.scanType, run.server, it.file_path, it.malware_signature)
        return {
          detection_id: it.detection_id,
          scan_type: run.scanType,
          server_name: run.server,
          identity,
          path_hash: pathHashOf(it.file_path),
          first_run_id: run.runId,
          last_run_id: run.runId,
          last_seen_at: lastSeen(run, found.get(identity) ?? run.date),
        }
      }),
    )
    .execute()
}
