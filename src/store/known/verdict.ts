// Was a run stored before? Each run of a file gets one verdict, before anything of the file is
// written.
import { dayOf } from '../../time.ts'
import { isUndated, type SurveyedRun } from '../reading/surveyed-run.ts'
import type { Writer } from '../writing/writing.ts'
import type { Earlier, EarlierRun } from './earlier.ts'
import type { Grown, JudgedRun, Verdict } from './judged-run.ts'
import { type SurveyedFile, storedRun } from './provenance.ts'
import { restOf } from './rest.ts'
import { knownByPlace } from './undated.ts'

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
    // A stored run that stands at another place of the file, and grows there, only reads like this one.
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
  // The whole may have a later date than its part. A part behind another run had the end of that run for a
  // date, which was wrong. Any other had the time of its file, by which all of it had been found.
  const isByThen = whole.date > part.scan_date && (hasNoBegin || part.position === 0)
  const isOneDay = dayOf(part.scan_date) === dayOf(whole.date)
  return {
    is: 'grown',
    part,
    foundAt: isByThen ? part.scan_date : whole.date,
    isGoingOn: hasNoBegin && (isOneDay || !isLast),
  }
}
