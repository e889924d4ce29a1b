// Why there is no answer, and what helps, for a person.
import { knownReasonOf, saidBy } from '../database/failure/reasons.ts'
import type { Failure } from '../errors.ts'

export interface DatabaseFault {
  readonly problem: string
  readonly fix: string
}

const CHECK = 'Run secdash check: it says what is wrong, and how to mend it.'

/** `database` is the address, for what must be hidden. */
export function faultBehind(failure: Failure, database: string): DatabaseFault {
  const said = saidBy(failure, database)
  // What a row holds is no word of the database: it must not choose the reason. The detail of such a
  // failure begins with the name of its error.
  const known = failure.detail.startsWith('UnreadableValue') ? null : knownReasonOf(failure)
  return known === null
    ? { problem: said, fix: CHECK }
    : { problem: `${known.reason} (${said})`, fix: known.fix }
}
