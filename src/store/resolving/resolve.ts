// A person resolves a detection or a finding, or opens it again.
import type { Engine } from '../../database/engine.ts'
import type { Resolvable } from '../../database/schema/import-tables.ts'
import { ofOneHost, twinsOf } from '../detections/other-hosts.ts'
import { lotsOf } from '../writing/lots.ts'
import { storable } from '../writing/storable.ts'
import type { Patience } from '../writing/turn.ts'
import { inOneTransaction, type Writer } from '../writing/writing.ts'
import { recordChange } from './resolutions.ts'

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
  /** Detections that would be open twice: the same file and signature is open under another id. */
  readonly openTwice: readonly OpenTwice[]
}

interface OpenTwice {
  readonly id: number
  readonly as: number
}

type State = 'open' | 'resolved' | 'not failed'

/** All of them, or none when one is missing, is none that can be open, or would be so twice. */
export const resolve = (engine: Engine, decision: Decision, patience: Patience): Promise<Decided> =>
  inOneTransaction(engine, false, (db) => decide(db, decision), patience)

/** In a transaction that is open already. */
export async function decide(
  db: Writer,
  { kind, ids, reopen, by, note, at }: Decision,
): Promise<Decided> {
  const states = await statesOf(db, kind, ids)
  const missing = ids.filter((id) => !states.has(id))
  const notFailed = ids.filter((id) => states.get(id) === 'not failed')
  if (missing.length + notFailed.length > 0) return { ...NOTHING, missing, notFailed }
  const isChanged = (id: number) => states.get(id) === (reopen ? 'resolved' : 'open')
  const changed = ids.filter(isChanged)
  const unchanged = ids.filter((id) => !isChanged(id))
  if (changed.length === 0) return { ...NOTHING, unchanged }
  const openTwice = reopen && kind === 'detection' ? await openElsewhere(db, changed) : []
  if (openTwice.length > 0) return { ...NOTHING, openTwice }
  const resolved_at = reopen ? null : at
  const [resolved_by, resolution_notes] = reopen ? [null, null] : [storable(by), storable(note)]
  for (const lot of lotsOf(changed)) {
    if (kind === 'detection') {
      await db
        .updateTable('malware_detections')
        .set({ resolved_at })
        .where('detection_id', 'in', lot)
        .execute()
    } else {
      await db
        .updateTable('compliance_findings')
        .set({ resolved_at, resolved_by, resolution_notes })
        .where('finding_id', 'in', lot)
        .execute()
    }
  }
  const outcome = reopen ? 'reopened' : 'resolved'
  await recordChange(db, kind, changed, { outcome, at, by: storable(by), note: storable(note) })
  return { ...NOTHING, changed, unchanged }
}

const NOTHING: Decided = {
  changed: [],
  unchanged: [],
  missing: [],
  notFailed: [],
  openTwice: [],
}

/** A scan finds a file once: of two of one host that are open it would prove one gone. */
async function openElsewhere(db: Writer, ids: readonly number[]): Promise<OpenTwice[]> {
  const isNamed = new Set(ids)
  const pairs = new Map<number, OpenTwice>()
  for (const lot of lotsOf(ids)) {
    const rows = await twinsOf(db, lot)
      .select(['one.detection_id as id', 'it.detection_id as as'])
      .orderBy('one.detection_id')
      .orderBy('it.detection_id')
      .execute()
    for (const { id, as, resolved_at } of await ofOneHost(db, rows)) {
      // Of two that are named, each pair is told once.
      if (resolved_at === null || (as > id && isNamed.has(as))) pairs.set(id, { id, as })
    }
  }
  return [...pairs.values()]
}

async function statesOf(
  db: Writer,
  kind: Resolvable,
  ids: readonly number[],
): Promise<Map<number, State>> {
  const states = new Map<number, State>()
  for (const lot of lotsOf(ids)) {
    const rows = await (kind === 'detection' ? detectionsOf(db, lot) : findingsOf(db, lot))
    for (const { id, status, resolved_at } of rows) {
      const unresolved = status === 'fail' ? 'open' : 'not failed'
      states.set(id, resolved_at === null ? unresolved : 'resolved')
    }
  }
  return states
}

/** A detection has no status: each was a find. */
const detectionsOf = async (db: Writer, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('malware_detections')
    .select(['detection_id as id', 'resolved_at'])
    .where('detection_id', 'in', ids)
    .execute()
  return rows.map((it) => ({ ...it, status: 'fail' }))
}

const findingsOf = (db: Writer, ids: readonly number[]) =>
  db
    .selectFrom('compliance_findings')
    .select(['finding_id as id', 'status', 'resolved_at'])
    .where('finding_id', 'in', ids)
    .execute()
