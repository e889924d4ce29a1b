// Where every row comes from: which file, which run of it, and whether it was stored before.
import { hash } from 'node:crypto'
import type { RunKind } from '../../database/schema/import-tables.ts'
import { dayOf, momentOf, wallClock } from '../../time.ts'
import type { StoreOptions } from '../options.ts'
import type { Source } from '../reading/source.ts'
import { isUndated, type SurveyedRun } from '../reading/surveyed-run.ts'
import { storable } from '../writing/storable.ts'
import { insertOne, type Writer } from '../writing/writing.ts'
import { exists, kindOf } from './run-rows.ts'

/** What changes the meaning of a file. */
const optionsHash = ({ server, serverType, date, scope }: StoreOptions): string =>
  hash('sha256', JSON.stringify([server, serverType, date, scope]))

/** A file that was read once. */
export interface SurveyedFile {
  readonly source: Source
  /** Of all its bytes. */
  readonly hash: string
  readonly runs: readonly SurveyedRun[]
  readonly options: StoreOptions
}

/** The first and the last run that a file brought. */
export interface Brought {
  readonly first: number
  readonly last: number
  /** Whether its runs had other dates: their times were read in another zone. */
  readonly hadOtherDates: boolean
}

/**
 * The runs that this very file brought when it was stored by the same tool with the same options, if
 * all of them are still there. What one tool's importer makes of a file, another's may not.
 * Two machines can write the same bytes in the same second: without a host in them, each is another
 * server's.
 */
export async function storedBefore(
  db: Writer,
  { source, hash, runs, options }: SurveyedFile,
): Promise<Brought | undefined> {
  if (runs.every(isUndated)) return undefined
  const servers = serversOf(runs.map((run) => ({ kind: kindOf(run), server_name: run.server })))
  const imports = await db
    .selectFrom('secdash_imports')
    .select('import_id')
    .where('tool', '=', source.tool)
    .where('content_hash', '=', hash)
    .where('options_hash', '=', optionsHash(options))
    .execute()
  for (const { import_id } of imports) {
    const brought = await db
      .selectFrom('secdash_import_runs')
      .select(['kind', 'row_id', 'server_name', 'run_id', 'scan_date'])
      .where('import_id', '=', import_id)
      .orderBy('run_id')
      .execute()
    // Also where it brought less than all servers: of the others it may be new.
    if (servers.symmetricDifference(serversOf(brought)).size > 0) continue
    const there = await Promise.all(brought.map(({ kind, row_id }) => exists(db, kind, row_id)))
    const [first, last] = [brought.at(0)?.run_id, brought.at(-1)?.run_id]
    if (first === undefined || last === undefined || !there.every(Boolean)) continue
    // A log that had grown brought less than it holds: the rest may be gone.
    if (brought.length >= runs.length || !(await isAnyDeleted(db, runs))) {
      return { first, last, hadOtherDates: haveOtherDates(runs, brought) }
    }
  }
  return undefined
}

function haveOtherDates(
  runs: readonly SurveyedRun[],
  brought: readonly { readonly scan_date: string }[],
): boolean {
  const dates = new Set(runs.map(({ date }) => date))
  const areDated = runs.every(({ dateFrom }) => dateFrom === 'report')
  return areDated && brought.some(({ scan_date }) => !dates.has(scan_date))
}

/** What nobody has stored as it reads now does not count: the zone of the report is another. */
async function isAnyDeleted(db: Writer, runs: readonly SurveyedRun[]): Promise<boolean> {
  for (const run of runs) {
    const { recorded, left } = await runsLike(db, run, { onAnyDay: true })
    if (recorded > run.occurrence && left.length <= run.occurrence) return true
  }
  return false
}

/** A posture is of no server. */
const serversOf = (runs: readonly { readonly kind: RunKind; readonly server_name: string }[]) =>
  new Set(runs.filter(({ kind }) => kind !== 'posture').map(({ server_name }) => server_name))

export interface StoredRun {
  /** The record of where it comes from. */
  readonly run_id: number
  /** The scan, or the posture. */
  readonly row_id: number
  readonly scan_date: string
}

/**
 * The stored row of a run, when it was stored before and has not been deleted since. A report
 * without a date is another one on another day. In a log of several runs, undated.ts tells.
 */
export const storedRun = async (db: Writer, run: SurveyedRun): Promise<StoredRun | undefined> =>
  (await runsLike(db, run)).left[run.occurrence]

/** How many were ever recorded, and those whose row is still there. */
async function runsLike(db: Writer, run: SurveyedRun, { onAnyDay } = { onAnyDay: false }) {
  const same = await db
    .selectFrom('secdash_import_runs')
    .select(['run_id', 'row_id', 'kind', 'scan_date'])
    .where('fingerprint', '=', run.fingerprint)
    .orderBy('run_id')
    .execute()
  const left: StoredRun[] = []
  const ofThatDay = (date: string) => dayOf(date) === dayOf(run.date)
  for (const it of same) {
    if (!onAnyDay && isUndated(run) && !ofThatDay(it.scan_date)) continue
    if (await exists(db, it.kind, it.row_id)) left.push(it)
  }
  return { recorded: same.length, left }
}

export const recordFile = (
  db: Writer,
  { source, hash, runs, options }: SurveyedFile,
): Promise<number> =>
  insertOne(db, 'secdash_imports', 'import_id', {
    tool: source.tool,
    tool_version: versionIn(runs),
    source_name: storable(source.name),
    content_hash: hash,
    options_hash: optionsHash(options),
    size_bytes: source.size,
    imported_at: wallClock(momentOf(options.now * 1000, options.zone)),
  })

function versionIn(runs: readonly SurveyedRun[]): string | null {
  for (const { report } of runs) {
    if (report.kind !== 'posture' && report.toolVersion !== null)
      return storable(report.toolVersion)
  }
  return null
}

interface NewRun {
  readonly importId: number
  readonly position: number
  readonly tool: string
  readonly row_id: number
}

export const recordRun = (
  db: Writer,
  run: SurveyedRun,
  { importId, position, tool, row_id }: NewRun,
): Promise<number> =>
  insertOne(db, 'secdash_import_runs', 'run_id', {
    import_id: importId,
    position,
    kind: kindOf(run),
    tool,
    server_name: run.server,
    scan_date: run.date,
    row_id,
    fingerprint: run.fingerprint,
    may_grow: run.report.kind === 'malware-run' && run.report.open ? 1 : 0,
    superseded_by: null,
  })
