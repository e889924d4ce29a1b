// What every scanner's report is turned into: a stream of plain records. The records of a run come
// first, then the run itself, because most tools print their totals last. Times are seconds since
// 1970, or null where the report does not say.
import type { Severity } from '../severity.ts'

export type Reports = AsyncIterable<Report>

export type Report = RunRecord | RunReport

/** What belongs to a run. */
export type RunRecord = Hit | CleanFile | Finding

/** The run itself. A posture is one without records. */
export type RunReport = MalwareRun | ComplianceRun | PostureReport

/** What the scanner itself did with a file. It is no resolution. */
export type Action = 'none' | 'quarantined' | 'copied' | 'removed' | 'cleaned' | 'failed'

/** A file in which the run that follows found something. */
export interface Hit {
  readonly kind: 'hit'
  readonly path: string
  readonly signature: string
  readonly severity: Severity
  readonly action: Action
  /** When it was found, where the report says so; else the run's own time. */
  readonly at?: number | null
}

/** That very file was scanned by the run that follows, and found clean. */
export interface CleanFile {
  readonly kind: 'clean-file'
  readonly path: string
}

/** From what the report proves: a failed, aborted or cut scan is never clean. */
export type MalwareStatus = 'clean' | 'infected' | 'error' | 'incomplete'

export interface MalwareRun {
  readonly kind: 'malware-run'
  readonly scanType: string
  readonly toolVersion: string | null
  /** The host as the report names it. */
  readonly host: string | null
  readonly startedAt: number | null
  /** `startedAt` is when it ended: nothing says when it began. */
  readonly isDatedByEnd?: boolean
  /** `startedAt` is when the run before it ended: it began after that, and ended before the next. */
  readonly isDatedByLast?: boolean
  readonly status: MalwareStatus
  readonly files: number
  /** Counted from the hits: infected files, not hits. */
  readonly infections: number
  readonly seconds: number
  /** What is undefined in it is not stored. */
  readonly summary: Readonly<Record<string, unknown>>
  /** Paths that the report says were scanned; null when it does not say. */
  readonly covers: readonly string[] | null
  /** Every file that it set out to scan was scanned: only then what was not found is gone. */
  readonly complete: boolean
  /** More of this run may be appended to the file later. */
  readonly open: boolean
  /** Its beginning is cut off: it began at `startedAt`, or after that and by this time. */
  readonly beganBy?: number
}

export type FindingStatus = 'pass' | 'fail' | 'manual' | 'not_applicable' | 'error'

export interface Finding {
  readonly kind: 'finding'
  /** Which of the file's runs it belongs to, where these are mixed; else the run that follows. */
  readonly run?: string
  readonly category: string
  readonly checkName: string
  readonly checkId: string
  readonly status: FindingStatus
  readonly severity: Severity
  readonly summary: string
  readonly details: string
  readonly remediation: string
  readonly awsResourceId?: string | null
  readonly awsResourceType?: string | null
  readonly path?: string | null
  readonly service?: string | null
  readonly cis?: string | null
  readonly awsFoundational?: string | null
  readonly nistCsf?: string | null
  /** When it was found, where the report says so; else the run's own time. */
  readonly at?: number | null
}

/** Counters are added up from the findings; `unlisted` are checks that the report only counts. */
export interface ComplianceRun {
  readonly kind: 'compliance-run'
  readonly run?: string
  readonly toolVersion: string | null
  /** The host, account or site as the report names it. */
  readonly host: string | null
  readonly serverType: string
  readonly startedAt: number | null
  readonly seconds: number
  /** The tool's own score of 0 to 100; null when it can have none; undefined: pass / (pass + fail). */
  readonly score?: number | null | undefined
  readonly unlisted?: { readonly passed?: number; readonly skipped?: number }
  /** What is undefined in it is not stored. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface PostureReport {
  readonly kind: 'posture'
  readonly recordedAt: number | null
  readonly compliance: number
  readonly redteam: number
  readonly incident: number
  readonly monitoring: number
  readonly controlsImplemented: number
  readonly controlsTotal: number
  readonly incidents: Readonly<Record<Severity, number>>
}
