// What the driver cannot read it throws without saying whose fault it is, and tells on the console,
// where nobody looks for it, in the middle of what is read as lines of JSON.
import type { Connection } from 'mysql2'
import { mariadbFailure } from './failure.ts'

/** What the driver's types leave out. */
interface Reading {
  packetParser: { execute(bytes: Buffer): void }
}

const silence = () => {}

/** While it reads, piece by piece: the failure of the question tells the same. */
export function keepQuiet(raw: Connection): void {
  const reading = raw as unknown as Reading
  const parser = reading.packetParser
  reading.packetParser = {
    execute(bytes) {
      const { trace, error, warn } = console
      Object.assign(console, { trace: silence, error: silence, warn: silence })
      try {
        parser.execute(bytes)
      } finally {
        Object.assign(console, { trace, error, warn })
      }
    },
  }
}

/** What the server did not say, nor the network, is what the driver says of bytes it cannot read. */
export function ofTheServer(error: unknown): unknown {
  if (!(error instanceof Error) || mariadbFailure(error).kind !== 'defect') return error
  const words = `what the server sends is not the protocol of MariaDB: ${error.message}`
  return Object.assign(new Error(words, { cause: error }), { code: 'EPROTO' })
}
