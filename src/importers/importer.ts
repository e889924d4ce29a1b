// What every importer has, and what it is given.
import type { Severity } from '../severity.ts'
import type { Input } from './input/input.ts'
import type { Reports } from './report.ts'

export interface Context {
  /** Seconds since 1970 of 'YYYY-MM-DD HH:MM:SS' in the report's zone; null when there is no such time. */
  at(wallClock: string): number | null
  /** Whether the person has said which zone that is, for this report. */
  readonly isZoneSaid: boolean
  /** Whether the person has said which server the report is of. */
  readonly isServerSaid: boolean
  /** Seconds since 1970: a later date is in the future, however wrong its zone is. */
  readonly latest: number
  /** By the table in severities.ts and the operator's own; the subjects are tried with each rule. */
  severityOf(tool: string, ...subjects: readonly string[]): Severity
  /** Tells the person who imports: a total that differs, a part that is not kept, and why. */
  remark(text: string): void
}

export interface Importer {
  /** The word on the command line, and the scan_type of malware scans. */
  readonly tool: string
  readonly about: 'malware' | 'compliance' | 'posture'
  /** What it reads, for the help: one line. */
  readonly reads: string
  /** Whether a file that begins like this is one of its own, and no other tool's. */
  recognises(head: string): boolean
  /** Whether it is worth reading for someone who named the tool; else what it recognises is. */
  mayBeOwn?(input: Input): Promise<boolean>
  /** Throws NotItsOwn when the file is none of its own, Refused when it proves nothing. */
  read(input: Input, context: Context): Reports
}
