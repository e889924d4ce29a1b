// Runs without a date in a log that holds several. Clean ones all read the same, and so does the
// next log after a rotation: only from what a log has grown, and their place in it, can tell
// which of them were stored before.
import { posix } from 'node:path'
import { dayOf } from '../../time.ts'
import { isUndated } from '../reading/surveyed-run.ts'
import { storable } from '../writing/storable.ts'
import type { Writer } from '../writing/writing.ts'
import type { Earlier, EarlierRun, StoredFile } from './earlier.ts'
import type { SurveyedFile } from './provenance.ts'
import { exists } from './run-rows.ts'

/** The undated runs of this log that were stored before, by their place in it. */
export async function knownByPlace(
  db: Writer,
  { source, runs }: SurveyedFile,
  { alike, last }: Earlier,
): Promise<ReadonlyMap<number, EarlierRun>> {
  const known = new Map<number, EarlierRun>()
  // All of them have the same date: that of the file.
  const day = dayOf(runs.find(isUndated)?.date ?? '')
  const dated = runs.findIndex(({ dateFrom }) => dateFrom === 'report')
  const log = { name: storable(source.name), size: source.size, day, dated }
  for (const [server, its] of Map.groupBy(alike, ({ server_name }) => server_name)) {
    const state = stateBefore(its, log, last.get(server))
    if (state === undefined) continue
    for (const it of its.filter((run) => isPartOf(run, state)).sort(newestFirst)) {
      const { position } = it
      const isSame = runs[position]?.fingerprint === it.fingerprint
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

/**
 * Which stored file this log was when it was stored last. First, the same bytes, where the day or a
 * dated run before them proves it: a copy, or rotated since. Else what was stored last under this name.
 * Else what was stored under a name that it may have had. An earlier file of this name is another log,
 * which was rotated away.
 */
function stateBefore(
  alike: readonly EarlierRun[],
  log: {
    readonly name: string
    readonly size: number
    readonly day: string
    /** The place of its first run with a date, or -1. */
    readonly dated: number
  },
  last: StoredFile | undefined,
): StoredFile | undefined {
  const isProven = (it: EarlierRun) =>
    dayOf(it.scan_date) === log.day || (log.dated !== -1 && log.dated < it.position)
  const same = alike.filter((it) => it.size_bytes === log.size && isProven(it))
  const others = alike.filter(({ source_name: name }) => {
    return name !== log.name && (isRotated(name, log.name) || isRotated(log.name, name))
  })
  return newest(same) ?? last ?? longest(others)
}

/** `chk.log`, and then `chk.log.1`, `chk.log-20260308`, `chk-20260308.log`; in any folder. */
function isRotated(from: string, to: string): boolean {
  const { name, ext, base } = posix.parse(from)
  const later = posix.basename(to)
  if (later.startsWith(base)) return /^(?:$|[-._])/.test(later.slice(base.length))
  const isAround = later.startsWith(name) && later.endsWith(ext)
  return isAround && /^[-._]\d[-\d]*$/.test(later.slice(name.length, later.length - ext.length))
}

const newestFirst = (a: StoredFile, b: StoredFile): number => b.import_id - a.import_id

const newest = (files: readonly StoredFile[]): StoredFile | undefined =>
  files.toSorted(newestFirst)[0]

const longest = (files: readonly StoredFile[]): StoredFile | undefined =>
  files.toSorted((a, b) => b.size_bytes - a.size_bytes || newestFirst(a, b))[0]
