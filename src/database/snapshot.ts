// The only door to data: a read-only handle that is bound to one consistent moment.
import { CompiledQuery, type Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { Refusal } from '../errors.ts'
import type { Engine, Expressions, Session } from './engine.ts'
import type { Tables } from './schema/tables.ts'

/** Data that had to be left out of an answer: a line in the log, never an error. */
export interface Notice {
  readonly problem: string
  readonly where: string
  /** Whether it is a null where one is allowed. The log does not say so, `secdash check` does. */
  readonly isNull: boolean
}

export interface Snapshot {
  readonly db: ReadonlyKysely<Tables>
  readonly engine: Expressions
  notice(notice: Notice): void
}

/** Fixes the moment that all statements until the end of the snapshot see. */
export async function beginSnapshot(engine: Engine, db: Kysely<Tables>): Promise<void> {
  for (const statement of engine.beginSnapshot) {
    await db.executeQuery(CompiledQuery.raw(statement))
  }
}

type Begun = Pick<Engine, 'expressions'> & { readonly end?: Session['end'] | undefined }

/** Reads in the snapshot that was begun, and ends it. After a failure it is left to be torn down. */
export async function readSnapshot<Result>(
  begun: Begun,
  db: Kysely<Tables>,
  notice: Snapshot['notice'],
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  // Kysely offers no conversion to its read-only type: the cast is its documented way.
  const snapshot: Snapshot = { db: db as never, engine: begun.expressions, notice }
  const end = begun.end ?? (() => db.executeQuery(CompiledQuery.raw('commit')))
  try {
    const result = await read(snapshot)
    await end()
    return result
  } catch (error) {
    // 'Server not found' is an answer, not a fault of the connection.
    if (error instanceof Refusal) await end()
    throw error
  }
}
