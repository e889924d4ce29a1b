// What goes out: the same headers on every response, and the bodies of errors.
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Streamed } from '../answers/spool/streamed.ts'
import { FAILURES, Failure, REFUSALS, Refusal, type Refusing } from '../errors.ts'
import { within } from '../within.ts'
import { SERVED_METHODS } from './routing.ts'

export const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Node leaves the body out where the request was a HEAD. */
export function sendBody(response: ServerResponse, body: Uint8Array): void {
  response.writeHead(200, { ...HEADERS, 'content-length': body.length })
  response.end(body)
}

/**
 * Ends with an error where the body does: then its connection has to be destroyed, so that nobody
 * takes the part for the whole. HTTP/1.0 has no sign for that, so there the length is told first.
 */
export async function sendStream(
  response: ServerResponse,
  streamed: Streamed,
  { begin, leftMs, late }: StreamOptions,
): Promise<void> {
  const { method, httpVersion } = response.req
  const gone = clientGone(response)
  const { chunks, close } = streamed.open(gone)
  const written = (chunk: Uint8Array) =>
    new Promise<unknown>((resolve) => response.write(chunk, resolve))
  try {
    const isOld = httpVersion === '1.0'
    const length = isOld ? await within(leftMs, Promise.race([streamed.length, gone]), late) : null
    begin()
    response.writeHead(200, { ...HEADERS, ...(length && { 'content-length': length }) })
    if (method !== 'HEAD') {
      // At the pace of the client: each has left the process before the next is read.
      for await (const chunk of chunks) await Promise.race([written(chunk), gone])
    }
    response.end()
  } finally {
    await close()
  }
}

export interface StreamOptions {
  /** Called when nothing but the body can go wrong any more. */
  readonly begin: () => void
  /** How long the client may still wait for the status, and what it is told then. */
  readonly leftMs: number
  readonly late: () => Error
}

/** The client left before it had all of its answer. */
export class ClientGone extends Error {}

/** One for all: every request ends with one, and to note each time where it came from takes long. */
const GONE = new ClientGone()

/** Rejects when the client leaves. */
export function clientGone(response: ServerResponse): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(GONE)
  if (response.destroyed) leave()
  else response.once('close', leave)
  promise.catch(() => {})
  return promise
}

export interface ErrorResponse {
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
