import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below those that the system gives to outgoing connections: between its choice and its use, a port
 * must not become the end of somebody's connection.
 */
const [FIRST, NUMBER] = [20_000, 12_000]

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * NUMBER)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
