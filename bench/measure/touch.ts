// Changes a database so that no answer from before is still known to be true, as cheaply as can be.
import { DatabaseSync } from 'node:sqlite'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { parseAddress } from '../../src/address.ts'

export type Touch = () => Promise<void> | void

interface Touching {
  readonly touch: Touch
  close(): void
}

/** Another value each time: a row that stays the same is not written. No answer shows this one. */
const UPDATE =
  'update posture_scores set incidents_low = (incidents_low + 1) % 2 where posture_id = 1'

function ofFile(path: string): Touching {
  const database = new DatabaseSync(path, { timeout: 5_000 })
  database.exec('pragma synchronous = off')
  const update = database.prepare(UPDATE)
  return { touch: () => void update.run(), close: () => database.close() }
}

/** Many ask at once, and a driver takes one query after the other. */
function inTurn(write: () => Promise<unknown>): Touch {
  let last: Promise<unknown> = Promise.resolve()
  return async () => {
    last = last.then(write)
    await last
  }
}

async function ofPostgres(url: string): Promise<Touching> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  // A transaction of its own that has an id: whatever the next snapshot is, it is another one.
  const touch = inTurn(() => client.query('select pg_current_xact_id()'))
  return { touch, close: () => void client.end() }
}

async function ofMariadb(url: string): Promise<Touching> {
  const connection = await createConnection(url)
  connection.on('error', () => {})
  return { touch: inTurn(() => connection.query(UPDATE)), close: () => connection.destroy() }
}

export async function touchOf(url: string): Promise<Touching> {
  const address = parseAddress(url)
  if (address?.engine === 'sqlite') return ofFile(address.path)
  return address?.engine === 'postgres' ? ofPostgres(url) : ofMariadb(url)
}
