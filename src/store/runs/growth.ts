// A log that is stored while a scan still writes it ends with an open run. When the same log comes
// again, longer, that run has gone on: what was stored of it gives way to the whole.
import { activeDetections } from '../detections/active.ts'
import { ofOneHost, twinsOf } from '../detections/other-hosts.ts'
import type { EarlierRun } from '../known/earlier.ts'
import type { Grown } from '../known/judged-run.ts'
import type { StoredRun } from '../known/provenance.ts'
import { undecided } from '../resolving/resolutions.ts'
import { lotsOf } from '../writing/lots.ts'
import type { Writer } from '../writing/writing.ts'

/** What is open, and nothing but the part is known to have found, at that time. */
const foundByPartAlone = (db: Writer, part: EarlierRun, date: string) =>
  activeDetections(db)
    .select('it.detection_id')
    .where('seen.first_run_id', '=', part.run_id)
    .where('seen.last_run_id', '=', part.run_id)
    .where('seen.last_seen_at', '=', date)

/**
 * Before the whole is stored. A part that breaks off has the time of its file, or of the end of the run
 * before it: what it has found gets the date of the whole.
 */
export async function datedByWhole(db: Writer, { part, foundAt }: Grown): Promise<void> {
  if (foundAt === part.scan_date) return
  const found = await foundByPartAlone(db, part, part.scan_date).execute()
  for (const lot of lotsOf(found.map(({ detection_id }) => detection_id))) {
    const ends = await endsBefore(db, lot, part.scan_date)
    const later = (end: string) => (end > foundAt ? end : foundAt)
    for (const [date, ids] of Map.groupBy(lot, (id) => later(ends.get(id) ?? foundAt))) {
      await db
        .updateTable('malware_detections')
        .set({ detected_at: date })
        .where('detection_id', 'in', ids)
        // A part before this one had it already.
        .where(({ or, eb }) =>
          or([eb('detected_at', '=', part.scan_date), eb('detected_at', '>', date)]),
        )
        .execute()
    }
    await db
      .updateTable('secdash_import_detections')
      .set({ last_seen_at: foundAt })
      .where('detection_id', 'in', lot)
      .execute()
  }
}

/** When the one before it ended, of the same host, file and signature: two at once would be counted twice. */
async function endsBefore(
  db: Writer,
  ids: readonly number[],
  by: string,
): Promise<Map<number, string>> {
  const rows = await twinsOf(db, ids)
    .select('one.detection_id')
    .where('it.resolved_at', '<=', by)
    .orderBy('it.resolved_at')
    .execute()
  const own = await ofOneHost(db, rows)
  return new Map(own.map(({ detection_id, resolved_at }) => [detection_id, resolved_at ?? '']))
}

/**
 * Once the whole file is stored. What the part has found belongs to the whole from now on, but for
 * what is taken back: it says how much.
 */
export async function replaceByWhole(db: Writer, grown: Grown, whole: StoredRun): Promise<number> {
  const withdrawn = await withdraw(db, grown)
  const { part } = grown
  await db
    .updateTable('malware_detections')
    .set({ scan_id: whole.row_id })
    .where('scan_id', '=', part.row_id)
    .execute()
  for (const column of ['first_run_id', 'last_run_id'] as const) {
    await db
      .updateTable('secdash_import_detections')
      .set({ [column]: whole.run_id })
      .where(column, '=', part.run_id)
      .execute()
  }
  await db.deleteFrom('malware_scans').where('scan_id', '=', part.row_id).execute()
  await db.deleteFrom('secdash_import_runs').where('run_id', '=', part.run_id).execute()
  return withdrawn
}

/**
 * Takes back what the part alone has found: the whole begins with the same bytes, so there is no such
 * file, but the beginning of its name at the end of a cut line. What was decided about by a person, or
 * by a scan, stays as it is.
 */
async function withdraw(db: Writer, { part, foundAt }: Grown): Promise<number> {
  const alone = await foundByPartAlone(db, part, foundAt)
    .where(undecided('detection', 'it.detection_id'))
    .execute()
  for (const lot of lotsOf(alone.map(({ detection_id }) => detection_id))) {
    for (const table of ['secdash_import_detections', 'malware_detections'] as const) {
      await db.deleteFrom(table).where('detection_id', 'in', lot).execute()
    }
  }
  return alone.length
}
