// Who or what resolved something, or opened it again.
import { sql } from 'kysely'
import type { Resolvable } from '../../database/schema/import-tables.ts'
import { lotsOf } from '../writing/lots.ts'
import type { Writer } from '../writing/writing.ts'

interface Change {
  readonly outcome: 'resolved' | 'reopened'
  readonly at: string
  readonly by: string
  readonly note: string
}

/**
 * Of a row that is open: nobody has decided about it at that time or later. Otherwise a person has
 * opened it again, of which a scan of before knows nothing. `id` is its column in the query.
 */
export const notReopenedSince = (kind: Resolvable, id: string, date: string) =>
  sql<boolean>`not exists (
    select 1 from secdash_resolutions as decided
    where decided.kind = ${kind} and decided.row_id = ${sql.ref(id)} and decided.changed_at >= ${date}
  )`

/** Neither a person nor a scan has ever decided about it. `id` is its column in the query. */
export const undecided = (kind: Resolvable, id: string) =>
  sql<boolean>`not exists (
    select 1 from secdash_resolutions as decided
    where decided.kind = ${kind} and decided.row_id = ${sql.ref(id)}
  )`

/** About rows that are new. SQLite gives the id of a deleted row again, and what was decided was of that. */
export async function forgetDecisions(
  db: Writer,
  kind: Resolvable,
  ids: readonly number[],
): Promise<void> {
  for (const lot of lotsOf(ids)) {
    await db
      .deleteFrom('secdash_resolutions')
      .where('kind', '=', kind)
      .where('row_id', 'in', lot)
      .execute()
  }
}

export async function recordChange(
  db: Writer,
  kind: Resolvable,
  ids: readonly number[],
  { outcome, at, by, note }: Change,
): Promise<void> {
  for (const lot of lotsOf(ids)) {
    const rows = lot.map((row_id) => ({
      kind,
      row_id,
      outcome,
      changed_at: at,
      changed_by: by,
      note,
    }))
    await db.insertInto('secdash_resolutions').values(rows).execute()
  }
}
