// What was stored of a file when it was shorter: a log grows, and is rotated to another name. Only its
// bytes tell, which are hashed in one reading.
import type { RunKind } from '../../database/schema/import-tables.ts'
import type { Source } from '../reading/source.ts'
import { isUndated, type SurveyedRun } from '../reading/surveyed-run.ts'
import { lotsOf } from '../writing/lots.ts'
import { storable } from '../writing/storable.ts'
import type { Writer } from '../writing/writing.ts'
import type { StoredRun } from './provenance.ts'

/** A stored file: how many bytes it had then, and their hash. */
export interface StoredFile {
  readonly import_id: number
  readonly source_name: string
  readonly size_bytes: number
  readonly content_hash: string
}

/** A stored run, and the file that brought it. */
export interface EarlierRun extends StoredRun, StoredFile {
  readonly kind: RunKind
  readonly position: number
  readonly server_name: string
  readonly fingerprint: string
}

/** Of files with which this one begins. */
export interface Earlier {
  /** Of all bytes of this file. */
  readonly hash: string
  /** Runs that were still being written, and may have gone on in this file. */
  readonly open: readonly EarlierRun[]
  /** What reads like an undated run of this file, which holds several. */
  readonly alike: readonly EarlierRun[]
  /** The file that was stored last under the name of this one, by server. */
  readonly last: ReadonlyMap<string, StoredFile>
}

export async function earlierOf(
  db: Writer,
  source: Source,
  runs: readonly SurveyedRun[],
): Promise<Earlier> {
  const name = storable(source.name)
  const growing = await growingRuns(db, source)
  const open = growing.filter((it) => mayBePartOf(it, runs, name))
  const alike = runs.length === 1 ? [] : await alikeRuns(db, source, runs.filter(isUndated))
  const ofName = alike.length === 0 ? [] : await runsOfName(db, source, name)
  const last = new Map(ofName.map((it) => [it.server_name, it]))
  const files = [...open, ...alike, ...last.values()]
  const { whole, parts } = await source.hashes(files.map(({ size_bytes }) => size_bytes))
  const isBegin = (file: StoredFile) => parts.get(file.size_bytes) === file.content_hash
  return {
    hash: whole,
    open: open.filter(isBegin),
    alike: alike.filter(isBegin),
    last: new Map([...last].filter(([, file]) => isBegin(file))),
  }
}

const runsOfFiles = (db: Writer) =>
  db
    .selectFrom('secdash_import_runs as run')
    .innerJoin('secdash_imports as file', 'file.import_id', 'run.import_id')
    .select(['run.run_id', 'run.row_id', 'run.kind', 'run.scan_date', 'run.position'])
    .select(['run.server_name', 'run.fingerprint', 'file.import_id', 'file.source_name'])
    .select(['file.size_bytes', 'file.content_hash'])

const growingRuns = (db: Writer, { tool, size }: Source): Promise<EarlierRun[]> =>
  runsOfFiles(db)
    .where('run.kind', '=', 'malware')
    .where('run.tool', '=', tool)
    .where('run.may_grow', '=', 1)
    .where('file.size_bytes', '<', size)
    .execute()

/**
 * Whether a stored part may be of a run of this file. Logs of two hosts can begin with the same bytes, as
 * every log of a tool does. So either the file has the same name; or, where it was rotated to another
 * one, the log itself has the date of both, or has a dated run in front of them.
 */
function mayBePartOf(part: EarlierRun, runs: readonly SurveyedRun[], name: string): boolean {
  const run = runs[part.position]
  if (run === undefined || part.server_name !== run.server) return false
  const isDated = ({ dateFrom }: SurveyedRun) => dateFrom === 'report'
  return (
    part.source_name === name ||
    (isDated(run) && part.scan_date === run.date) ||
    runs.slice(0, part.position).some(isDated)
  )
}

async function alikeRuns(db: Writer, { size }: Source, runs: readonly SurveyedRun[]) {
  const alike: EarlierRun[] = []
  for (const lot of lotsOf([...new Set(runs.map(({ fingerprint }) => fingerprint))])) {
    const some = runsOfFiles(db).where('run.fingerprint', 'in', lot)
    alike.push(...(await some.where('file.size_bytes', '<=', size).execute()))
  }
  return alike
}

/** In the order in which they were stored: the last row of a server is of its last file. */
const runsOfName = (db: Writer, { tool }: Source, name: string): Promise<EarlierRun[]> =>
  runsOfFiles(db)
    .where('file.tool', '=', tool)
    .where('file.source_name', '=', name)
    .orderBy('file.import_id')
    .execute()
