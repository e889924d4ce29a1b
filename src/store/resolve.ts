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
  /** Findings of checks that did not fail: they are no problem that anybody has. */
  readonly notFailed: readonly number[]
}

type State = 'open' | 'resolved' | 'not failed'

/** All of them, or none when one is missing, or is none that can be open. */
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
  const notFailed = ids.filter((id) => states.get(id) === 'not failed')
  if (missing.length + notFailed.length > 0) return { ...NOTHING, missing, notFailed }
  const changed = ids.filter((id) => states.get(id) === (reopen ? 'resolved' : 'open'))
  const unchanged = ids.filter((id) => !changed.includes(id))
  if (changed.length === 0) return { ...NOTHING, unchanged }
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
  return { ...NOTHING, changed, unchanged }
}

const NOTHING: Decided = { changed: [], unchanged: [], missing: [], notFailed: [] }

async function statesOf(
  db: Writer,
  kind: Resolvable,
  ids: readonly number[],
): Promise<Map<number, State>> {
  if (kind === 'detection') {
    const rows = await db
      .selectFrom('malware_detections')
      .select(['detection_id', 'resolved_at'])
      .where('detection_id', 'in', ids)
      .execute()
    return new Map(
      rows.map((it) => [it.detection_id, it.resolved_at === null ? 'open' : 'resolved']),
    )
  }
  const rows = await db
    .selectFrom('compliance_findings')
    .select(['finding_id', 'status', 'resolved_at'])
    .where('finding_id', 'in', ids)
    .execute()
  const unresolved = (status: string) => (status === 'fail' ? 'open' : 'not failed')
  return new Map(
    rows.map((it) => [it.finding_id, it.resolved_at === null ? unresolved(it.status) : 'resolved']),
  )
}
