// A question becomes bytes: the work itself, wherever it runs.
import { constants } from 'node:buffer'
import { failure } from '../database/failure/failure.ts'
import type { DatabaseReader, ReadOptions } from '../database/reader.ts'
import type { Notice } from '../database/snapshot.ts'
import type { Moment } from '../time.ts'
import type { Condition } from '../true-while.ts'
import { bodyOf, type Question, tablesOf } from './questions.ts'
import { type Encoded, encodeBody } from './remembering/moving.ts'

export interface Answer extends Encoded {
  readonly notices: readonly Notice[]
  /** As long as they hold, and the data stands still, the answer is the same but for its slots. */
  readonly conditions: readonly Condition[]
  /** The database that it was read from, where a watch could tell of changes. */
  readonly origin: string | null
}

/** Answers from what the database holds when it is called, or throws a Refusal or a Failure. */
export type Compute<Result = Answer> = (question: Question, now: Moment) => Promise<Result>

interface ComputeOptions extends Pick<ReadOptions, 'place'> {
  /** An answer that nobody keeps does without. */
  readonly asksOrigin?: boolean
}

export const computeWith =
  (reader: DatabaseReader, { asksOrigin = false, place = null }: ComputeOptions = {}): Compute =>
  async (question, now) => {
    const notices: Notice[] = []
    const conditions: Condition[] = []
    const [body, origin] = await reader.read(
      async (snapshot, originOf) => {
        const from = asksOrigin ? await originOf() : null
        return [await bodyOf(snapshot, question, now, (it) => conditions.push(it)), from] as const
      },
      { notice: (notice) => notices.push(notice), place, tables: tablesOf(question) },
    )
    return { ...encoded(body), notices, conditions, origin }
  }

function encoded(body: object): Encoded {
  try {
    return encodeBody(body)
  } catch (error) {
    if (!(error instanceof RangeError && error.message === 'Invalid string length')) throw error
    throw failure('query', `the answer is too long: a list of it has more than ${LONGEST}`, error)
  }
}

/** Node holds no longer text. */
const LONGEST = `${Math.floor(constants.MAX_STRING_LENGTH / 1e6)} million characters`
