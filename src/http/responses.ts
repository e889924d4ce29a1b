// What goes out: the same headers on every response, and the bodies of errors.
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Streamed } from '../answers/streamed.ts'
import { FAILURES, Failure, REFUSALS, Refusal, type Refusing } from '../errors.ts'

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
  begin: () => void,
): Promise<void> {
  const { method, httpVersion } = response.req
  const chunks = streamed.chunks()
  try {
    const length = httpVersion === '1.0' ? { 'content-length': await streamed.length } : {}
    begin()
    response.writeHead(200, { ...HEADERS, ...length })
    if (method !== 'HEAD') for await (const chunk of chunks) await written(response, chunk)
    response.end()
  } finally {
    await chunks.return(undefined)
  }
}

/** The client left before it had all of its answer. */
export class ClientGone extends Error {}

/** Resolves when the chunk has left the process, at the pace of the client. */
function written(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const gone = () => reject(new ClientGone())
  if (response.destroyed) gone()
  else {
    response.once('close', gone)
    response.write(chunk, (error) => (error ? gone() : resolve()))
  }
  return promise.finally(() => response.off('close', gone))
}

export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const EXTRA_HEADERS: { readonly [R in Refusing]?: Readonly<Record<string, string>> } = {
  methodNotAllowed: { allow: 'GET, HEAD' },
  badRequest: { connection: 'close' },
  bodyTooLarge: { connection: 'close' },
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
  const headers = { ...HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}
