// An operator's own session service, which nginx asks about each request.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Knows `anna`, and one session that is nobody's. Tells of no header but its own. */
export async function startSessionService() {
  const server = createServer(({ headers: { cookie = '' } }, response) => {
    if (cookie === 'session=anna') response.setHeader('X-Auth-User-ID', 'anna')
    response.statusCode = /^session=(anna|nobody)$/.test(cookie) ? 204 : 401
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
