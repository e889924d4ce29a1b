// A run of a file, as the first reading has found it.
import type { FindingStatus, RunReport } from '../../importers/report.ts'
import type { Severity } from '../../severity.ts'
import type { DateFrom, ServerFrom } from '../options.ts'

export interface Tally {
  readonly findings: Record<FindingStatus, number>
  readonly failed: Record<Severity, number>
}

export interface SurveyedRun {
  /** Which records are its own: runs with the same key follow each other. */
  readonly key: string
  readonly report: RunReport
  readonly fingerprint: string
  /** Of all its records as they were read: another one in the second reading is another file. */
  readonly content: string
  /** How many runs of this file before it have the same fingerprint. */
  readonly occurrence: number
  readonly tally: Tally
  readonly server: string
  readonly serverFrom: ServerFrom
  readonly host: string | null
  readonly date: string
  readonly dateFrom: DateFrom
  /** By then it was over, where its date tells only when it had not begun. */
  readonly until?: string
  /** It would prove something, but other hosts in the file have its name. */
  readonly isOfSeveral?: boolean
}

/** The report has no date, so that the next one may read just the same. */
export const isUndated = ({ dateFrom }: SurveyedRun): boolean =>
  dateFrom === 'file' || dateFrom === 'now'
