// spec 5: who asks. Done before anything else is looked at, and before any data access.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Refusing } from '../errors.ts'
import type { Peers } from './peers.ts'

const HEADER = 'x-auth-user-id'
const LONGEST_USER_BYTES = 256
/** Printable ASCII without a comma: what most users are called. */
const PLAIN = /^[ -+\--~]+$/

/** Who asks, as a trusted upstream vouches for it. Where there is a doubt, it is a 401. */
export type Asker =
  | { readonly user: string; readonly doubt: null }
  | { readonly user: null; readonly doubt: Doubt }

/** For the log only: the client learns nothing but the 401. No text of the request is in it. */
interface Doubt {
  /** The address that the connection comes from; null on a unix socket. */
  readonly peer: string | null
  readonly reason: string
}

export function askerOf(request: IncomingMessage, peers: Peers): Asker {
  const peer = request.socket.remoteAddress
  const doubted = (reason: string): Asker => ({
    user: null,
    doubt: { peer: peer ?? null, reason },
  })
  if (!peers.isTrusted(peer)) return doubted('the peer is not in TRUSTED_UPSTREAMS')
  if (isSilent(request)) {
    const user = peers.visitor(request)
    return user === null ? doubted('no X-Auth-User-ID') : { user, doubt: null }
  }
  const lines = userLines(request.rawHeaders)
  const user = lines.length === 1 ? userIn(lines[0]) : null
  return user === null ? doubted(faultOf(lines)) : { user, doubt: null }
}

export interface RefusedRequest {
  readonly asker: Asker
  readonly refusing: Refusing
}

/** For a request that is refused in any case: who is not vouched for learns nothing but the 401. */
export function refusedAs(
  refusing: Refusing,
  request: IncomingMessage,
  peers: Peers,
): RefusedRequest {
  const asker = askerOf(request, peers)
  return { asker, refusing: asker.doubt === null ? refusing : 'unauthorized' }
}

const isSilent = ({ headers }: IncomingMessage): boolean => headers[HEADER] === undefined

// Node joins two empty header lines to ', ', which looks like a value: count the lines themselves.
function userLines(rawHeaders: readonly string[]): string[] {
  const found: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length !== HEADER.length || name.toLowerCase() !== HEADER) continue
    // Names and values alternate.
    found.push(rawHeaders[i + 1] as string)
  }
  return found
}

function userIn(line = ''): string | null {
  // Node reads header bytes as Latin-1, so this length counts bytes.
  if (line === '' || line.length > LONGEST_USER_BYTES) return null
  if (PLAIN.test(line)) return line
  const bytes = Buffer.from(line, 'latin1')
  const user = isUtf8(bytes) ? bytes.toString('utf8') : line
  return /[\p{Cc},]/u.test(user) ? null : user
}

/** What is wrong with lines in which there is no user. */
function faultOf([line = '', ...others]: readonly string[]): string {
  if (others.length > 0) return 'more than one X-Auth-User-ID'
  if (line === '') return 'X-Auth-User-ID is empty'
  return line.length > LONGEST_USER_BYTES
    ? `X-Auth-User-ID is longer than ${LONGEST_USER_BYTES} bytes`
    : 'X-Auth-User-ID has a comma or a control character'
}
