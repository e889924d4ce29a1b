// Answers that were true a moment ago, within a bound of memory: what was asked for least recently
// goes first.
import type { Token } from '../../database/watch.ts'
import type { Moment } from '../../time.ts'
import { stillHolds } from '../../true-while.ts'
import type { Answer } from '../compute.ts'
import { bytesAt } from './moving.ts'

interface Entry {
  readonly token: Token
  readonly computed: Moment
  readonly answer: Answer
  readonly size: number
  /** The bytes as they were last sent: within a second they are the same. */
  sent: Buffer
  second: number
}

export interface Memory {
  has(key: string): boolean
  /** The answer as it is now, if it still is one. `now` is read only when that is the question. */
  recall(key: string, token: Token | null, now: () => Moment): Buffer | undefined
  /** `token` was read before the snapshot of the answer was begun. */
  keep(key: string, token: Token, computed: Moment, answer: Answer): void
  forget(): void
}

/** What an entry takes beside its bytes, about. */
const OVERHEAD = 1024

export function boundedMemory(limit: number): Memory {
  const entries = new Map<string, Entry>()
  let used = 0

  function drop(key: string) {
    used -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  return {
    has: (key) => entries.has(key),

    recall(key, token, now) {
      const entry = entries.get(key)
      // Where nothing can be told, something may be told a moment later.
      if (entry === undefined || token === null) return undefined
      const moment = entry.token === token ? now() : undefined
      if (moment === undefined || !isTrueAt(entry, moment)) return void drop(key)
      if (moment.epochSeconds !== entry.second) {
        entry.sent = bytesAt(entry.answer, moment)
        entry.second = moment.epochSeconds
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.sent
    },

    keep(key, token, computed, answer) {
      drop(key)
      // Once as computed, and once as last sent.
      const size = 2 * answer.bytes.length + key.length + OVERHEAD
      if (size > limit) return
      const { buffer, byteOffset, length } = answer.bytes
      const sent = Buffer.from(buffer, byteOffset, length)
      entries.set(key, { token, computed, answer, size, sent, second: computed.epochSeconds })
      used += size
      for (const oldest of entries.keys()) {
        if (used <= limit) break
        drop(oldest)
      }
    },

    forget() {
      entries.clear()
      used = 0
    },
  }
}

/** Where the clock was put back, nothing is known of what was not in a window then. */
const isTrueAt = ({ computed, second, answer }: Entry, now: Moment): boolean =>
  now.epochSeconds === second ||
  (now.epochSeconds > computed.epochSeconds && answer.conditions.every((it) => stillHolds(it, now)))
