// One connection, opened when it is first needed and after anything went wrong with it.
import { Failure, Refusal } from '../errors.ts'
import type { Engine, Session } from './engine.ts'
import { inSnapshot, type Notice, type Snapshot } from './snapshot.ts'

export interface DatabaseReader {
  read<Result>(
    work: (snapshot: Snapshot) => Promise<Result>,
    notice: (notice: Notice) => void,
  ): Promise<Result>
  close(): Promise<void>
}

export function databaseReader(engine: Engine): DatabaseReader {
  let session: Session | undefined

  async function close() {
    const closing = session
    session = undefined
    await closing?.close().catch(() => {})
  }

  async function current(): Promise<Session> {
    if (session !== undefined && !session.isCurrent()) await close()
    session ??= await engine.openSession()
    return session
  }

  return {
    async read(work, notice) {
      try {
        const { db } = await current()
        return await inSnapshot(engine, db, notice, work)
      } catch (error) {
        if (error instanceof Refusal) throw error
        // Its transaction is open and its state unknown: a connection that failed is not used again.
        await close()
        throw error instanceof Failure ? error : engine.failureOf(error)
      }
    },
    close,
  }
}
