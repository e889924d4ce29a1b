// A person resolves a detection or a finding, or opens it again.
import type { Engine } from '../database/engine.ts'
import { type Resolvable, recordChange } from './resolutions.ts'
import { storable } from './storable.ts'
import { PATIENCE } from './turn.ts'
import { inOneTransaction, type Writer } from './writing.ts'

export interface Decision {
  readonly kind: Resolvable
  readonly ids: readonly number[]
  readonly reopen: boolean
  readonly by: string
  readonly note: string
  /** 'YYYY-MM-DD HH:MM:SS' in the zone of the database. */
  readonly at: string
}

export interface Decided {
  readonly changed: readonly number[]
  /** They were so already. */
  readonly unchanged: readonly number[]
  readonly missing: readonly number[]
}

/** All of them, or none when one is missing. */
export const resolve = (
  engine: Engine,
  decision: Decision,
  patience = PATIENCE,
): Promise<Decided> => inOneTransaction(engine, false, (db) => decide(db, decision), patience)

/** In a transaction that is open already. */
export async function decide(
  db: Writer,
  { kind, ids, reopen, by, note, at }: Decision,
): Promise<Decided> {
  const states = await statesOf(db, kind, ids)
  const missing = ids.filter((id) => !states.has(id))
  if (missing.length > 0) return { changed: [], unchanged: [], missing }
  const changed = ids.filter((id) => states.get(id) === (reopen ? 'resolved' : 'open'))
  const unchanged = ids.filter((id) => !changed.includes(id))
  if (changed.length === 0) return { changed, unchanged, missing }
  const resolvedAt = reopen ? null : at
  if (kind === 'detection') {
    await db
      .updateTable('malware_detections')
      .set({ resolved_at: resolvedAt })
      .where('detection_id', 'in', changed)
      .execute()
  } else {
    await db
      .updateTable('compliance_findings')
      .set({
        resolved_at: resolvedAt,
        resolved_by: reopen ? null : storable(by),
        resolution_notes: reopen ? null : storable(note),
      })
      .where('finding_id', 'in', changed)
      .execute()
  }
  const outcome = reopen ? 'reopened' : 'resolved'
  await recordChange(db, kind, changed, { outcome, at, by: storable(by), note: storable(note) })
  return { changed, unchanged, missing }
}

async function statesOf(
  db: Writer,
  kind: Resolvable,
  ids: readonly number[],
): Promise<Map<number, 'open' | 'resolved'>> {
  const rows =
    kind === 'detection'
      ? await db
          .selectFrom('malware_detections')
          .select(['detection_id as id', 'resolved_at'])
          .where('detection_id', 'in', ids)
          .execute()
      : await db
          .selectFrom('compliance_findings')
          .select(['finding_id as id', 'resolved_at'])
          .where('finding_id', 'in', ids)
          .execute()
  return new Map(
    rows.map(({ id, resolved_at }) => [id, resolved_at === null ? 'open' : 'resolved']),
  )
}
