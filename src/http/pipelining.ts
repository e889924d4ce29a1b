// Requests that a client sends without waiting for answers. Node hands over all that have arrived on a
// connection before it turns to another: thousands of them would keep everybody else waiting.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many may wait on one connection. Proxies send one request after the other. */
export const MOST_WAITING = 200

/**
 * Whether the connection of this request is closed, because too many wait on it: then nothing is left to
 * do. `onClosed` is called once a connection.
 */
export function pipelining(onClosed: (socket: Socket) => void) {
  const waiting = new WeakMap<Socket, number>()

  return (response: ServerResponse): boolean => {
    // It gets the connection at once, unless another answer is under way there.
    if (response.socket !== null) return false
    const { socket } = response.req
    // Those that had arrived with the one that was too many.
    if (socket.destroyed) return true
    const number = (waiting.get(socket) ?? 0) + 1
    if (number > MOST_WAITING) {
      onClosed(socket)
      socket.destroy()
      return true
    }
    waiting.set(socket, number)
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    return false
  }
}
