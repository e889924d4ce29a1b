import type { Writer } from '../writing/writing.ts'

/** Detections that nobody and nothing has resolved: `it`, with the runs that have `seen` it. */
export const activeDetections = (db: Writer) =>
  db
    .selectFrom('secdash_import_detections as seen')
    .innerJoin('malware_detections as it', 'it.detection_id', 'seen.detection_id')
    .where('it.resolved_at', 'is', null)
