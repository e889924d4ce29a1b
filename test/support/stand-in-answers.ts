// Answers under a test's control: the http layer knows no more of them than this interface.
import { EventEmitter, once } from 'node:events'
import type { Answers } from '../../src/answers/answers.ts'
import type { Question } from '../../src/answers/questions.ts'

export interface CountingAnswers extends Answers {
  /** What was asked, in order. */
  readonly asked: Question[]
}

/** Fails every question with this error, and notes it. */
export function failingAnswers(error: unknown): CountingAnswers {
  const asked: Question[] = []
  return {
    asked,
    async answer(question) {
      asked.push(question)
      throw error
    },
    async close() {},
  }
}

export interface HeldAnswers extends Answers {
  /** Resolves once this many questions were asked. */
  asked(count: number): Promise<void>
  /** Answers all that waits and all that comes. */
  release(): void
}

/** Answers no question until it is told to. */
export function heldAnswers(body: object): HeldAnswers {
  const heard = new EventEmitter()
  let questions = 0
  const released = Promise.withResolvers<void>()
  const bytes = new TextEncoder().encode(JSON.stringify(body))
  return {
    async asked(count) {
      while (questions < count) await once(heard, 'question')
    },
    release: released.resolve,
    async answer() {
      questions++
      heard.emit('question')
      await released.promise
      return bytes
    },
    async close() {},
  }
}
