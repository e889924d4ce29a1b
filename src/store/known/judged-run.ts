// A run of a file, and whether it was stored before.
import type { SurveyedRun } from '../reading/surveyed-run.ts'
import type { EarlierRun } from './earlier.ts'
import type { StoredRun } from './provenance.ts'

export type Verdict =
  | { readonly is: 'new' }
  /** This run was stored before, or is the rest of one that was. */
  | { readonly is: 'known'; readonly run: StoredRun }
  /** It is the rest of the run at this place in the same file. */
  | { readonly is: 'rest'; readonly of: number }
  | Grown

/** A part of this run was stored while its scan still wrote the log. The part gives way to the whole. */
export interface Grown {
  readonly is: 'grown'
  readonly part: EarlierRun
  /** The date that the detections of the part were stored with. */
  readonly foundAt: string
  /**
   * The run has no date of its own (only that of its file, its end or the run before it), and its part is
   * of the same day, or another run follows. Then it surely is the same run, and what its part has found
   * is not found anew, however late it seems: a person may have resolved it meanwhile. On another day a
   * file of a single run may have been written anew, and only begin with the same bytes.
   */
  readonly isGoingOn: boolean
}

export interface JudgedRun {
  readonly run: SurveyedRun
  readonly position: number
  readonly verdict: Verdict
}
