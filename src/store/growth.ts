// A log that is stored while a scan still writes it ends with an open run. When the same log comes
// again, longer, that run has gone on: what was stored of it gives way to the whole.
import type { Source } from './options.ts'
import { storable } from './storable.ts'
import type { Writer } from './writing.ts'

export interface OpenRun {
  readonly runId: number
  readonly scanId: number
  readonly server: string
  readonly position: number
  readonly size: number
  readonly hash: string
}

/** Runs that may have gone on in this log. The log of another host can begin with the same bytes. */
export async function openRuns(db: Writer, { tool, name, size }: Source): Promise<OpenRun[]> {
  const runs = await db
    .selectFrom('secdash_import_runs as run')
    .innerJoin('secdash_imports as file', 'file.import_id', 'run.import_id')
    .select(['run.run_id', 'run.row_id', 'run.server_name', 'run.position'])
    .select(['file.size_bytes', 'file.content_hash'])
    .where('run.kind', '=', 'malware')
    .where('run.tool', '=', tool)
    .where('run.may_grow', '=', 1)
    .where('file.source_name', '=', storable(name))
    .where('file.size_bytes', '<', size)
    .execute()
  return runs.map((it) => ({
    runId: it.run_id,
    scanId: it.row_id,
    server: it.server_name,
    position: it.position,
    size: it.size_bytes,
    hash: it.content_hash,
  }))
}

/** Once the whole is stored. What the part found stays, and belongs to the whole from now on. */
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
