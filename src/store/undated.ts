// Runs without a date in a log that holds several. Clean ones all read the same, and so does the
// next log after a rotation: only from what a log has grown, and their place in it, can tell
// which of them were stored before.
import { dayOf } from '../time.ts'
import { lotsOf } from './lots.ts'
import { exists, isUndated, type RunKind, type StoredRun } from './provenance.ts'
import type { Source } from './source.ts'
import { storable } from './storable.ts'
import type { SurveyedRun } from './survey.ts'
import type { Writer } from './writing.ts'

/** A stored file: how many bytes it had then, and their hash. */
interface StoredFile {
  readonly import_id: number
  readonly source_name: string
  readonly size_bytes: number
  readonly content_hash: string
}

interface AlikeRun extends StoredRun, StoredFile {
  readonly kind: RunKind
  readonly position: number
  readonly server_name: string
  readonly fingerprint: string
}

export interface Alike {
  /** What reads like an undated run of this log, wherever it was. */
  readonly runs: readonly AlikeRun[]
  /** What was stored last under the name of this log, by server. */
  readonly last: ReadonlyMap<string, StoredFile>
}

const NONE: Alike = { runs: [], last: new Map() }

export async function alikeRuns(
  db: Writer,
  source: Source,
  surveyed: readonly SurveyedRun[],
): Promise<Alike> {
  if (surveyed.length === 1) return NONE
  const undated = surveyed.filter(isUndated)
  const prints = [...new Set(undated.map(({ fingerprint }) => fingerprint))]
  const runs: AlikeRun[] = []
  for (const lot of lotsOf(prints)) {
    const some = await db
      .selectFrom('secdash_import_runs as run')
      .innerJoin('secdash_imports as file', 'file.import_id', 'run.import_id')
      .select(['run.run_id', 'run.row_id', 'run.kind', 'run.scan_date', 'run.position'])
      .select(['run.server_name', 'run.fingerprint', 'file.import_id', 'file.source_name'])
      .select(['file.size_bytes', 'file.content_hash'])
      .where('run.fingerprint', 'in', lot)
      .where('file.size_bytes', '<=', source.size)
      .execute()
    runs.push(...some)
  }
  return runs.length === 0 ? NONE : { runs, last: await lastOfName(db, source) }
}

async function lastOfName(db: Writer, { tool, name }: Source): Promise<Alike['last']> {
  const files = await db
    .selectFrom('secdash_imports as file')
    .innerJoin('secdash_import_runs as run', 'run.import_id', 'file.import_id')
    .select(['file.import_id', 'file.source_name', 'file.size_bytes', 'file.content_hash'])
    .select('run.server_name')
    .where('file.tool', '=', tool)
    .where('file.source_name', '=', storable(name))
    .orderBy('file.import_id')
    .execute()
  return new Map(files.map((file) => [file.server_name, file]))
}

export const sizesOf = ({ runs, last }: Alike): number[] =>
  [...runs, ...last.values()].map(({ size_bytes }) => size_bytes)

/** The undated runs of this log that were stored before, by their place in it. */
export async function knownByPlace(
  db: Writer,
  { name, size }: Source,
  surveyed: readonly SurveyedRun[],
  { runs, last }: Alike,
  /** The hash of this log up to that size. */
  parts: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, StoredRun>> {
  const isBegin = (file: StoredFile) => parts.get(file.size_bytes) === file.content_hash
  const known = new Map<number, StoredRun>()
  // All of them have the same date: that of the file.
  const day = dayOf(surveyed.find(isUndated)?.date ?? '')
  const byServer = Map.groupBy(runs.filter(isBegin), ({ server_name }) => server_name)
  for (const [server, alike] of byServer) {
    const lastOne = last.get(server)
    const isGrown = lastOne !== undefined && isBegin(lastOne)
    const log = { name: storable(name), size, day, last: isGrown ? lastOne : undefined }
    const before = stateBefore(alike, log)
    if (before === undefined) continue
    for (const it of alike.filter((run) => isPartOf(run, before)).sort(newestFirst)) {
      const { position } = it
      const isSame = surveyed[position]?.fingerprint === it.fingerprint
      if (isSame && !known.has(position) && (await exists(db, it.kind, it.row_id))) {
        known.set(position, it)
      }
    }
  }
  return known
}

/** What a log was before has been stored earlier, and is shorter. */
const isPartOf = (file: StoredFile, state: StoredFile): boolean =>
  file.import_id <= state.import_id && file.size_bytes <= state.size_bytes

interface Log {
  readonly name: string
  readonly size: number
  readonly day: string
  /** What was stored last under its name, if it begins with that. */
  readonly last: StoredFile | undefined
}

/**
 * The state of this log that was stored last: the same bytes on the same day, which is a copy or
 * was rotated since; or what was stored last under its name; or what was stored of it under another
 * one. What was stored under its name before the last is another log, which was rotated away.
 */
function stateBefore(alike: readonly AlikeRun[], log: Log): StoredFile | undefined {
  const { name, size, day, last } = log
  const same = alike.filter((it) => it.size_bytes === size && dayOf(it.scan_date) === day)
  const others = alike.filter(({ source_name }) => source_name !== name)
  return newest(same) ?? last ?? longest(others)
}

const newestFirst = (a: StoredFile, b: StoredFile): number => b.import_id - a.import_id

const newest = (files: readonly StoredFile[]): StoredFile | undefined =>
  files.toSorted(newestFirst)[0]

const longest = (files: readonly StoredFile[]): StoredFile | undefined =>
  files.toSorted((a, b) => b.size_bytes - a.size_bytes || newestFirst(a, b))[0]
