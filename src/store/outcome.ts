// What became of a file, for the person who imported it.
import type { FindingStatus, MalwareStatus } from '../importers/report.ts'
import type { Severity } from '../severity.ts'
import type { DateFrom, ServerFrom } from './options.ts'
import type { Superseded } from './resolving/supersede.ts'

interface RunOutcome {
  /** Stored before: no row was added, but what came late may be resolved by it. */
  readonly known: boolean
  readonly date: string
  readonly dateFrom: DateFrom
}

interface ServerOutcome extends RunOutcome {
  readonly server: string
  readonly serverFrom: ServerFrom
  /** As the report names it. */
  readonly host: string | null
  readonly scanId: number
}

export interface MalwareOutcome extends ServerOutcome {
  readonly kind: 'malware'
  readonly scanType: string
  readonly status: MalwareStatus
  /** Why it is not known to be clean, or why there may be more than it found. */
  readonly reason?: string
  readonly files: number
  readonly infections: number
  readonly newDetections: number
  readonly knownDetections: number
  readonly resolvedDetections: number
  /** Found in a part of the run that was stored before it went on, and not in the whole. */
  readonly withdrawn?: number
  /** Other hosts in the file have its name, so it resolved nothing. */
  readonly isOfSeveral?: boolean
  /** It would have resolved them, but they were found on another host that has its name. */
  readonly elsewhere?: number
}

export interface ComplianceOutcome extends ServerOutcome {
  readonly kind: 'compliance'
  readonly score: number | null
  readonly findings: Readonly<Record<FindingStatus, number>>
  readonly failed: Readonly<Record<Severity, number>>
  readonly superseded: Superseded
}

interface PostureOutcome extends RunOutcome {
  readonly kind: 'posture'
  readonly postureId: number
}

export type Outcome = MalwareOutcome | ComplianceOutcome | PostureOutcome

/** Also one that was known before: what came late may be proven gone by it. */
export const hasResolved = (run: Outcome): boolean =>
  run.kind === 'malware' && run.resolvedDetections > 0

export const hasChanged = (run: Outcome): boolean => !run.known || hasResolved(run)

export interface Stored {
  /** Nothing in it is new, and it has resolved nothing. */
  readonly known: boolean
  /** It was, with other dates: its times were read in another zone then. */
  readonly hadOtherDates?: boolean
  readonly runs: readonly Outcome[]
}
