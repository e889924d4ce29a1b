// How an error of the database becomes the failure that a client and the log are told about.
import { Failure, type FailureReport, LONGEST_EXPLANATION } from '../../errors.ts'
import { knownReasonOf } from './reasons.ts'
import type { Told } from './signs.ts'

/** Absolute, or as a server names its own files: base/16385/16397, ./secdash/compliance_scans.ibd */
const PATH = /(^|[\s'"`(])(?:\.{0,2}|base|global|pg_\w+)\/[^\s'"`)]+/g

/** The database's own words as a client may see them: one line, bounded, no path of its files. */
export const publicText = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .replace(PATH, '$1…')
    .slice(0, LONGEST_EXPLANATION)

export const failure = (kind: FailureReport['kind'], text: string, cause?: unknown): Failure =>
  new Failure({ kind, text: publicText(text), ...toldBy(cause ?? text) })

/** No connection to a server could be had: refused, unknown, not let in, or not in time. */
export function unreachable(error: unknown): Failure {
  const reason = knownReasonOf(toldBy(error))?.reason ?? 'the server cannot be reached'
  return failure('connection', `no connection to the database: ${reason}`, error)
}

const toldBy = (cause: unknown): Told =>
  cause instanceof Error
    ? { detail: cause.stack ?? String(cause), code: codeOf(cause) }
    : { detail: String(cause), code: null }

/** A server says its words in whatever language it is set to; its code is the same in every one. */
function codeOf(error: Error): string | null {
  const { errcode, errno, code } = error as {
    readonly errcode?: unknown
    readonly errno?: unknown
    readonly code?: unknown
  }
  // Of SQLite, where `code` is the same for all.
  if (typeof errcode === 'number') return `SQLITE ${errcode}`
  // Of MariaDB and MySQL, whose names differ. Node's own is below 0.
  if (typeof errno === 'number' && errno > 0) return String(errno)
  return code === undefined ? null : String(code)
}
