// Why a database cannot be had: what each engine says, in other words, and what helps.
import { parseAddress } from '../../address.ts'
import { FILE_REASONS } from './file-reasons.ts'
import { type KnownReason, SERVER_REASONS } from './server-reasons.ts'

export interface Reason {
  readonly reason: string
  readonly fix: string
}

/** The first that fits is told. */
const REASONS: readonly KnownReason[] = [...SERVER_REASONS, ...FILE_REASONS]

/** A statement that the account may not run. */
export const REFUSED = /permission denied for|command denied|code: (1142|1143|42501)\b/i

const UNKNOWN: Reason = {
  reason: 'it cannot be read',
  fix: 'See what the server itself logs about this.',
}

/** `detail` is all that is known of an error, as the log has it. */
export const reasonOf = (detail: string): Reason => knownReasonOf(detail) ?? UNKNOWN

export function knownReasonOf(detail: string): Reason | null {
  // The stack names files, and a folder may be called ssl.
  const message = detail.replace(/\n\s+at .*/g, '')
  const found = REASONS.find(([says]) => says.test(message))
  return found === undefined ? null : { reason: found[1], fix: found[2] }
}

/** The first line of what an engine said, without the password of the address. */
export function saidBy(detail: string, database: string): string {
  const [line = ''] = detail.split('\n')
  const address = parseAddress(database)
  const password = address?.engine === 'sqlite' ? '' : (address?.password ?? '')
  if (password === '') return line
  return [password, encodeURIComponent(password)].reduce(
    (it, secret) => it.replaceAll(secret, '***'),
    line,
  )
}
