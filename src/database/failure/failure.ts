// How an error of the database becomes the failure that a client and the log are told about.
import { Failure, type FailureReport, LONGEST_EXPLANATION } from '../../errors.ts'
import { codeOf, withCode } from './code.ts'
import { knownReasonOf } from './reasons.ts'

/** Absolute, or as a server names its own files: base/16385/16397, ./secdash/compliance_scans.ibd */
const PATH = /(^|[\s'"`(])(?:\.{0,2}|base|global|pg_\w+)\/[^\s'"`)]+/g

/** The database's own words as a client may see them: one line, bounded, no path of its files. */
export const publicText = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .replace(PATH, '$1…')
    .slice(0, LONGEST_EXPLANATION)

export const failure = (kind: FailureReport['kind'], text: string, cause?: unknown): Failure =>
  new Failure({ kind, text: publicText(text), detail: fullText(cause ?? text) })

/** No connection to a server could be had: refused, unknown, not let in, or not in time. */
export function unreachable(error: unknown): Failure {
  const reason = knownReasonOf(fullText(error))?.reason ?? 'the server cannot be reached'
  return failure('connection', `no connection to the database: ${reason}`, error)
}

/** Its code, too: a server says its words in whatever language it is set to. */
const fullText = (cause: unknown): string =>
  cause instanceof Error ? withCode(cause.stack ?? String(cause), codeOf(cause)) : String(cause)
