// An answer on its way to a client, which may leave before it has all of it.
import type { ServerResponse } from 'node:http'
import type { Streamed } from '../answers/spool/streamed.ts'
import { within } from '../within.ts'
import { HEADERS } from './responses.ts'

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

interface StreamOptions {
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

/**
 * null where the response has its connection; else resolves when those before it are sent. An answer that
 * is computed sooner would lie in memory until then, and a client may have asked for hundreds at once.
 */
export function itsTurn(response: ServerResponse): Promise<unknown> | null {
  if (response.socket !== null) return null
  const { promise, resolve } = Promise.withResolvers<void>()
  response.once('socket', resolve)
  return Promise.race([promise, clientGone(response)])
}

/** Rejects when the client leaves. */
export function clientGone(response: ServerResponse): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(GONE)
  if (response.destroyed) leave()
  else response.once('close', leave)
  promise.catch(() => {})
  return promise
}
