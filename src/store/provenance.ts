// Where every row comes from: which file, which run of it, and whether it was stored before.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dayOf } from '../time.ts'
import type { StoreOptions } from './options.ts'
import type { SurveyedRun } from './survey.ts'
import { insertOne, type Writer } from './writing.ts'

export type RunKind = 'malware' | 'compliance' | 'posture'

const ROWS = {
  malware: ['malware_scans', 'scan_id'],
  compliance: ['compliance_scans', 'scan_id'],
  posture: ['posture_scores', 'posture_id'],
} as const

const KINDS = {
  'malware-run': 'malware',
  'compliance-run': 'compliance',
  posture: 'posture',
} as const

export const kindOf = ({ report }: SurveyedRun): RunKind => KINDS[report.kind]

/** The row of a run whose row was deleted. */
const NO_ROW = 0

/**
 * SQLite gives the id of a deleted last row again. The run that had it lets go of it first, or it
 * would be taken for the run of the next row. It stays: detections still tell that it found them.
 */
export async function letGoOfDeleted(db: Writer, runs: readonly SurveyedRun[]): Promise<void> {
  for (const kind of new Set(runs.map(kindOf))) {
    const [table, column] = ROWS[kind]
    const { newest } = await db
      .selectFrom(table)
      .select(sql<number | null>`max(${sql.ref(column)})`.as('newest'))
      .executeTakeFirstOrThrow()
    await db
      .updateTable('secdash_import_runs')
      .set({ row_id: NO_ROW })
      .where('kind', '=', kind)
      .where('row_id', '>', newest ?? NO_ROW)
      .execute()
  }
}

/** What changes the meaning of a file. */
export const optionsHash = ({ server, serverType, date, scope }: StoreOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([server, serverType, date, scope]))
    .digest('hex')

export interface StoredBefore {
  readonly tool: string
  /** The hash of all its bytes. */
  readonly whole: string
  readonly options: StoreOptions
  readonly runs: readonly SurveyedRun[]
}

/** The first and the last run that a file brought. */
export interface Brought {
  readonly first: number
  readonly last: number
}

/**
 * The runs that this very file brought when it was stored by the same tool with the same options, if
 * all of them are still there. What one tool's importer makes of a file, another's may not.
 * Two machines can write the same bytes in the same second: without a host in them, each is another
 * server's.
 */
export async function storedBefore(
  db: Writer,
  { tool, whole, options, runs }: StoredBefore,
): Promise<Brought | undefined> {
  const servers = serversOf(runs.map((run) => ({ kind: kindOf(run), server_name: run.server })))
  const imports = await db
    .selectFrom('secdash_imports')
    .select('import_id')
    .where('tool', '=', tool)
    .where('content_hash', '=', whole)
    .where('options_hash', '=', optionsHash(options))
    .execute()
  for (const { import_id } of imports) {
    const brought = await db
      .selectFrom('secdash_import_runs')
      .select(['kind', 'row_id', 'server_name', 'run_id'])
      .where('import_id', '=', import_id)
      .orderBy('run_id')
      .execute()
    // Also where it brought less than all servers: of the others it may be new.
    if (servers.symmetricDifference(serversOf(brought)).size > 0) continue
    const there = await Promise.all(brought.map(({ kind, row_id }) => exists(db, kind, row_id)))
    const [first, last] = [brought.at(0)?.run_id, brought.at(-1)?.run_id]
    if (first !== undefined && last !== undefined && there.every(Boolean)) return { first, last }
  }
  return undefined
}

/** A posture is of no server. */
const serversOf = (runs: readonly { readonly kind: RunKind; readonly server_name: string }[]) =>
  new Set(runs.filter(({ kind }) => kind !== 'posture').map(({ server_name }) => server_name))

/** The report has no date, so that the next one may read just the same. */
export const isUndated = ({ dateFrom }: SurveyedRun): boolean =>
  dateFrom === 'file' || dateFrom === 'now'

export interface StoredRun {
  readonly run_id: number
  readonly row_id: number
  readonly scan_date: string
}

/**
 * The stored row of a run, when it was stored before and has not been deleted since. A report
 * without a date is another one on another day. In a log of several runs, undated.ts tells.
 */
export async function storedRun(db: Writer, run: SurveyedRun): Promise<StoredRun | undefined> {
  const same = await db
    .selectFrom('secdash_import_runs')
    .select(['run_id', 'row_id', 'kind', 'scan_date'])
    .where('fingerprint', '=', run.fingerprint)
    .orderBy('run_id')
    .execute()
  const left: StoredRun[] = []
  const ofThatDay = (date: string) => dayOf(date) === dayOf(run.date)
  for (const it of same) {
    if (isUndated(run) && !ofThatDay(it.scan_date)) continue
    if (await exists(db, it.kind, it.row_id)) left.push(it)
  }
  return left[run.occurrence]
}

export async function exists(db: Writer, kind: RunKind, id: number): Promise<boolean> {
  const [table, column] = ROWS[kind]
  const found = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`
  return (await found.execute(db)).rows.length > 0
}

export interface NewRun {
  readonly importId: number
  readonly position: number
  readonly tool: string
  readonly rowId: number
}

export const recordRun = (
  db: Writer,
  run: SurveyedRun,
  { importId, position, tool, rowId }: NewRun,
): Promise<number> =>
  insertOne(db, 'secdash_import_runs', 'run_id', {
    import_id: importId,
    position,
    kind: kindOf(run),
    tool,
    server_name: run.server,
    scan_date: run.date,
    row_id: rowId,
    fingerprint: run.fingerprint,
    may_grow: run.report.kind === 'malware-run' && run.report.open ? 1 : 0,
    superseded_by: null,
  })
