// A question becomes bytes: the work itself, wherever it runs.
import type { DatabaseReader } from '../database/reader.ts'
import type { Notice } from '../database/snapshot.ts'
import { encodeJson } from '../json.ts'
import type { Moment } from '../time.ts'
import { bodyOf, type Question } from './questions.ts'

export interface Answer {
  readonly bytes: Uint8Array
  readonly notices: readonly Notice[]
}

/** Answers from what the database holds when it is called, or throws a Refusal or a Failure. */
export type Compute = (question: Question, now: Moment) => Promise<Answer>

const utf8 = new TextEncoder()

export const computeWith =
  (reader: DatabaseReader): Compute =>
  async (question, now) => {
    const notices: Notice[] = []
    const body = await reader.read(
      (snapshot) => bodyOf(snapshot, question, now),
      (notice) => notices.push(notice),
    )
    return { bytes: utf8.encode(encodeJson(body)), notices }
  }
