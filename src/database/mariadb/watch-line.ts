// A connection that is asked how far a server has come.
import type { ServerAddress } from '../../address.ts'
import { type Clock, lifetime, limitsWithin } from '../servers/session.ts'
import { EARLY_MS, type Line, type Look } from '../servers/watch.ts'
import { LOOK, tellsOfChanges } from './binary-log.ts'
import { connectMariadb } from './connection.ts'

export async function openLine(address: ServerAddress, clock: Clock): Promise<Line> {
  const life = lifetime(clock, EARLY_MS)
  const [host] = address.hosts
  const connection = await connectMariadb(address, host, limitsWithin())
  async function look(): Promise<Look | null> {
    const [row] = await connection.run(LOOK)
    // Lost while it was read, or before.
    if (!connection.isAlive()) throw new Error('the connection to the database was lost')
    return row === undefined ? null : (row as unknown as Look)
  }
  try {
    const told = (await tellsOfChanges(connection)) ? look : async () => null
    return { life, first: await told(), look: told, destroy: connection.leave }
  } catch (error) {
    connection.destroy()
    throw error
  }
}
