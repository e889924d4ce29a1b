// One question at the start: a database that cannot be read is told of before anybody asks.
import type { Answers } from '../answers/answers.ts'
import { RanOut } from '../answers/deadline.ts'
import { knownReasonOf, saidBy } from '../database/failure/reasons.ts'
import { Failure } from '../errors.ts'

export interface DatabaseFault {
  readonly problem: string
  readonly fix: string
}

/** No server has this name, so no more than one index is looked at. */
const QUESTION = { ask: 'compliance.server', name: '' } as const

const CHECK = 'Run secdash check: it says what is wrong, and how to mend it.'

/** null when the database answers. */
export async function firstLook(answers: Answers, database: string): Promise<DatabaseFault | null> {
  try {
    await answers.answer(QUESTION)
    return null
  } catch (error) {
    // A refusal says that there is no such server: so it was looked for. Time may run out while the
    // threads are starting: then nothing is known of the database.
    if (!(error instanceof Failure) || error instanceof RanOut) return null
    const said = saidBy(error.detail, database)
    const known = knownReasonOf(error.detail)
    return known === null
      ? { problem: said, fix: CHECK }
      : { problem: `${known.reason} (${said})`, fix: known.fix }
  }
}
