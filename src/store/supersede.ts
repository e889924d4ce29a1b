import type { SurveyedRun } from './survey.ts'
import type { Writer } from './writing.ts'

export interface Superseded {
  /** Open findings of older scans that this one closed. */
  readonly older: number
  /** The newer scan that closed this one's, when it was stored late. */
  readonly by: number | null
}

/** Closes what older scans left open; a report stored late is itself closed by the newer one. */
export async function supersede(
  db: Writer,
  tool: string,
  { server, date }: SurveyedRun,
  scanId: number,
): Promise<Superseded> {
  const others = await db
    .selectFrom('secdash_import_runs')
    .select(['run_id', 'row_id', 'scan_date'])
    .where('kind', '=', 'compliance')
    .where('tool', '=', tool)
    .where('server_name', '=', server)
    .where('superseded_by', 'is', null)
    .where('row_id', '<>', scanId)
    .orderBy('scan_date', 'desc')
    .orderBy('row_id', 'desc')
    .execute()
  const [newest] = others
  if (newest !== undefined && isNewer(newest, { date, scanId })) {
    await close(db, tool, [scanId], { id: newest.row_id, date: newest.scan_date })
    return { older: 0, by: newest.row_id }
  }
  const scans = others.map(({ row_id }) => row_id)
  return { older: await close(db, tool, scans, { id: scanId, date }), by: null }
}

/** Of two with the same date, the one that was stored last. */
const isNewer = (
  { scan_date, row_id }: { scan_date: string; row_id: number },
  { date, scanId }: { date: string; scanId: number },
): boolean => scan_date > date || (scan_date === date && row_id > scanId)

async function close(
  db: Writer,
  tool: string,
  scans: readonly number[],
  by: { readonly id: number; readonly date: string },
): Promise<number> {
  if (scans.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('compliance_findings')
    .set({
      resolved_at: by.date,
      resolved_by: 'secdash import',
      resolution_notes: `Superseded by scan ${by.id} of ${by.date} (${tool}).`,
    })
    .where('scan_id', 'in', scans)
    .where('status', '=', 'fail')
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  await db
    .updateTable('secdash_import_runs')
    .set({ superseded_by: by.id })
    .where('kind', '=', 'compliance')
    .where('row_id', 'in', scans)
    .execute()
  return Number(numUpdatedRows)
}
