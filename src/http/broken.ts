// What the HTTP parser refuses never becomes a request. It still gets an answer in JSON, and its
// connection is closed.
import type { OutgoingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Refusing } from '../errors.ts'
import { rawResponse } from './responses.ts'

const REFUSED: Readonly<Record<string, Refusing>> = {
  HPE_HEADER_OVERFLOW: 'headerTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
}

const refused = new WeakSet<Duplex>()

/**
 * What it answers; null where nobody is left to hear it, or where it has answered already. `known` is
 * the reason where there is a better one than that it is broken.
 */
export function refuseBroken(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  known?: Refusing,
): Refusing | null {
  // Every further piece of what is broken is reported again.
  if (refused.has(socket)) return null
  if (!socket.writable) {
    socket.destroy()
    return null
  }
  refused.add(socket)
  const refusing = known ?? REFUSED[String(error.code)] ?? 'badRequest'
  endWith(rawResponse(refusing), socket)
  return refusing
}

/** Answers once more, in its turn, and closes the connection. */
export function endWith(response: string, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  // Requests that came before on this connection get their answers first. Node keeps the answer
  // under way in this member, and looks at it for the same reason.
  const { _httpMessage: underWay } = socket as Duplex & { _httpMessage?: OutgoingMessage | null }
  if (underWay) underWay.once('close', () => setImmediate(endWith, response, socket))
  else socket.end(response, () => socket.destroy())
}
