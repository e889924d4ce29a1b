// An answer is given again as long as nothing can have changed it: see docs/freshness.md.
//
// The token is read before the snapshot of an answer is begun, and read again after the next
// request has arrived. Where both are the same, nothing was committed in between, so nothing was
// committed between the snapshot and the request. Read in another order they would prove nothing.
import type { Moment } from '../../time.ts'
import type { Answer, Compute } from '../compute.ts'
import { keyOf, type Question } from '../questions.ts'
import type { Streamed } from '../spool/streamed.ts'
import type { Memory } from './memory.ts'
import type { Watching } from './watching.ts'

interface RememberingOptions {
  readonly compute: Compute<Answer | Streamed>
  readonly watching: Pick<Watching, 'token' | 'tokenAtOnce' | 'saw'>
  readonly memory: Memory
  readonly now: () => Moment
  /** Once a computation. */
  readonly onComputed: (answer: Answer) => void
}

interface Remembering {
  /** The answer from memory, if it is still true for a request that has arrived by now. */
  recall(question: Question): Promise<Uint8Array | undefined>
  /** For all requests that have arrived by now: from memory, or computed and kept. */
  answer(question: Question): Promise<Uint8Array | Streamed>
}

export function remembering(options: RememberingOptions): Remembering {
  const { compute, watching, memory, now, onComputed } = options
  return {
    async recall(question) {
      const key = keyOf(question)
      if (!memory.has(key)) return undefined
      return memory.recall(key, await watching.token(), now)
    },

    async answer(question) {
      const key = keyOf(question)
      const token = await watching.tokenAtOnce()
      // The computation that this one had to wait for may have left what is still true.
      const known = memory.recall(key, token, now)
      if (known !== undefined) return known
      const moment = now()
      const answer = await compute(question, moment)
      if ('open' in answer) return answer
      onComputed(answer)
      if (token !== null && token.origin === answer.origin) memory.keep(key, token, moment, answer)
      watching.saw(answer.origin)
      return answer.bytes
    },
  }
}
