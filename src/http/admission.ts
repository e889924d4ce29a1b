// The order of checks before a request is read: who asks, which path, which method, and whether
// it is a request that this service could serve at all.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { askerOf } from './auth.ts'
import { BODY_LIMIT } from './limits.ts'
import type { Peers } from './peers.ts'
import { SERVED_METHODS } from './routing.ts'

/** Notes who asks, or throws the first Refusal. */
export function admit(request: FastifyRequest, reply: FastifyReply, peers: Peers): void {
  // A body is of no use here: it is not read, and its connection not used again.
  if (hasBody(request) || asksForUpgrade(request)) reply.raw.setHeader('connection', 'close')
  request.asker = askerOf(request.raw, peers)
  if (request.asker.doubt !== null) throw new Refusal('unauthorized')
  if (request.is404) throw new Refusal('notFound')
  if (!SERVED_METHODS.has(request.method)) throw new Refusal('methodNotAllowed')
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT) throw new Refusal('bodyTooLarge')
  // A body of untold length: whether it is broken would show only after the answer.
  if (request.headers['transfer-encoding'] !== undefined) throw new Refusal('badRequest')
  if (!isHostClear(request)) throw new Refusal('badRequest')
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * None is offered. But what came in the same packet behind such a request, Node drops: the answer to
 * the next request would pass for that of the one that was lost.
 */
const asksForUpgrade = ({ headers }: FastifyRequest): boolean =>
  headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '')

/**
 * HTTP/1.1 asks for a Host line; Node would answer its absence before the 401, and not as JSON. Of two
 * Node takes the first, where others on the way may have taken the second: that is broken HTTP. So is
 * one that names no host.
 */
function isHostClear({ raw: { httpVersion, rawHeaders } }: FastifyRequest): boolean {
  let lines = 0
  let value = ''
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length !== HOST.length || name.toLowerCase() !== HOST) continue
    lines += 1
    value = rawHeaders[i + 1] as string
  }
  return lines === 1 ? HOST_VALUE.test(value) : lines === 0 && httpVersion !== '1.1'
}

const HOST = 'host'

/** A name or an address, that of IPv6 in brackets, and a port: any of it may be missing. */
const HOST_VALUE = /^(?:\[[\w.:~!$&'()*+,;=%-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i
