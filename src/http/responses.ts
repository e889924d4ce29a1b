// What goes out: the same headers on every response, and the bodies of errors.
import { STATUS_CODES } from 'node:http'
import { FAILURES, Failure, REFUSALS, Refusal, type Refusing } from '../errors.ts'
import { SERVED_METHODS } from './routing.ts'

export const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** As a 405 has to say it. */
export const ALLOWED_METHODS = [...SERVED_METHODS].join(', ')

const EXTRA_HEADERS: { readonly [R in Refusing]?: Readonly<Record<string, string>> } = {
  methodNotAllowed: { allow: ALLOWED_METHODS },
  badRequest: { connection: 'close' },
}

/** The four cases: ours, no connection, a failed query, everything else. */
export function errorResponse(error: unknown, explainsFailures: boolean): ErrorResponse {
  if (error instanceof Refusal) {
    return response(error.status, { error: error.message }, EXTRA_HEADERS[error.refusing])
  }
  if (!(error instanceof Failure)) return response(500, { error: FAILURES.defect })
  const explained = explainsFailures && error.kind === 'query'
  return response(500, { error: error.message, ...(explained ? { message: error.text } : {}) })
}

const response = (status: number, body: object, headers = {}): ErrorResponse => ({
  status,
  headers,
  body: Buffer.from(JSON.stringify(body)),
})

/** A whole response as bytes, for a connection that has no request object. Closes it. */
export function rawResponse(refusing: Refusing): string {
  const [status, error] = REFUSALS[refusing]
  const body = JSON.stringify({ error })
  const headers = {
    ...HEADERS,
    ...EXTRA_HEADERS[refusing],
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
