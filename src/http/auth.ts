// spec 5: who asks. Done before anything else is looked at, and before any data access.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Refusal, type Refusing } from '../errors.ts'
import type { Peers } from './peers.ts'

const HEADER = 'x-auth-user-id'
const LONGEST_USER_BYTES = 256
/** Printable ASCII without a comma: what most users are called. */
const PLAIN = /^[ -+\--~]+$/

/** The user that a trusted upstream vouches for, or a 401. */
export function authenticate(request: IncomingMessage, peers: Peers): string {
  const user = isSilent(request) ? peers.visitor(request) : userOf(request.rawHeaders)
  if (user === null || !peers.isTrusted(request.socket.remoteAddress)) {
    throw new Refusal('unauthorized')
  }
  return user
}

export interface Refused {
  readonly user: string | null
  readonly refusing: Refusing
}

/** For a request that is refused in any case: who is not vouched for learns nothing but the 401. */
export function refusedAs(refusing: Refusing, request: IncomingMessage, peers: Peers): Refused {
  try {
    return { user: authenticate(request, peers), refusing }
  } catch (refusal) {
    return { user: null, refusing: (refusal as Refusal).refusing }
  }
}

const isSilent = ({ headers }: IncomingMessage): boolean => headers[HEADER] === undefined

// Node joins two empty header lines to ', ', which looks like a value: count the lines themselves.
function userOf(rawHeaders: readonly string[]): string | null {
  let found: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length !== HEADER.length || name.toLowerCase() !== HEADER) continue
    if (found !== null) return null
    // Names and values alternate.
    found = rawHeaders[i + 1] as string
  }
  // Node reads header bytes as Latin-1, so this length counts bytes.
  if (found === null || found === '' || found.length > LONGEST_USER_BYTES) return null
  if (PLAIN.test(found)) return found
  const bytes = Buffer.from(found, 'latin1')
  const user = isUtf8(bytes) ? bytes.toString('utf8') : found
  return /[\p{Cc},]/u.test(user) ? null : user
}
