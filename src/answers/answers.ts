// What http asks: a question in, bytes out. For the service it is serving.ts that answers, else direct.ts.
import type { Notice } from '../database/snapshot.ts'
import { momentOf } from '../time.ts'
import type { Answer } from './compute.ts'
import type { Question } from './questions.ts'
import type { Gone } from './sharing.ts'
import type { Streamed } from './spool/streamed.ts'

export interface Answers {
  /** The body, or a Refusal (the request is at fault) or a Failure (the database is). */
  answer(question: Question, gone?: Gone): Promise<Uint8Array | Streamed>
  close(): Promise<void>
}

export interface AnswerOptions {
  readonly database: string
  readonly timezone: string
  /** Milliseconds since 1970; one reading serves one computation. */
  readonly clock: () => number
  /** Data that had to be left out: once a computation, however many share it. */
  readonly onNotice: (notice: Notice) => void
}

export const nowOf =
  ({ clock, timezone }: AnswerOptions) =>
  () =>
    momentOf(clock(), timezone)

export const noticesOf =
  ({ onNotice }: AnswerOptions) =>
  ({ notices }: Answer) => {
    for (const notice of notices) onNotice(notice)
  }
