// How anything is written: in one transaction, one program at a time.
import { type InsertObject, type Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from '../../database/engine.ts'
import { reasonOf } from '../../database/failure/reasons.ts'
import type { Told } from '../../database/failure/signs.ts'
import { writeFaultOf } from '../../database/failure/write-faults.ts'
import type { ImportTables, WritableTables } from '../../database/schema/import-tables.ts'
import { UsageError } from '../../errors.ts'
import { inTurn, Locked, PATIENCE, type Patience } from './turn.ts'

export type Writer = Transaction<WritableTables>

class Undo extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('undone on purpose')
    this.result = result
  }
}

const NOT_READY = 'its tables are not ready; run secdash migrate first'

const notAllowed = (told: string): string =>
  `the account in its address may not do so (${told}); name the one that may, or give it the right: see "Set it up" in docs/importers.md`

const READ_ONLY_FILE =
  'this user may not write to the file or its folder; run it as one who may: see "WAL mode" in docs/database.md. If it has the right, the file system may be mounted read-only: findmnt -T FOLDER'

const unwritableText = ({ where }: Engine, why: string): string =>
  `the database ${where} cannot be written: ${why}`

const unwritable = (engine: Engine, why: string): UsageError =>
  new UsageError(unwritableText(engine, why), 1)

const whyOf = (told: Told): string => {
  const { reason, fix } = reasonOf(told)
  return `${reason}. ${fix}`
}

const locked = (engine: Engine, told: Told): Locked =>
  new Locked(unwritableText(engine, whyOf(told)))

/** It was waited for so long, and in vain. */
function lockedFor(engine: Engine, { mostMs }: Patience): Locked {
  const { reason, fix } = reasonOf({ detail: 'locked', code: engine.lockCode })
  return new Locked(unwritableText(engine, `${reason} for ${mostMs / 1000} s. ${fix}`))
}

/** The database itself is at fault, and would be with the next file as well. */
function unusable(error: unknown, engine: Engine): UsageError | null {
  const failure = engine.failureOf(error)
  switch (writeFaultOf(failure)) {
    case 'read-only file':
      return unwritable(engine, READ_ONLY_FILE)
    case 'not allowed':
      return unwritable(engine, notAllowed(failure.text))
    case 'not possible':
      return unwritable(engine, whyOf(failure))
    case 'locked':
      return locked(engine, failure)
    case 'no table':
      return unwritable(engine, NOT_READY)
    case null:
      return failure.kind === 'connection' ? unwritable(engine, whyOf(failure)) : null
  }
}

/** Runs `work` in one transaction; with `dryRun` everything that it did is undone. */
export async function inOneTransaction<Result>(
  engine: Engine,
  dryRun: boolean,
  work: (db: Writer) => Promise<Result>,
  patience: Patience = PATIENCE,
): Promise<Result> {
  const isLock = (error: unknown) => writeFaultOf(engine.failureOf(error)) === 'locked'
  let db: Kysely<WritableTables> | undefined
  try {
    return await inTurn(
      patience,
      { isLock, late: () => lockedFor(engine, patience) },
      async (hasTurn) => {
        const opened = await opening(engine)
        db = opened
        return opened
          .transaction()
          .execute(async (transaction) => {
            await takeTurn(transaction, engine)
            hasTurn()
            const result = await work(transaction)
            if (dryRun) throw new Undo(result)
            return result
          })
          .finally(() => opened.destroy())
      },
    )
  } catch (error) {
    if (error instanceof Undo) return error.result as Result
    throw error instanceof UsageError ? error : (unusable(error, engine) ?? error)
  } finally {
    // What still waits for its turn ends with its connection.
    await db?.destroy()
  }
}

async function opening(engine: Engine): Promise<Kysely<WritableTables>> {
  try {
    const db = await engine.openForWriting()
    return db.$extendTables<ImportTables>()
  } catch (error) {
    const failure = engine.failureOf(error)
    if (writeFaultOf(failure) === 'locked') throw error
    throw unusable(error, engine) ?? unwritable(engine, whyOf(failure))
  }
}

async function takeTurn(db: Writer, engine: Engine): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('secdash_import_turn')
    .set({ turn: sql<number>`turn + 1` })
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw unwritable(engine, NOT_READY)
}

/** Inserts one row, and gives the id that it got. */
export async function insertOne<Table extends keyof WritableTables & string>(
  db: Writer,
  table: Table,
  id: keyof WritableTables[Table] & string,
  row: InsertObject<WritableTables, Table>,
): Promise<number> {
  const insert = db.insertInto(table).values(row)
  if (db.getExecutor().adapter.supportsReturning) {
    const inserted = await insert.returning(id as never).executeTakeFirstOrThrow()
    return Number((inserted as Record<string, unknown>)[id])
  }
  const { insertId } = await insert.executeTakeFirstOrThrow()
  return Number(insertId)
}
