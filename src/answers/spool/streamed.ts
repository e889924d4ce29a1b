// A long answer as its clients get it: see spool.ts. The file has no name any more once it is
// written to, so that nothing of it outlives the process.
import { close, closeSync, openSync, read } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { type Piece, removeName } from './spool.ts'

export interface Streamed {
  /** To be called at once. `gone` rejects when the client leaves: then no chunk is waited for. */
  open(gone: Promise<never>): Reading
  /** The whole length in bytes, once all is there. */
  readonly length: Promise<number>
}

/** An answer on its way to one client. */
interface Reading {
  /**
   * An error comes in place of the rest. A chunk is good until the next is asked for: then its memory
   * is used again.
   */
  readonly chunks: AsyncGenerator<Uint8Array>
  /** To be called once, whatever was read of it. */
  close(): Promise<void>
}

/**
 * What the thread is given: a file to write to, and a line on which it says that it has begun, and is
 * told when nobody wants the answer any more.
 */
export interface SpoolTask {
  readonly path: string
  /** Why there is no such file; null where there is one. */
  readonly unmade: string | null
  readonly port: MessagePort
}

interface Spool {
  readonly task: SpoolTask
  /** The first bytes of the body: from here on it is a long answer. */
  readonly begun: Promise<string>
  /** It is a short answer, or none. */
  discard(): void
  /** Nobody wants it any more. To end its thread would cost the start of another. */
  stop(): void
  /** `abandon` is called when no client is left. */
  streamed(pieces: Promise<readonly Piece[]>, abandon: () => void): Streamed
}

/** The event loop is held while one is sent: with four times as much, small requests beside it wait longer. */
const CHUNK = 2 ** 16
const NOT_WANTED = 'not wanted'

const readAt = promisify(read)
const utf8 = new TextEncoder()

export function newSpool(): Spool {
  const path = join(tmpdir(), `secdash-${crypto.randomUUID()}`)
  const { file, unmade } = newFile(path)
  const { port1, port2 } = new MessageChannel()
  const { promise: begun, resolve } = Promise.withResolvers<string>()
  port1.once('message', resolve)

  async function* bytesOf(piece: Piece, buffer: Buffer): AsyncGenerator<Uint8Array> {
    if (typeof piece === 'string') return yield utf8.encode(piece)
    if (file === null) throw new Error('the spooled answer was written to no file')
    for (let at = piece.from; at < piece.to; ) {
      const wanted = Math.min(buffer.length, piece.to - at)
      const { bytesRead } = await readAt(file, buffer, 0, wanted, at)
      if (bytesRead === 0) throw new Error('the spooled answer is shorter than it was written')
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  }

  return {
    task: { path, unmade, port: port2 },
    begun,
    discard() {
      port1.close()
      if (file !== null) closeSync(file)
      removeName(path)
    },
    stop: () => port1.postMessage(NOT_WANTED),
    streamed(pieces, abandon) {
      let clients = 1
      const leave = () => {
        clients -= 1
        if (clients > 0) return
        abandon()
        if (file !== null) close(file)
      }
      // Those who share it come within this turn of the event loop.
      setImmediate(() => setImmediate(leave))
      const closeLine = () => port1.close()
      pieces.then(closeLine, closeLine)
      // The end may be heard of before the beginning, which a closed line loses.
      const head = Promise.race([begun, pieces.then(([head]) => head)])
      head.catch(() => {})

      async function* body(gone: Promise<never>): AsyncGenerator<Uint8Array> {
        const first = await head
        if (typeof first === 'string') yield utf8.encode(first)
        const [, ...rest] = await Promise.race([pieces, gone])
        const buffer = Buffer.allocUnsafe(CHUNK)
        for (const piece of rest) yield* bytesOf(piece, buffer)
      }
      const length = pieces.then((all) => all.reduce((sum, it) => sum + lengthOf(it), 0))
      length.catch(() => {})
      return {
        length,
        open(gone) {
          clients += 1
          const chunks = body(gone)
          return {
            chunks,
            async close() {
              // What is being read from the file comes first.
              await chunks.return(undefined)
              leave()
            },
          }
        },
      }
    },
  }
}

/** Where it cannot be made, a short answer does without, and a long one fails in its thread. */
function newFile(path: string): { readonly file: number | null; readonly unmade: string | null } {
  try {
    return { file: openSync(path, 'wx+', 0o600), unmade: null }
  } catch (error) {
    return { file: null, unmade: String(error) }
  }
}

const lengthOf = (piece: Piece): number =>
  typeof piece === 'string' ? Buffer.byteLength(piece) : piece.to - piece.from
