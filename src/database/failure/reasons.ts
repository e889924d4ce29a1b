// Why a database cannot be had, in our words, and what helps.
import { parseAddress } from '../../address.ts'
import { FILE_REASONS } from './file-reasons.ts'
import { LOCK_REASONS } from './lock-reasons.ts'
import { SERVER_REASONS } from './server-reasons.ts'
import { code, type KnownReason, type Told, words } from './signs.ts'

interface Reason {
  readonly reason: string
  readonly fix: string
}

/**
 * By words, since OpenSSL has a code for each of a hundred faults, and the driver of MariaDB one for
 * all. A path may hold them, too: so this one comes last.
 */
const ENCRYPTION: KnownReason = [
  words(/certificate|\bssl\b|\btls\b/i),
  'the encryption cannot be agreed on',
  'See what the server itself logs about it. If it asks for a certificate of the client: secdash has none to show.',
]

/** The first that fits is told. */
const REASONS: readonly KnownReason[] = [
  ...LOCK_REASONS,
  ...SERVER_REASONS,
  ...FILE_REASONS,
  ENCRYPTION,
]

/** A statement that the account may not run. */
export const REFUSED = code('42501', '1142', '1143', '1370')

const UNKNOWN: Reason = {
  reason: 'it cannot be read',
  fix: 'See what the server itself logs about this.',
}

export const reasonOf = (told: Told): Reason => knownReasonOf(told) ?? UNKNOWN

export function knownReasonOf({ detail, code }: Told): Reason | null {
  // The stack names files, and a folder may be called ssl.
  const message = detail.replace(/\n\s+at .*/g, '')
  const found = REASONS.find(([when]) => when({ detail: message, code }))
  return found === undefined ? null : { reason: found[1], fix: found[2] }
}

/** The first line of what an engine said, without the password of the address. */
export function saidBy({ detail }: Told, database: string): string {
  const [line = ''] = detail.split('\n')
  const address = parseAddress(database)
  const password = address?.engine === 'sqlite' ? '' : (address?.password ?? '')
  if (password === '') return line
  return [password, encodeURIComponent(password)].reduce(
    (it, secret) => it.replaceAll(secret, '***'),
    line,
  )
}
