// Who or what resolved something, or opened it again.
import type { ImportTables } from '../database/import-tables.ts'
import { ROWS_A_STATEMENT, type Writer } from './writing.ts'

export type Resolvable = 'detection' | 'finding'

export interface Change {
  readonly outcome: 'resolved' | 'reopened'
  readonly at: string
  readonly by: string
  readonly note: string
}

export async function recordChange(
  db: Writer,
  kind: Resolvable,
  ids: readonly number[],
  { outcome, at, by, note }: Change,
): Promise<void> {
  for (let first = 0; first < ids.length; first += ROWS_A_STATEMENT) {
    const rows = ids.slice(first, first + ROWS_A_STATEMENT).map(
      (row_id): Omit<ImportTables['secdash_resolutions'], 'resolution_id'> => ({
        kind,
        row_id,
        outcome,
        changed_at: at,
        changed_by: by,
        note,
      }),
    )
    await db.insertInto('secdash_resolutions').values(rows).execute()
  }
}
