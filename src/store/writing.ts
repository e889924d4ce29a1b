// How anything is written: in one transaction, one program at a time.
import { type InsertObject, type Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { DISK } from '../database/failure/file-reasons.ts'
import { REFUSED, reasonOf } from '../database/failure/reasons.ts'
import { TAKES_NO_CHANGES } from '../database/failure/server-reasons.ts'
import type { ImportTables, WritableTables } from '../database/schema/import-tables.ts'
import { UsageError } from '../errors.ts'
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

const NOT_ALLOWED = 'this account may not write to it; see "Set it up" in docs/importers.md'

const READ_ONLY_FILE =
  'this user may not write to the file; run it as one who may: see "WAL mode" in docs/database.md'

const unwritableText = ({ where }: Engine, why: string): string =>
  `the database ${where} cannot be written: ${why}`

const unwritable = (engine: Engine, why: string): UsageError =>
  new UsageError(unwritableText(engine, why), 1)

const whyOf = (detail: string): string => {
  const { reason, fix } = reasonOf(detail)
  return `${reason}. ${fix}`
}

const LOCKED = /database is locked|lock wait timeout|lock timeout|code: (1205|55P03)\b/i

const locked = (engine: Engine, detail = 'locked'): Locked =>
  new Locked(unwritableText(engine, whyOf(detail)))

/** The database itself is at fault, and would be with the next file as well. */
function unusable(error: unknown, engine: Engine): UsageError | null {
  const { kind, detail } = engine.failureOf(error)
  if (/readonly database/i.test(detail)) return unwritable(engine, READ_ONLY_FILE)
  if (REFUSED.test(detail) || /permission denied/i.test(detail)) {
    return unwritable(engine, NOT_ALLOWED)
  }
  if (DISK.test(detail) || TAKES_NO_CHANGES.test(detail)) return unwritable(engine, whyOf(detail))
  if (LOCKED.test(detail)) return locked(engine, detail)
  if (kind === 'connection') return unwritable(engine, whyOf(detail))
  return detail.includes('secdash_import_turn') ? unwritable(engine, NOT_READY) : null
}

/** Runs `work` in one transaction; with `dryRun` everything that it did is undone. */
export async function inOneTransaction<Result>(
  engine: Engine,
  dryRun: boolean,
  work: (db: Writer) => Promise<Result>,
  patience: Patience = PATIENCE,
): Promise<Result> {
  const isLock = (error: unknown) => LOCKED.test(engine.failureOf(error).detail)
  let db: Kysely<WritableTables> | undefined
  try {
    return await inTurn(patience, { isLock, late: () => locked(engine) }, async (hasTurn) => {
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
    })
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
    const db = await engine.openForWriting('existing')
    return db.$extendTables<ImportTables>()
  } catch (error) {
    const { detail } = engine.failureOf(error)
    if (LOCKED.test(detail)) throw error
    throw unusable(error, engine) ?? unwritable(engine, whyOf(detail))
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
