// One question at the start: a database that cannot be read is told of before anybody asks.
import type { Answers } from '../answers/answers.ts'
import { RanOut } from '../answers/ran-out.ts'
import { Failure } from '../errors.ts'
import { type DatabaseFault, faultBehind } from './database-fault.ts'

interface LookOptions {
  /** Waits before it is asked again. */
  readonly pause: () => Promise<unknown>
  /** Nobody wants to know any more. */
  readonly isOver: () => boolean
}

/** No server has this name, so no more than one index is looked at. */
const QUESTION = { ask: 'compliance.server', name: '' } as const

/** How often a question may be begun and get no answer in time before that is told itself. */
const TRIES = 10

/** null when the database answers. */
export async function firstLook(
  answers: Answers,
  database: string,
  { pause, isOver }: LookOptions,
): Promise<DatabaseFault | null> {
  for (let tries = 0; ; ) {
    const error = await failureOf(answers)
    if (error === null) return null
    // Without a free reader nothing was asked: that is never held against the database.
    if (error.kind === 'query') tries += 1
    // Time or room may run out while threads are starting, or many ask: then nothing is known yet.
    if (!(error instanceof RanOut) || tries === TRIES) return faultBehind(error, database)
    await pause()
    if (isOver()) return null
  }
}

/** A refusal says that there is no such server: so it was looked for. */
async function failureOf(answers: Answers): Promise<Failure | null> {
  try {
    await answers.answer(QUESTION)
    return null
  } catch (error) {
    return error instanceof Failure ? error : null
  }
}
