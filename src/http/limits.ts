// How much a client may send, and how long it may take.
import type { Server } from 'node:net'
import type { FastifyServerOptions } from 'fastify'

export interface Limits {
  readonly maxHeaderBytes: number
  readonly headerTimeoutMs: number
  readonly keepAliveMs: number
  readonly maxConnections: number
  /** How long an answer may take; a connection that waits for one is not stalled. */
  readonly deadlineMs: number
}

/** No endpoint takes a body. */
export const BODY_LIMIT = 1024
/** A connection on which nothing moves, beyond the time that an answer may take. */
const STALLED_MS = 25_000
const CHECK_INTERVAL_MS = 1_000

export const serverOptions = (limits: Limits) =>
  ({
    bodyLimit: BODY_LIMIT,
    connectionTimeout: STALLED_MS + limits.deadlineMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headerTimeoutMs,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // Its absence is answered by us, after the 401 and as JSON.
      requireHostHeader: false,
    },
  }) satisfies FastifyServerOptions & Record<string, unknown>

/** How full it may be to count as having room again: otherwise each that comes and goes would be told. */
const ROOM = 0.9

/** Node closes one that is too many without a word. `onFull` is called once, until there was room again. */
export function limitConnections(server: Server, most: number, onFull: () => void): void {
  let isFull = false
  server.maxConnections = most
  server.on('drop', () => {
    if (!isFull) onFull()
    isFull = true
  })
  server.on('connection', () => {
    if (!isFull) return
    server.getConnections((_error, open) => {
      isFull = open > most * ROOM
    })
  })
}
