// Answers for one question at a time, in this thread: for `secdash get`, `secdash check`, and tests.
import { historyPages } from '../compliance/history-pages.ts'
import { engineAt } from '../database/connect.ts'
import { failure } from '../database/failure/failure.ts'
import { databaseReader } from '../database/reader.ts'
import { Replaced } from '../database/replaced.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { type AnswerOptions, type Answers, noticesOf, nowOf } from './answers.ts'
import { computeWith } from './compute.ts'
import { isUnbounded, type Question, tablesOf } from './questions.ts'
import { deadlinePassed } from './ran-out.ts'

export interface DirectAnswers extends Answers {
  answer(question: Question): Promise<Uint8Array>
  /**
   * Fails where the service would, also where it takes too long. What is long is read page by page, and
   * not kept.
   */
  tryOut(question: Question): Promise<void>
}

export interface DirectOptions extends AnswerOptions {
  /** How long the service would let a request wait. */
  readonly deadlineMs: number
}

export function directAnswers(options: DirectOptions): DirectAnswers {
  const reader = databaseReader(engineAt(options.database), options.deadlineMs)
  const compute = computeWith(reader)
  const [now, tell] = [nowOf(options), noticesOf(options)]

  async function answer(question: Question): Promise<Uint8Array> {
    const computed = await askedAgain(() => compute(question, now()))
    tell(computed)
    return computed.bytes
  }

  /** False where the answer is short, and not read yet. */
  async function isReadInPages(question: Question, assertInTime: () => void): Promise<boolean> {
    if (!isUnbounded(question)) return false
    const work = async (snapshot: Snapshot) => {
      const history = await historyPages(snapshot, question, now())
      if (history === null) return false
      for await (const _ of history.pages()) assertInTime()
      return true
    }
    return askedAgain(() => reader.read(work, { tables: tablesOf(question) }))
  }

  return {
    answer,
    async tryOut(question) {
      const assertInTime = timeLimit(options.deadlineMs)
      if (!(await isReadInPages(question, assertInTime))) await answer(question)
      assertInTime()
    },
    close: reader.close,
  }
}

/** Throws when the time has passed. */
function timeLimit(deadlineMs: number): () => void {
  const begin = performance.now()
  return () => {
    if (performance.now() - begin > deadlineMs) throw deadlinePassed(deadlineMs)
  }
}

/** Where it was replaced, its connection is closed, and a new one finds what is there now. */
async function askedAgain<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Replaced)) throw error
  }
  return ask().catch((error) => {
    throw error instanceof Replaced ? failure('query', error.message, error) : error
  })
}
