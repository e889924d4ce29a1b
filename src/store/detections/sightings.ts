// Hits, and which detection each belongs to.
import type { Action, Hit } from '../../importers/report.ts'
import { isScanTime } from '../../importers/report-time.ts'
import type { Severity } from '../../severity.ts'
import { momentOf, wallClock } from '../../time.ts'
import type { Grown } from '../known/judged-run.ts'
import { isIn, repeatedHour, type Zones } from '../repeated-hour.ts'
import { storable } from '../writing/storable.ts'
import { identityOf } from './identity.ts'

/** The run whose hits are stored. */
export interface DetectingRun extends Zones {
  readonly scanType: string
  readonly server: string
  /** That gave the server its name; null where a person did, or this machine. */
  readonly host: string | null
  readonly date: string
  /** The date, or later: by then it was over. */
  readonly until: string
  /** A person gave it, because the clock of the report was wrong: then those of its hits are, too. */
  readonly isDateGiven: boolean
  /** Seconds since 1970: a time beyond it is in the future. */
  readonly latest: number
  readonly scanId: number
  readonly runId: number
  readonly grown: Grown | undefined
}

export interface Row {
  readonly identity: string
  readonly path: string
  readonly signature: string
  readonly severity: Severity
  readonly action: Action
  /** When it was found first, and last. */
  readonly at: string
  readonly lastAt: string
}

export interface StoredDetection {
  readonly detection_id: number
  readonly identity: string
  readonly action_taken: string
  readonly detected_at: string
  readonly resolved_at: string | null
  readonly last_seen_at: string
  readonly first_run_id: number
  readonly last_run_id: number
}

interface Placed {
  /** undefined where none was active then: it is a new one. */
  readonly same: StoredDetection | undefined
  readonly row: Row
}

/** The same file and signature, found at several times: one for each detection that it belongs to. */
export function placed(
  rows: readonly Row[],
  stored: readonly StoredDetection[],
  run: DetectingRun,
): Placed[] {
  const sightings: Placed[] = []
  const ofPart = foundByPart(run, stored)
  for (const row of rows.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
    const own = ofPart(row.at)
    const same = own ?? activeAt(row, stored, run)
    const last = sightings.at(-1)
    if (last !== undefined && last.same === same) {
      sightings[sightings.length - 1] = { same, row: together(last.row, row) }
    } else {
      const by = own?.detected_at ?? foundBy(row, run)
      sightings.push({ same, row: afterThose(stored, { same, row }, by) })
    }
  }
  return sightings
}

/** Its time, or the latest that it may have, where the run tells only when it had not begun. */
const foundBy = ({ at }: Row, { date, until }: DetectingRun) => (at === date ? until : at)

/**
 * A new detection begins no earlier than the end of those that were resolved by then: of one file and
 * signature two would be open at once, and both would be counted.
 */
function afterThose(stored: readonly StoredDetection[], { same, row }: Placed, by: string): Row {
  const others = stored.filter((it) => it !== same)
  const ends = others.map(({ resolved_at }) => resolved_at ?? NEVER).filter((end) => end <= by)
  const at = ends.reduce((last, end) => (end > last ? end : last), row.at)
  return { ...row, at, lastAt: at }
}

/**
 * Of a log that was stored while its scan still ran, and is stored again: the detection that its first
 * part brought, which this run finds again. An open one has got the date of the run by now.
 */
function foundByPart(
  run: DetectingRun,
  stored: readonly StoredDetection[],
): (at: string) => StoredDetection | undefined {
  const { grown, date } = run
  if (grown === undefined) return () => undefined
  const found = stored.filter((it) => isOwn(it, run))
  // If one that was resolved since the run began were taken for it, the open one would be taken back.
  const open = found.find((it) => it.resolved_at === null && it.detected_at >= date)
  return (at) => (at !== date ? undefined : grown.isGoingOn ? found[0] : open)
}

const together = (first: Row, later: Row): Row => ({
  ...later,
  action: later.action === 'none' ? first.action : later.action,
  at: first.at,
})

export function rowOf(run: DetectingRun, hit: Hit): Row {
  const { scanType, server, zone, date, isDateGiven, latest } = run
  const path = storable(hit.path)
  const signature = storable(hit.signature)
  // A time in the future, or of a clock that was never set, is none.
  const isTime = hit.at != null && isScanTime(hit.at) && hit.at <= latest
  const own = isDateGiven || !isTime ? null : hit.at
  const at = own === null ? date : wallClock(momentOf(own * 1000, zone))
  return {
    identity: identityOf(scanType, server, path, signature),
    path,
    signature,
    severity: hit.severity,
    action: hit.action,
    at,
    lastAt: at,
  }
}

/** Sorts after every date-time. */
const NEVER = 'never'

/** The one that is active; or, when an old report is stored late, the one that was then. */
function activeAt(
  row: Row,
  stored: readonly StoredDetection[],
  run: DetectingRun,
): StoredDetection | undefined {
  const by = foundBy(row, run)
  const end = ({ resolved_at }: StoredDetection) => resolved_at ?? NEVER
  const later = stored.filter((it) => end(it) > by)
  const hour = later.some((it) => it.resolved_at !== null) ? repeatedHour(by, run) : null
  let first: StoredDetection | undefined
  for (const it of later) {
    // Resolved in the hour that comes twice, and found in it: perhaps after that.
    if (hour !== null && isIn(hour, end(it)) && !isToldAgain(row.at, it, run)) continue
    if (first === undefined || end(it) < end(first)) first = it
  }
  return first
}

/** Whether this very run, or what was stored of it before it went on, has told of it already. */
const isToldAgain = (at: string, it: StoredDetection, run: DetectingRun) =>
  isOwn(it, run) && (at === run.date || (at >= it.detected_at && at <= it.last_seen_at))

/** Whether this very run found the detection last, or the part of it that was stored before did at all. */
const isOwn = (it: StoredDetection, { grown, runId }: DetectingRun) =>
  it.last_run_id === runId ||
  [it.first_run_id, it.last_run_id].some((run) => run === grown?.part.run_id)
