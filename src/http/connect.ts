// CONNECT names no path, and Node hands it over as a bare connection, to which it listens no more
// and which it knows no more when all are to be closed. Here it stays a connection like any other:
// requests that came before it get their answers, whoever stalls is closed, and so are all at a stop.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type RefusedRequest, refusedAs } from './auth.ts'
import { endWith } from './broken.ts'
import type { Peers } from './peers.ts'
import { rawResponse } from './responses.ts'

/** What Node listens for on every connection: to close one that stalls, and to let go of answers. */
const EVENTS = ['timeout', 'close'] as const

type Listeners = readonly (readonly [string, readonly Listener[]])[]
// biome-ignore lint/suspicious/noExplicitAny: as a socket has them
type Listener = (...args: any[]) => void

export function refuseConnects(
  server: Server,
  peers: Peers,
  onRefused: (request: IncomingMessage, refused: RefusedRequest) => void,
): void {
  const ofNode = new WeakMap<Socket, Listeners>()
  const handedOver = new Set<Socket>()
  // Node's own listener comes first, so those that it adds are there.
  server.on('connection', (socket: Socket) => {
    ofNode.set(
      socket,
      EVENTS.map((event) => [event, socket.listeners(event) as Listener[]]),
    )
  })
  server.on('connect', (request) => {
    const { socket } = request
    handedOver.add(socket)
    socket.once('close', () => handedOver.delete(socket))
    listenAgain(socket, ofNode.get(socket) ?? [])
    // An error that nobody hears would end the process.
    socket.on('error', () => socket.destroy())
    const refused = refusedAs('notFound', request, peers)
    endWith(rawResponse(refused.refusing), socket)
    onRefused(request, refused)
  })
  const closeListed = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeListed()
    for (const socket of handedOver) socket.destroy()
  }
}

function listenAgain(socket: Socket, before: Listeners): void {
  for (const [event, listeners] of before) {
    const now = socket.listeners(event)
    for (const listener of listeners) if (!now.includes(listener)) socket.on(event, listener)
  }
}
