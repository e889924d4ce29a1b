// pg parses messages in the data handler of its socket, and throws there at bytes that are no message of
// PostgreSQL. Nobody can catch that: it would end the thread, and for the connection that watches the
// service itself. An error or notice without its end makes it loop for ever, so their ends are looked at
// first. Where it cannot parse a value it blames the query, so its error is told in other words.
import type { Duplex } from 'node:stream'
import type { Client } from 'pg'
import { postgresFailure } from './failure.ts'

/** What the driver's types leave out. */
interface Listening {
  readonly connection: { attachListeners(stream: Duplex): void }
}

/** To be called before it connects. Then a connection with such bytes on it is a lost one. */
export function guardParser(client: Client): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const query = (...args: unknown[]) =>
    ask(...args).catch((error) => {
      throw postgresFailure(error).kind === 'defect' ? notUnderstood(error) : error
    })
  Object.assign(client, { query })
  const { connection } = client as unknown as Listening
  const attach = connection.attachListeners
  // Called with the stream that messages come on, which with TLS is not the first one.
  connection.attachListeners = (stream) => {
    attach.call(connection, stream)
    const seeEnds = endsOfReports()
    for (const parse of stream.listeners('data')) {
      stream.off('data', parse as (bytes: Buffer) => void)
      stream.on('data', (bytes) => {
        try {
          seeEnds(bytes)
          parse(bytes)
        } catch (error) {
          stream.destroy(notUnderstood(error))
        }
      })
    }
  }
}

/** The kind of a message, and its length, which counts itself. */
const HEAD = { bytes: 5, ofLength: 4 }
const REPORTS = new Set([...'EN'].map((kind) => kind.charCodeAt(0)))

/**
 * Throws at an error or a notice that does not end inside of its length: each field ends with a zero,
 * and the last of them is followed by another. Messages may come in any pieces.
 */
export function endsOfReports(): (bytes: Buffer) => void {
  const head = Buffer.alloc(HEAD.bytes)
  let known = 0
  let left = 0
  let lastTwo = 0
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      if (known < HEAD.bytes) {
        const taken = bytes.copy(head, known, at)
        known += taken
        at += taken
        if (known < HEAD.bytes) return
        left = head.readUInt32BE(1) - HEAD.ofLength
        if (left < 0) throw new Error('a message is shorter than its length')
        // One zero alone is the end of a report without fields.
        lastTwo = left === 0 ? 1 : 0
      }
      const end = at + Math.min(left, bytes.length - at)
      left -= end - at
      for (at = Math.max(at, end - 2); at < end; at++)
        lastTwo = ((lastTwo << 8) | bytes.readUInt8(at)) & 0xffff
      if (left > 0) return
      if (lastTwo !== 0 && REPORTS.has(head.readUInt8(0))) throw new Error('a report does not end')
      known = 0
    }
  }
}

export function notUnderstood(cause: unknown): Error {
  const words = cause instanceof Error ? cause.message : String(cause)
  const told = `what the server sends is not the protocol of PostgreSQL: ${words}`
  return Object.assign(new Error(told, { cause }), { code: 'EPROTO' })
}
