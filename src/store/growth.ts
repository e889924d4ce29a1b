// A log that is stored while a scan still writes it ends with an open run. When the same log comes
// again, longer, that run has gone on: what was stored of it gives way to the whole. And a log that
// its tool cuts in front begins with the rest of a run, which was stored whole before.
import { momentOf, wallClock } from '../time.ts'
import { lotsOf } from './lots.ts'
import type { StoreOptions } from './options.ts'
import { isUndated, type StoredRun } from './provenance.ts'
import { undecided } from './resolutions.ts'
import type { Source } from './source.ts'
import { storable } from './storable.ts'
import type { SurveyedRun } from './survey.ts'
import type { Writer } from './writing.ts'

export interface OpenRun {
  readonly runId: number
  readonly scanId: number
  readonly server: string
  readonly position: number
  readonly date: string
  /** Of the log. */
  readonly name: string
  readonly size: number
  readonly hash: string
}

/** Runs that may have gone on in this log. The log of another host can begin with the same bytes. */
export async function openRuns(
  db: Writer,
  { tool, name, size }: Source,
  surveyed: readonly SurveyedRun[],
): Promise<OpenRun[]> {
  const runs = await db
    .selectFrom('secdash_import_runs as run')
    .innerJoin('secdash_imports as file', 'file.import_id', 'run.import_id')
    .select(['run.run_id', 'run.row_id', 'run.server_name', 'run.position', 'run.scan_date'])
    .select(['file.source_name', 'file.size_bytes', 'file.content_hash'])
    .where('run.kind', '=', 'malware')
    .where('run.tool', '=', tool)
    .where('run.may_grow', '=', 1)
    .where('file.size_bytes', '<', size)
    .execute()
  const open = runs.map((it) => ({
    runId: it.run_id,
    scanId: it.row_id,
    server: it.server_name,
    position: it.position,
    date: it.scan_date,
    name: it.source_name,
    size: it.size_bytes,
    hash: it.content_hash,
  }))
  return open.filter((it) => isPartOf(it, surveyed[it.position], storable(name)))
}

/**
 * Whether it may be a part of that run. A log that was rotated since has another name: then both must
 * have the same date, which is in the log. What every log begins with proves nothing there.
 */
const isPartOf = (part: OpenRun, run: SurveyedRun | undefined, name: string): boolean =>
  part.server === run?.server &&
  (part.name === name || (run.dateFrom === 'report' && part.date === run.date))

/** What is open, and nothing but the part is known to have found, at that time. */
const foundByPartAlone = (db: Writer, part: OpenRun, date: string) =>
  db
    .selectFrom('secdash_import_detections as seen')
    .innerJoin('malware_detections as it', 'it.detection_id', 'seen.detection_id')
    .select('it.detection_id')
    .where('seen.first_run_id', '=', part.runId)
    .where('seen.last_run_id', '=', part.runId)
    .where('seen.last_seen_at', '=', date)
    // A report that came late would have dated it back.
    .where('it.detected_at', '=', date)
    .where('it.resolved_at', 'is', null)

/**
 * Where the whole has a later date than its part, only that of a part behind another run was wrong: it
 * is the end of that run. Others have the time of their file, by which all of it was found.
 */
const dateOf = (part: OpenRun, whole: SurveyedRun): string =>
  whole.date > part.date && (isUndated(whole) || part.position === 0) ? part.date : whole.date

/**
 * Before the whole is stored. A part that breaks off has the time of its file, or of the end of the run
 * before it: what it has found gets the date of the whole.
 */
export async function datedByWhole(db: Writer, part: OpenRun, whole: SurveyedRun): Promise<void> {
  const date = dateOf(part, whole)
  if (date === part.date) return
  const found = await foundByPartAlone(db, part, part.date).execute()
  for (const lot of lotsOf(found.map(({ detection_id }) => detection_id))) {
    await db
      .updateTable('malware_detections')
      .set({ detected_at: date })
      .where('detection_id', 'in', lot)
      .execute()
    await db
      .updateTable('secdash_import_detections')
      .set({ last_seen_at: date })
      .where('detection_id', 'in', lot)
      .execute()
  }
}

/** Once the whole file is stored. What the part has found belongs to the whole from now on. */
export async function replaceByWhole(
  db: Writer,
  part: OpenRun,
  { rowId, runId }: { readonly rowId: number; readonly runId: number },
): Promise<void> {
  await db
    .updateTable('malware_detections')
    .set({ scan_id: rowId })
    .where('scan_id', '=', part.scanId)
    .execute()
  for (const column of ['first_run_id', 'last_run_id'] as const) {
    await db
      .updateTable('secdash_import_detections')
      .set({ [column]: runId })
      .where(column, '=', part.runId)
      .execute()
  }
  await db.deleteFrom('malware_scans').where('scan_id', '=', part.scanId).execute()
  await db.deleteFrom('secdash_import_runs').where('run_id', '=', part.runId).execute()
}

/**
 * Takes back what the part alone has found, and says how much: the whole begins with the same bytes,
 * so there is no such file, but the beginning of its name at the end of a cut line. What was decided
 * about by a person, or by a scan, stays as it is.
 */
export async function withdraw(db: Writer, part: OpenRun, whole: SurveyedRun): Promise<number> {
  const alone = await foundByPartAlone(db, part, dateOf(part, whole))
    .where(undecided('detection', 'it.detection_id'))
    .execute()
  for (const lot of lotsOf(alone.map(({ detection_id }) => detection_id))) {
    for (const table of ['secdash_import_detections', 'malware_detections'] as const) {
      await db.deleteFrom(table).where('detection_id', 'in', lot).execute()
    }
  }
  return alone.length
}

/** The stored run of which this one is the rest, or the rest of which more is cut off by now. */
export async function storedWhole(
  db: Writer,
  { report, server, date, dateFrom }: SurveyedRun,
  { zone }: StoreOptions,
): Promise<StoredRun | undefined> {
  if (report.kind !== 'malware-run' || report.beganBy === undefined) return undefined
  if (dateFrom !== 'report') return undefined
  const alike = await db
    .selectFrom('secdash_import_runs as run')
    .innerJoin('malware_scans as scan', 'scan.scan_id', 'run.row_id')
    .select(['run.run_id', 'run.row_id', 'run.scan_date', 'scan.summary'])
    .where('run.kind', '=', 'malware')
    .where('run.server_name', '=', server)
    .where('run.scan_date', '>=', date)
    .where('run.scan_date', '<=', wallClock(momentOf(report.beganBy * 1000, zone)))
    .where('scan.scan_type', '=', report.scanType)
    .where('scan.files_scanned', '=', report.files)
    .where('scan.scan_duration_seconds', '=', report.seconds)
    .where('scan.infections_found', '>=', report.infections)
    .orderBy('run.run_id')
    .execute()
  // Two scans of one minute can have the same totals; their ids differ.
  const id = String(report.summary['scan_id'])
  return alike.find(({ summary }) => !summary?.includes('"scan_id"') || summary.includes(id))
}
