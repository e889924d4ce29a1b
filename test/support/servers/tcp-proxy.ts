// A line between the service and its database that can be cut, slowed or silenced.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What the line does with bytes that arrive from now on. */
export type Line =
  | { readonly does: 'carry' }
  /** Bytes vanish both ways; connections look alive, and stay dead when the line is mended. */
  | { readonly does: 'swallow' }
  /** The connection is reset after this many bytes of the server's. */
  | { readonly does: 'cut'; readonly afterBytes: number }
  /** What the client of a new connection says arrives so much later. */
  | { readonly does: 'delay'; readonly ms: number }
  /** The server's bytes come one at a time, this far apart. */
  | { readonly does: 'trickle'; readonly everyMs: number }

export interface TcpProxy {
  readonly port: number
  /** How many there are to it, dead ones too. */
  connections(): number
  set(line: Line): void
  /** Where new connections go from now on; those that are there stay. */
  lead(to: number): void
  close(): Promise<void>
}

export async function tcpProxy(targetPort: number): Promise<TcpProxy> {
  let line: Line = { does: 'carry' }
  let port = targetPort
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  /** The server's ends of connections that are dead for ever. */
  const orphans = new Set<Socket>()

  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    clients.add(client)
    if (line.does === 'delay') {
      client.pause()
      setTimeout(() => client.resume(), line.ms)
    }
    client.on('close', () => clients.delete(client))
    const dead = { is: false }
    const die = () => {
      dead.is = true
      orphans.add(target)
    }
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        // A line that swallows also swallows the news that the other side is gone.
        if (!dead.is) for (const other of [client, target]) other.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (line.does === 'swallow') die()
      if (!dead.is) target.write(bytes)
    })
    let sent = 0
    target.on('data', (bytes: Buffer) => {
      if (line.does === 'swallow') die()
      if (dead.is) return
      if (line.does === 'trickle') return void trickle(bytes, client, line.everyMs)
      if (line.does === 'cut') {
        client.write(bytes.subarray(0, Math.max(0, line.afterBytes - sent)))
        sent += bytes.length
        if (sent >= line.afterBytes) client.resetAndDestroy()
        return
      }
      client.write(bytes)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    connections: () => clients.size,
    set(next) {
      line = next
      // A server finds out in the end, by its own means; ours does as soon as the line is mended.
      if (next.does === 'carry') for (const orphan of orphans) orphan.destroy()
    },
    lead(to) {
      port = to
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function trickle(bytes: Buffer, client: Socket, everyMs: number): Promise<void> {
  for (const byte of bytes) {
    if (client.destroyed) return
    client.write(Uint8Array.of(byte))
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
