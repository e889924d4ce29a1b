// Changes a database so that no answer from before is still known to be true, as cheaply as can be.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { parseAddress } from '../../src/address.ts'

export type Touch = () => Promise<void> | void

/** MariaDB has nothing by which an answer could be known to be true: there is nothing to do. */
export async function touchOf(url: string): Promise<{ touch: Touch; close(): void }> {
  const address = parseAddress(url)
  if (address?.engine === 'sqlite') {
    const database = new DatabaseSync(address.path, { timeout: 5_000 })
    database.exec('pragma synchronous = off')
    // Another value each time: a row that stays the same is not written. No answer shows this one.
    const update = database.prepare(
      'update posture_scores set incidents_low = (incidents_low + 1) % 2 where posture_id = 1',
    )
    return { touch: () => void update.run(), close: () => database.close() }
  }
  if (address?.engine === 'postgres') {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    // A transaction of its own that has an id: whatever the next snapshot is, it is another one.
    // Many ask at once, and the driver takes one query after the other.
    let last: Promise<unknown> = Promise.resolve()
    const touch = async () => {
      last = last.then(() => client.query('select pg_current_xact_id()'))
      await last
    }
    return { touch, close: () => void client.end() }
  }
  return { touch: () => {}, close: () => {} }
}
