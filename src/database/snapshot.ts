// The only door to data: a read-only handle that is bound to one consistent moment.
import { CompiledQuery, type Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { Refusal } from '../errors.ts'
import type { Engine, Expressions } from './engine.ts'
import type { Tables } from './tables.ts'

/** Data that had to be left out of an answer: a line in the log, never an error. */
export interface Notice {
  readonly problem: string
  readonly where: string
}

export interface Snapshot {
  readonly db: ReadonlyKysely<Tables>
  readonly engine: Expressions
  notice(notice: Notice): void
}

export async function inSnapshot<Result>(
  engine: Engine,
  db: Kysely<Tables>,
  notice: Snapshot['notice'],
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    for (const statement of engine.beginSnapshot) {
      await connection.executeQuery(CompiledQuery.raw(statement))
    }
    // Kysely offers no conversion to its read-only type: the cast is its documented way.
    const snapshot: Snapshot = { db: connection as never, engine: engine.expressions, notice }
    const end = () => connection.executeQuery(CompiledQuery.raw('commit'))
    try {
      const result = await read(snapshot)
      await end()
      return result
    } catch (error) {
      // 'Server not found' is an answer, not a fault of the connection.
      if (error instanceof Refusal) await end()
      throw error
    }
  })
}
