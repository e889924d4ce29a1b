// The thread in which readers run, with a connection of its own. Errors cross the border between
// threads as plain data, because a clone forgets their class.
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina'
import { engineAt } from '../database/connect.ts'
import { databaseReader } from '../database/reader.ts'
import { Failure, type FailureReport, Refusal, type Refusing } from '../errors.ts'
import type { Moment } from '../time.ts'
import { type Answer, computeWith } from './compute.ts'
import type { Question } from './questions.ts'

export interface Task {
  readonly question: Question
  readonly now: Moment
}

export interface WorkerData {
  readonly database: string
}

export type Outcome = Answer | { readonly refusal: Refusing } | { readonly failure: FailureReport }

let compute: ReturnType<typeof computeWith> | undefined

export default async function answer({ question, now }: Task): Promise<Outcome> {
  try {
    compute ??= computeWith(databaseReader(engineAt((workerData as WorkerData).database)))
    return handedOver(await compute(question, now))
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.refusing }
    if (error instanceof Failure) {
      return { failure: { kind: error.kind, text: error.text, detail: error.detail } }
    }
    throw error
  }
}

/** The bytes change hands instead of being copied. */
const handedOver = (answer: Answer): Outcome =>
  move({ [transferableSymbol]: [answer.bytes.buffer], [valueSymbol]: answer } as never) as never
