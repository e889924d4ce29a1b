// What the service and its reader threads say to each other.
import type { FailureReport, Refusing } from '../../errors.ts'
import type { Moment } from '../../time.ts'
import type { Answer } from '../compute.ts'
import type { Question } from '../questions.ts'
import type { Piece } from '../spool/spool.ts'
import type { SpoolTask } from '../spool/streamed.ts'

export interface WorkerData {
  readonly database: string
  /** Of a request. */
  readonly deadlineMs: number
}

export interface Task {
  readonly question: Question
  readonly now: Moment
  /** Where all threads read; null where any place will do. */
  readonly place: string | null
  /** Where to write the answer, should it turn out to be a long one. */
  readonly spool?: SpoolTask
}

/** The names of tasks, by which their threads are chosen: what may be long, and what each is to get. */
export const LONG = 'long'
export const TO_ALL = 'toAll'

/** Asks a thread to close its connection. */
export const LET_GO = 'let go'

/** The database has another place than the connection: nothing was read that may be told. */
export const REPLACED = 'replaced'

export type Outcome =
  | Answer
  | { readonly pieces: readonly Piece[] }
  | { readonly refusal: Refusing }
  | { readonly failure: FailureReport }
  | typeof REPLACED
