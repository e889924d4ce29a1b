// Was a run stored before? Each run of a file gets one verdict, before anything of the file is
// written.
import { dayOf } from '../time.ts'
import type { Earlier, EarlierRun } from './earlier.ts'
import { type StoredRun, type SurveyedFile, storedRun } from './provenance.ts'
import { restOf } from './rest.ts'
import { isUndated, type SurveyedRun } from './survey.ts'
import { knownByPlace } from './undated.ts'
import type { Writer } from './writing.ts'

export type Verdict =
  | { readonly is: 'new' }
  /** It was stored, or is the rest of one that was. */
  | { readonly is: 'known'; readonly run: StoredRun }
  /** It is the rest of the run that stands at this place in the same file. */
  | { readonly is: 'rest'; readonly of: number }
  | Grown

/** What was stored of it, while its scan still wrote, gives way to the whole. */
export interface Grown {
  readonly is: 'grown'
  readonly part: EarlierRun
  /** The date of what the part has found. */
  readonly foundAt: string
  /**
   * It has no date but that of its file, of its end or of the run before it, and its part is of the same
   * day, or another run follows it. What that has found is not found again, however late it seems: a person may have
   * resolved it meanwhile. On another day a file of one run may have been written anew, and begin as
   * it did.
   */
  readonly isGoingOn: boolean
}

export interface JudgedRun {
  readonly run: SurveyedRun
  readonly position: number
  readonly verdict: Verdict
}

export async function verdictsOn(
  db: Writer,
  file: SurveyedFile,
  earlier: Earlier,
): Promise<JudgedRun[]> {
  const { runs } = file
  const places = await knownByPlace(db, file, earlier)
  const judged: JudgedRun[] = []
  for (const [position, run] of runs.entries()) {
    const isByPlace = runs.length > 1 && isUndated(run)
    const stored = isByPlace ? places.get(position) : await storedRun(db, run)
    const part = earlier.open.find((it) => it.position === position)
    // What stands at another place, and gives way to the whole there, only reads alike.
    const isOther = earlier.open.some((it) => {
      return it.run_id === stored?.run_id && it.position !== position
    })
    const known = stored && !isOther ? { is: 'known' as const, run: stored } : undefined
    const verdict =
      known ??
      (await restOf(db, file, position)) ??
      grown(part, run, position === runs.length - 1) ??
      NEW
    judged.push({ run, position, verdict })
  }
  return judged
}

const NEW: Verdict = { is: 'new' }

function grown(
  part: EarlierRun | undefined,
  whole: SurveyedRun,
  isLast: boolean,
): Grown | undefined {
  if (part === undefined) return undefined
  const { report } = whole
  const isByOther =
    report.kind === 'malware-run' && (report.isDatedByEnd === true || report.isDatedByLast === true)
  const hasNoBegin = isUndated(whole) || (isByOther && whole.dateFrom === 'report')
  // Where the whole has a later date than its part, only that of a part behind another run was wrong:
  // it is the end of that run. Others have the time of their file, by which all of it was found.
  const isByThen = whole.date > part.scan_date && (hasNoBegin || part.position === 0)
  const isOneDay = dayOf(part.scan_date) === dayOf(whole.date)
  return {
    is: 'grown',
    part,
    foundAt: isByThen ? part.scan_date : whole.date,
    isGoingOn: hasNoBegin && (isOneDay || !isLast),
  }
}
