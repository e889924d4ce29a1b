// What the HTTP parser refuses never becomes a request. It still gets an answer in JSON, and its
// connection is closed.
import type { IncomingMessage, OutgoingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Refusal, Refusing } from '../errors.ts'
import { authenticate } from './auth.ts'
import type { Peers } from './peers.ts'
import { rawResponse } from './responses.ts'

const REFUSED: Readonly<Record<string, Refusing>> = {
  HPE_HEADER_OVERFLOW: 'headerTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
}

export function refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): Refusing {
  const refusing = REFUSED[error.code ?? ''] ?? 'badRequest'
  endWith(rawResponse(refusing), socket)
  return refusing
}

/** CONNECT names no path, and Node hands it over as a bare connection. */
export function refuseConnect(request: IncomingMessage, socket: Duplex, peers: Peers): void {
  try {
    authenticate(request, peers)
    endWith(rawResponse('notFound'), socket)
  } catch (refusal) {
    endWith(rawResponse((refusal as Refusal).refusing), socket)
  }
}

function endWith(response: string, socket: Duplex): void {
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
