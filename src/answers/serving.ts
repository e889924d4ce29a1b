// Answers for the service: remembered, shared, in threads, bounded in time, number and memory. Only this
// folder knows of these.
import { engineAt } from '../database/connect.ts'
import { within } from '../within.ts'
import { type AnswerOptions, type Answers, noticesOf, nowOf } from './answers.ts'
import { isUnbounded } from './questions.ts'
import { noneFree } from './ran-out.ts'
import { boundedMemory } from './remembering/memory.ts'
import { remembering } from './remembering/remembering.ts'
import { watching } from './remembering/watching.ts'
import { sharing } from './sharing.ts'
import { startThreads } from './threads/threads.ts'

/** A healthy answer takes milliseconds; what takes longer no longer holds back others. */
const PATIENCE_MS = 250
/** How long a database that cannot be watched is left alone. */
const WATCH_PAUSE_MS = 1_000

interface ServingOptions extends AnswerOptions {
  readonly readers: number
  readonly queue: number
  readonly deadlineMs: number
  /** For remembered answers; 0 is to compute each anew. */
  readonly memoryBytes: number
  readonly onThreadError: (error: unknown) => void
}

export function servingAnswers(options: ServingOptions): Answers {
  const memory = boundedMemory(options.memoryBytes)
  const watch = watching(options.memoryBytes === 0 ? UNWATCHABLE : engineAt(options.database), {
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
  const sharedBy = (atOnce: number) =>
    sharing(answer, {
      atOnce,
      queue: options.queue,
      deadlineMs: options.deadlineMs,
      patienceMs: PATIENCE_MS,
    })
  // Long ones wait for each other, and never hold back a short one.
  const askShort = sharedBy(options.readers)
  const askLong = sharedBy(threads.longAtOnce)
  return {
    async answer(question, gone) {
      const arrived = performance.now()
      const known = await recall(question)
      if (known !== undefined) return known
      const starting = threads.starting()
      if (starting !== null) {
        const leftMs = Math.max(0, options.deadlineMs - (performance.now() - arrived))
        await within(leftMs, starting, () => noneFree(options.deadlineMs))
      }
      const ask = isUnbounded(question) ? askLong : askShort
      return ask(question, performance.now() - arrived, gone)
    },
    async close() {
      watch.close()
      await threads.close()
    },
  }
}

/** Nothing is remembered, so nobody asks for changes. */
const UNWATCHABLE = { openWatch: null, idleMs: null }
