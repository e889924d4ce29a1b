// The driver reads messages where the bytes arrive, and throws at what is no message of PostgreSQL.
// Nobody could catch that: it would end the thread, and the one that watches is the service itself.
import type { Duplex } from 'node:stream'
import type { Client } from 'pg'

/** What the driver's types leave out. */
interface Listening {
  readonly connection: { attachListeners(stream: Duplex): void }
}

/** To be called before it connects. Then a connection with such bytes on it is a lost one. */
export function guardParser(client: Client): void {
  const { connection } = client as unknown as Listening
  const attach = connection.attachListeners
  // Called with the stream that messages come on, which with TLS is not the first one.
  connection.attachListeners = (stream) => {
    attach.call(connection, stream)
    for (const parse of stream.listeners('data')) {
      stream.off('data', parse as (bytes: Buffer) => void)
      stream.on('data', (bytes) => {
        try {
          parse(bytes)
        } catch (error) {
          stream.destroy(notUnderstood(error))
        }
      })
    }
  }
}

const notUnderstood = (cause: unknown) =>
  Object.assign(new Error('what the server sends is not the protocol of PostgreSQL', { cause }), {
    code: 'EPROTO',
  })
