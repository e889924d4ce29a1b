// Computations that end when the test says so, shared as the service shares them.
import { expect } from 'vitest'
import type { Question } from '../../src/answers/questions.ts'
import { type SharingOptions, sharing } from '../../src/answers/sharing.ts'
import { Failure } from '../../src/errors.ts'
import { ClientGone } from '../../src/http/sending.ts'

const LONG_MS = 60_000

export function byHand(options: Partial<SharingOptions> = {}) {
  const started: { key: string; end(result: string): void; fail(error: Error): void }[] = []
  const ask = sharing<string>(
    (question) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      started.push({ key: keyOf(question), end: resolve, fail: reject })
      return promise
    },
    { atOnce: 1, queue: 10, deadlineMs: LONG_MS, patienceMs: LONG_MS, ...options },
  )
  return {
    ask: (name: string) => ask(question(name), 0),
    /** By a request that has used up so much of its time already. */
    askLate: (name: string, spentMs: number) => ask(question(name), spentMs),
    /** By a client that leaves when it is told to. */
    askAndLeave(name: string) {
      const { promise: gone, reject: leave } = Promise.withResolvers<never>()
      gone.catch(() => {})
      return { answer: ask(question(name), 0, () => gone), leave: () => leave(new ClientGone()) }
    },
    /** The questions whose computations were started, in order. */
    startedKeys: () => started.map(({ key }) => key),
    /** Ends the computation that was started as the nth, and lets what follows from it happen. */
    async end(nth: number, result = `result ${nth}`) {
      started[nth]?.end(result)
      await settled()
    },
    async fail(nth: number, error: Error) {
      started[nth]?.fail(error)
      await settled()
    },
  }
}

const question = (name: string): Question => ({ ask: 'compliance.server', name })
const keyOf = (question: Question) => ('name' in question ? question.name : question.ask)
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The failure that an answer must end in. */
export const failureOf = (answer: Promise<unknown>) =>
  answer.then(
    () => {
      throw new Error('an answer where a failure was due')
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(Failure)
      return error as Failure
    },
  )
