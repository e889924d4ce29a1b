// One line a request, and one with full detail for every failure.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure, REFUSALS, type Refusing } from '../errors.ts'

export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      id: request.id,
      user: request.user,
      method: request.method,
      path: request.originalUrl.split('?', 1)[0],
      action: request.action,
      status: reply.statusCode,
      duration: Math.round(reply.elapsedTime * 1000) / 1000,
    },
    'request',
  )
}

export function logFailure(log: Logger, request: FastifyRequest, error: unknown): void {
  const detail =
    error instanceof Failure
      ? { kind: error.kind, text: error.text, detail: error.detail }
      : { kind: 'defect', detail: error instanceof Error ? error.stack : String(error) }
  log.error({ id: request.id, user: request.user, ...detail }, 'failure')
}

export function logBroken(log: Logger, refusing: Refusing, error: NodeJS.ErrnoException): void {
  const [status, text] = REFUSALS[refusing]
  log.info({ status, text, code: error.code }, 'broken request')
}
