// What http asks: a question in, bytes out. Only this folder knows of threads, sharing, remembering
// and deadlines.
import { engineAt } from '../database/connect.ts'
import type { Notice } from '../database/snapshot.ts'
import { momentOf } from '../time.ts'
import { within } from '../within.ts'
import type { Answer } from './compute.ts'
import { isUnbounded, type Question } from './questions.ts'
import { noneFree } from './ran-out.ts'
import { boundedMemory } from './remembering/memory.ts'
import { remembering } from './remembering/remembering.ts'
import { watching } from './remembering/watching.ts'
import { type Gone, sharing } from './sharing.ts'
import type { Streamed } from './spool/streamed.ts'
import { startThreads } from './threads/threads.ts'

/** A healthy answer takes milliseconds; what takes longer no longer holds back others. */
const PATIENCE_MS = 250
/** How long a database that cannot be watched is left alone. */
const WATCH_PAUSE_MS = 1_000

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

export interface ServingOptions extends AnswerOptions {
  readonly readers: number
  readonly queue: number
  readonly deadlineMs: number
  /** For remembered answers; 0 is to compute each anew. */
  readonly memoryBytes: number
  readonly onThreadError: (error: unknown) => void
}

/** For the service: remembered, shared, in threads, bounded in time, number and memory. */
export function servingAnswers(options: ServingOptions): Answers {
  const memory = boundedMemory(options.memoryBytes)
  const watch = watching(options.memoryBytes === 0 ? NOTHING : engineAt(options.database), {
    patienceMs: Math.min(PATIENCE_MS, options.deadlineMs / 2),
    pauseMs: WATCH_PAUSE_MS,
    onLost: memory.forget,
  })
  const threads = startThreads({ ...options, onReplaced: watch.letGo })
  const { recall, answer } = remembering({
    compute: threads.compute,
    watching: watch,
    memory,
    now: nowOf(options),
    onComputed: noticesOf(options),
  })
  const share = (atOnce: number) =>
    sharing(answer, {
      atOnce,
      queue: options.queue,
      deadlineMs: options.deadlineMs,
      patienceMs: PATIENCE_MS,
    })
  // Long ones wait for each other, and never hold back a short one.
  const shareShort = share(options.readers)
  const shareLong = share(threads.longAtOnce)
  return {
    async answer(question, gone) {
      const arrived = performance.now()
      const known = await recall(question)
      if (known !== undefined) return known
      const starting = threads.starting()
      if (starting !== null) {
        const leftMs = options.deadlineMs - (performance.now() - arrived)
        await within(leftMs, starting, () => noneFree(options.deadlineMs))
      }
      const share = isUnbounded(question) ? shareLong : shareShort
      return share(question, performance.now() - arrived, gone)
    },
    async close() {
      watch.close()
      await threads.close()
    },
  }
}

const NOTHING = { openWatch: null, idleMs: null }

export const nowOf =
  ({ clock, timezone }: AnswerOptions) =>
  () =>
    momentOf(clock(), timezone)

export const noticesOf =
  ({ onNotice }: AnswerOptions) =>
  ({ notices }: Answer) => {
    for (const notice of notices) onNotice(notice)
  }
