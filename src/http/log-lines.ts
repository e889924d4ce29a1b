// One line a request, and one with full detail for every failure.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure, REFUSALS, type Refusing } from '../errors.ts'
import type { RefusedRequest } from './auth.ts'
import { MOST_WAITING } from './pipelining.ts'

/** The line of a request, also of one whose client leaves before it has its whole answer. */
export function logWhenDone(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  if (!log.isLevelEnabled('info')) return
  const start = performance.now()
  reply.raw.on('close', () => {
    log.info(
      {
        id: request.id,
        user: request.asker?.user ?? null,
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        action: request.action,
        // None where the client left first.
        status: reply.raw.headersSent ? reply.statusCode : null,
        duration: Math.round((performance.now() - start) * 1000) / 1000,
        ...request.asker?.doubt,
      },
      'request',
    )
  })
}

export function logFailure(log: Logger, request: FastifyRequest, error: unknown): void {
  const detail =
    error instanceof Failure
      ? { kind: error.kind, text: error.text, detail: withCode(error) }
      : { kind: 'defect', detail: error instanceof Error ? error.stack : String(error) }
  log.error({ id: request.id, user: request.asker?.user ?? null, ...detail }, 'failure')
}

const withCode = ({ detail, code }: Failure): string =>
  code === null ? detail : `${detail}\n    code: ${code}`

/** Of a request that the framework never gets to see; its line looks like any other. */
export function logRefused(
  log: Logger,
  id: string,
  { method, url = '' }: IncomingMessage,
  { asker: { user, doubt }, refusing }: RefusedRequest,
): void {
  const [status] = REFUSALS[refusing]
  const path = url.split('?', 1)[0]
  log.info({ id, user, method, path, action: null, status, duration: 0, ...doubt }, 'request')
}

export function logBroken(log: Logger, refusing: Refusing, error: NodeJS.ErrnoException): void {
  const [status, text] = REFUSALS[refusing]
  log.info({ status, text, code: error.code }, 'broken request')
}

export function logFlood(log: Logger, { remoteAddress }: Socket): void {
  const peer = remoteAddress ?? null
  log.warn({ peer, waiting: MOST_WAITING }, 'too many requests on one connection: closed')
}

export function logFull(log: Logger, connections: number): void {
  const fix =
    'See who holds them: ss -tnp, or ss -xp for a unix socket. If all are needed, raise MAX_CONNECTIONS.'
  log.warn({ connections, fix }, 'too many connections: further ones are closed')
}
