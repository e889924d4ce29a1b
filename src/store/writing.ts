// How anything is written: in one transaction, one program at a time.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from '../database/engine.ts'
import type { WritableTables } from '../database/import-tables.ts'
import { REFUSED, reasonOf } from '../database/reasons.ts'
import { UsageError } from '../errors.ts'
import { LONGEST_TEXT } from './storable.ts'
import { inTurn, Locked, PATIENCE, type Patience } from './turn.ts'

export type Writer = Transaction<WritableTables>

/** One statement binds at most 32,766 values in SQLite; a finding has 21. */
export const ROWS_A_STATEMENT = 500

/** MariaDB takes 16 MB at once by default, and a character may be three bytes there. */
const CHARACTERS_A_STATEMENT = 1_000_000

class Undo extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('undone on purpose')
    this.result = result
  }
}

const NOT_READY = 'its tables are not ready; run secdash migrate first'

const NOT_ALLOWED = 'this account may not write to it; see "Set it up" in docs/importers.md'

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
  if (REFUSED.test(detail) || /permission denied|readonly database/i.test(detail)) {
    return unwritable(engine, NOT_ALLOWED)
  }
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
      const opened = (await opening(engine)) as unknown as Kysely<WritableTables>
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

const opening = (engine: Engine) =>
  engine.openForWriting('existing').catch((error: unknown) => {
    const { detail } = engine.failureOf(error)
    if (LOCKED.test(detail)) throw error
    throw unusable(error, engine) ?? unwritable(engine, whyOf(detail))
  })

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
  // Which table it is, the type no longer knows; the callers' own types do.
  row: object,
): Promise<number> {
  const insert = db.insertInto(table).values(row as never)
  if (db.getExecutor().adapter.supportsReturning) {
    const inserted = await insert.returning(id as never).executeTakeFirstOrThrow()
    return Number((inserted as Record<string, unknown>)[id])
  }
  const { insertId } = await insert.executeTakeFirstOrThrow()
  return Number(insertId)
}

/** Gathers items, and hands them on in lots of a size that one statement can hold. */
export function inLots<Item extends object>(store: (items: Item[]) => Promise<void>) {
  let items: Item[] = []
  let characters = 0
  const flush = async () => {
    if (items.length === 0) return
    const lot = items
    items = []
    characters = 0
    await store(lot)
  }
  return {
    async add(item: Item) {
      items.push(item)
      characters += charactersIn(item)
      const isFull = items.length >= ROWS_A_STATEMENT || characters >= CHARACTERS_A_STATEMENT
      if (isFull) await flush()
    },
    flush,
  }
}

function charactersIn(item: object): number {
  let characters = 0
  for (const value of Object.values(item)) {
    if (typeof value === 'string') characters += Math.min(value.length, LONGEST_TEXT)
  }
  return characters
}
