// What http asks: a question in, bytes out. Only this folder knows of threads, sharing, deadlines.
import { engineAt } from '../database/connect.ts'
import { databaseReader } from '../database/reader.ts'
import type { Notice } from '../database/snapshot.ts'
import { momentOf } from '../time.ts'
import { type Compute, computeWith } from './compute.ts'
import type { Question } from './questions.ts'
import { sharing } from './sharing.ts'
import { startThreads } from './threads.ts'

/** A healthy answer takes milliseconds; what takes longer no longer holds back others. */
const PATIENCE_MS = 250

export interface Answers {
  /** The body, or a Refusal (the request is at fault) or a Failure (the database is). */
  answer(question: Question): Promise<Uint8Array>
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

export interface ServingOptions extends AnswerOptions {
  readonly readers: number
  readonly queue: number
  readonly deadlineMs: number
  readonly onThreadError: (error: unknown) => void
}

/** For the service: shared, in threads, bounded in time and number. */
export function servingAnswers(options: ServingOptions): Answers {
  const threads = startThreads(options)
  const answer = sharing(bytesOf(threads.compute, options), {
    atOnce: options.readers,
    queue: options.queue,
    deadlineMs: options.deadlineMs,
    patienceMs: PATIENCE_MS,
  })
  return { answer, close: threads.close }
}

/** For one question at a time, in this thread: `secdash get`, and tests. */
export function directAnswers(options: AnswerOptions): Answers {
  const reader = databaseReader(engineAt(options.database))
  return { answer: bytesOf(computeWith(reader), options), close: reader.close }
}

const bytesOf =
  (compute: Compute, { clock, timezone, onNotice }: AnswerOptions) =>
  async (question: Question): Promise<Uint8Array> => {
    const { bytes, notices } = await compute(question, momentOf(clock(), timezone))
    for (const notice of notices) onNotice(notice)
    return bytes
  }
