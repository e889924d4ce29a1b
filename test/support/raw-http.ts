// HTTP as bytes on a socket: for what no client library would send, and to see all that comes back.
import { connect } from 'node:net'

/** A port of this machine, or the path of a unix socket. */
export type Address = { readonly port: number } | { readonly path: string }

export interface RawResponse {
  readonly status: number
  /** Names in small letters; a repeated header keeps all of its lines. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly text: string
}

export interface RawConnection {
  send(bytes: string | Uint8Array): void
  /** The next response; an error once the connection is closed without one. */
  next(isHead?: boolean): Promise<RawResponse>
  /** All responses until the server closes the connection. */
  all(): Promise<RawResponse[]>
  /** What has arrived and was not taken yet. */
  unread(): Buffer
  /** Says that nothing more will be sent. */
  finish(): void
  /** Leaves without a farewell, as a crashed client does. */
  reset(): void
  readonly isClosed: boolean
  readonly closed: Promise<void>
}

export const header = (response: RawResponse, name: string): string | undefined =>
  response.headers.get(name)?.join(' | ')

/** Texts are sent as Latin-1: one character, one byte. */
export function rawConnection(to: Address): RawConnection {
  const socket = connect('path' in to ? to : { ...to, host: '127.0.0.1' })
  let received: Buffer = Buffer.alloc(0)
  let arrived = Promise.withResolvers<void>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  // A reset is as good an end as any; tests look at what came before it.
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    arrived.resolve()
    arrived = Promise.withResolvers()
  })
  socket.on('close', () => {
    close()
    arrived.resolve()
  })

  async function next(isHead = false): Promise<RawResponse> {
    for (;;) {
      const taken = takeResponse(received, isHead)
      if (taken !== null) {
        received = taken.rest
        return taken.response
      }
      if (socket.closed) throw new Error(`closed after ${JSON.stringify(received.toString())}`)
      await arrived.promise
    }
  }

  return {
    send: (bytes) => socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes),
    next,
    async all() {
      await closed
      const responses: RawResponse[] = []
      while (received.length > 0) responses.push(await next())
      return responses
    },
    unread: () => received,
    finish: () => socket.end(),
    reset: () => ('path' in to ? socket.destroy() : socket.resetAndDestroy()),
    get isClosed() {
      return socket.closed
    },
    closed,
  }
}

/** Sends, and waits until the server has closed the connection. */
export function exchange(to: Address, bytes: string | Uint8Array): Promise<RawResponse[]> {
  const connection = rawConnection(to)
  connection.send(bytes)
  return connection.all()
}

/** A request as bytes, with a Host and a user unless the headers are given. */
export const requestBytes = (
  target: string,
  { method = 'GET', headers = ['Host: localhost', 'X-Auth-User-ID: tester'] } = {},
): string => [`${method} ${target} HTTP/1.1`, ...headers, '', ''].join('\r\n')

/** The first response in the bytes and what follows it; null while it is incomplete. */
function takeResponse(
  bytes: Buffer,
  isHead: boolean,
): { response: RawResponse; rest: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1] ?? Number.NaN)
  if (Number.isNaN(status)) throw new Error(`not a response: ${JSON.stringify(statusLine)}`)
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s)
    const values = headers.get(name.toLowerCase()) ?? []
    headers.set(name.toLowerCase(), [...values, value])
  }
  const length = isHead ? 0 : Number(headers.get('content-length')?.[0] ?? 0)
  const start = end + 4
  if (bytes.length < start + length) return null
  const text = bytes.toString('utf8', start, start + length)
  return { response: { status, headers, text }, rest: bytes.subarray(start + length) }
}
