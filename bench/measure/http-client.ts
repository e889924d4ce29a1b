// A client that costs as little as it can: one kept connection, one request after the other, bytes
// counted and thrown away. What a library does beyond that would be measured along with the service,
// because on a small machine both share the processors.
import { connect, type Socket } from 'node:net'

export interface Target {
  readonly port: number
  readonly path: string
}

export interface Reply {
  readonly status: number
  /** Of the body. */
  readonly bytes: number
  readonly ms: number
  /** Until the first byte. */
  readonly firstMs: number
}

export interface HttpClient {
  get(): Promise<Reply>
  close(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

interface Pending extends PromiseWithResolvers<Reply> {
  readonly start: number
  firstMs: number
  head: Buffer | undefined
  status: number
  /** How long the body is; null is until its last chunk. */
  length: number | null
  bytes: number
  tail: Buffer
}

const requestOf = (path: string) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Auth-User-ID: bench\r\n\r\n`)

export async function httpClient({ port, path }: Target): Promise<HttpClient> {
  const request = requestOf(path)
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let pending: Pending | undefined
  const fail = (error: Error) => {
    pending?.reject(error)
    pending = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  socket.on('data', (chunk: Buffer) => {
    if (pending === undefined || !take(pending, chunk)) return
    const { status, bytes, start, firstMs, resolve } = pending
    pending = undefined
    resolve({ status, bytes, firstMs, ms: performance.now() - start })
  })
  await connected(socket)
  return {
    get() {
      const start = performance.now()
      const tail = Buffer.alloc(0)
      const state = { start, firstMs: 0, head: undefined, status: 0, length: 0, bytes: 0, tail }
      pending = { ...Promise.withResolvers<Reply>(), ...state }
      socket.write(request)
      return pending.promise
    },
    close: () => void socket.destroy(),
  }
}

function connected(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('connect', resolve).once('error', reject)
  return promise
}

/** Whether the reply is complete with this chunk. */
function take(reply: Pending, chunk: Buffer): boolean {
  let body = chunk
  if (reply.status === 0) {
    reply.firstMs ||= performance.now() - reply.start
    const read = reply.head === undefined ? chunk : Buffer.concat([reply.head, chunk])
    const end = read.indexOf(HEAD_END)
    reply.head = read
    if (end < 0) return false
    const head = read.toString('latin1', 0, end).toLowerCase()
    reply.status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1]
    reply.length = length === undefined ? null : Number(length)
    // The line end before the last chunk may be that of the head.
    body = read.subarray(reply.length === null ? end + 2 : end + HEAD_END.length)
  }
  reply.bytes += body.length
  if (reply.length !== null) return reply.bytes >= reply.length
  reply.tail = Buffer.concat([reply.tail, body.subarray(-LAST_CHUNK.length)])
  reply.tail = reply.tail.subarray(-LAST_CHUNK.length)
  return reply.tail.equals(LAST_CHUNK)
}
