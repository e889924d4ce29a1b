// What a later complete scan proves: a file that it scanned and found clean, or that lies in a
// folder that the operator says it covered and was not found again. An empty report proves nothing.
import { posix } from 'node:path'
import { activeDetections } from '../detections/active.ts'
import { pathHashOf } from '../detections/identity.ts'
import { foundElsewhere, notFoundBy } from '../detections/other-hosts.ts'
import type { DetectingRun } from '../detections/sightings.ts'
import type { Brought } from '../known/provenance.ts'
import type { SurveyedRun } from '../reading/surveyed-run.ts'
import { repeatedHour } from '../repeated-hour.ts'
import { lotsOf } from '../writing/lots.ts'
import { storable } from '../writing/storable.ts'
import type { Writer } from '../writing/writing.ts'
import { notReopenedSince, recordChange } from './resolutions.ts'

/** Of files that a run found clean, those in which an earlier one found something. */
export interface CleanFiles {
  add(path: string): void
  /** The detections in them. */
  detections(): readonly number[]
}

/** What is active is read once: a log names millions of clean files, and asks about few. */
export async function cleanFiles(
  db: Writer,
  run: DetectingRun,
  { isKnown }: { readonly isKnown: boolean },
): Promise<CleanFiles> {
  const active = new Map<string, number[]>()
  // A run that is stored already has resolved what was there then.
  const since = isKnown ? run.runId : 0
  for await (const { path_hash, detection_id } of activeInPages(db, run, since)) {
    active.set(path_hash, [...(active.get(path_hash) ?? []), detection_id])
  }
  const clean = new Set<number>()
  return {
    add(path) {
      if (active.size === 0) return
      for (const id of active.get(pathHashOf(storable(path))) ?? []) clean.add(id)
    },
    detections: () => [...clean],
  }
}

function activeOf(db: Writer, run: DetectingRun) {
  const { scanType, server, date, runId } = run
  const hour = repeatedHour(date, run)
  return (
    activeDetections(db)
      .select(['it.detection_id', 'it.file_path', 'seen.path_hash'])
      .where('seen.scan_type', '=', scanType)
      .where('seen.server_name', '=', server)
      // An older report says nothing about what was seen after it.
      .where(({ or, and, eb }) =>
        or([
          eb('seen.last_seen_at', '<', hour?.from ?? date),
          // Of those that no date puts in order, what was stored later.
          and([
            hour === null
              ? eb('seen.last_seen_at', '=', date)
              : eb('seen.last_seen_at', '<', hour.to),
            eb('seen.last_run_id', '<', runId),
          ]),
        ]),
      )
  )
}

/**
 * Whether reports that came late brought anything that one of these runs may resolve: since the file
 * was stored, or with it, where an older run stands behind a newer one.
 */
export async function mayResolve(
  db: Writer,
  runs: readonly SurveyedRun[],
  { first, last }: Brought,
): Promise<boolean> {
  const isInOrder = runs.every(({ date }, index) => date >= (runs[index - 1]?.date ?? ''))
  const since = isInOrder ? last : first - 1
  for (const { scanType, server, date } of newestProofs(runs)) {
    const late = await activeDetections(db)
      .select('seen.detection_id')
      .where('seen.scan_type', '=', scanType)
      .where('seen.server_name', '=', server)
      .where('seen.last_seen_at', '<', date)
      .where('seen.first_run_id', '>', since)
      .limit(1)
      .executeTakeFirst()
    if (late !== undefined) return true
  }
  return false
}

/** Of each server and scanner the newest complete run. */
function newestProofs(runs: readonly SurveyedRun[]) {
  const newest = new Map<string, { scanType: string; server: string; date: string }>()
  for (const { report, server, date } of runs) {
    if (report.kind !== 'malware-run' || !report.complete) continue
    const { scanType } = report
    const key = `${scanType}\n${server}`
    if (date > (newest.get(key)?.date ?? '')) newest.set(key, { scanType, server, date })
  }
  return newest.values()
}

/** Whatever way it is written: /srv, /srv/ and /srv/www/.. are the same. */
export const asFolder = (path: string): string => posix.normalize(`${path}/`)

/** Resolves what lies in these folders, and was not found by this run. */
export async function resolveInScope(
  db: Writer,
  run: DetectingRun,
  folders: readonly string[],
): Promise<Proven> {
  if (folders.length === 0) return { resolved: 0, elsewhere: [] }
  const scopes = folders.map(asFolder)
  const gone: number[] = []
  for await (const { detection_id, file_path } of activeInPages(db, run)) {
    if (scopes.some((scope) => isInside(file_path, scope))) gone.push(detection_id)
  }
  return resolveByProof(db, run, gone, 'not found again by')
}

/** Each page is looked for among all of them: with many pages that takes long. */
const ROWS_A_PAGE = 5_000

/** All that is active and was last found before this run, page after page. */
async function* activeInPages(db: Writer, run: DetectingRun, since = 0) {
  let after = 0
  for (;;) {
    const page = await activeOf(db, run)
      .where('it.detection_id', '>', after)
      .where('seen.first_run_id', '>', since)
      .orderBy('it.detection_id')
      .limit(ROWS_A_PAGE)
      .execute()
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.detection_id
  }
}

/** A path that climbs out of the folder with .. is not inside it. */
const isInside = (path: string, folder: string): boolean => posix.normalize(path).startsWith(folder)

interface Proven {
  readonly resolved: number
  /** Found on another host of the same name, of which the run says nothing. */
  readonly elsewhere: readonly number[]
}

export async function resolveByProof(
  db: Writer,
  run: DetectingRun,
  ids: readonly number[],
  proof: string,
): Promise<Proven> {
  let resolved = 0
  const elsewhere: number[] = []
  const since = repeatedHour(run.date, run)?.from ?? run.date
  for (const lot of lotsOf(ids)) {
    // Found by this run as well, under another signature or before its clean line: not gone.
    const gone = await activeDetections(db)
      .select(['it.detection_id', 'seen.first_run_id', 'seen.last_run_id'])
      .where('it.detection_id', 'in', lot)
      .where(notFoundBy(run.runId, 'seen.identity'))
      .where(notReopenedSince('detection', 'it.detection_id', since))
      .execute()
    const others = await foundElsewhere(db, run.host, gone)
    elsewhere.push(...others)
    const some = gone.map(({ detection_id }) => detection_id).filter((id) => !others.has(id))
    if (some.length === 0) continue
    await db
      .updateTable('malware_detections')
      .set({ resolved_at: run.date })
      .where('detection_id', 'in', some)
      .execute()
    await recordChange(db, 'detection', some, {
      outcome: 'resolved',
      at: run.date,
      by: 'secdash import',
      note: `${proof} scan ${run.scanId} (${run.scanType}, ${run.date})`,
    })
    resolved += some.length
  }
  return { resolved, elsewhere }
}
