// The ways in which time or room runs out.
import { Failure, type FailureReport } from '../errors.ts'

/** There was no time or no room for an answer: that tells nothing about the database. */
export class RanOut extends Failure {
  constructor(kind: FailureReport['kind'], text: string) {
    super({ kind, text, detail: text, code: null })
  }
}

const seconds = (ms: number) => `${ms / 1000} s`

/** The query ran, and did not end in time. */
export const deadlinePassed = (deadlineMs: number): RanOut =>
  new RanOut('query', `no answer within ${seconds(deadlineMs)}`)

/** The query never ran: a connection could not be had in time. */
export const noneFree = (deadlineMs: number): RanOut =>
  new RanOut('connection', `no reader became free within ${seconds(deadlineMs)}`)

export const queueFull = (queue: number): RanOut =>
  new RanOut('connection', `all readers are busy and ${queue} questions wait already`)

/** More threads than may read at once are caught in queries that passed their deadline. */
export const allStuck = (stuck: number): RanOut =>
  new RanOut('connection', `${stuck} readers are still caught in queries that took too long`)
