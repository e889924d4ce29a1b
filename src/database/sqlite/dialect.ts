// node:sqlite in the shape that Kysely's SQLite dialect expects, with statements prepared once.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type Compilable,
  type CompiledQuery,
  Kysely,
  type KyselyConfig,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely'
import { objectOf } from '../rows/object-maker.ts'
import { columnName } from '../schema/column-names.ts'
import type { Tables } from '../schema/tables.ts'
import { isOutOfRange } from './failure.ts'
import { lookingAgain, type Pause, pauseThread } from './looking-again.ts'
import { type RowTaking, rowTaking, type TakenRows } from './rows.ts'

/** A writer takes its lock when it begins: then it waits for another one instead of failing late. */
type Use = 'reading' | 'writing'

const BEGIN: Readonly<Record<Use, string>> = { reading: 'begin', writing: 'begin immediate' }

export function sqliteKysely(
  database: DatabaseSync,
  use: Use,
  pause: Pause = pauseThread,
): Kysely<Tables> {
  const statements = asKyselyExpects(database, use)
  const config = { dialect: new TransactionalDialect({ database: statements }) }
  if (use === 'writing') return new Kysely<Tables>(config)
  return new ReadingKysely(config, statements, rowTaking(database), pause)
}

/**
 * A compiled query goes straight to SQLite. Kysely hands its one connection on by ten promises a
 * query, which takes as long as a short query itself.
 */
class ReadingKysely extends Kysely<Tables> {
  readonly #statements: SqliteDatabase
  readonly #takeRows: RowTaking
  readonly #pause: Pause
  /** By the text of a query, once each. */
  readonly #taking = new Map<string, TakenRows | null>()

  constructor(config: KyselyConfig, statements: SqliteDatabase, takeRows: RowTaking, pause: Pause) {
    super(config)
    this.#statements = statements
    this.#takeRows = takeRows
    this.#pause = pause
  }

  override async executeQuery<Row>(
    query: CompiledQuery<Row> | Compilable<Row>,
  ): Promise<QueryResult<Row>> {
    const compiled = 'compile' in query ? query.compile() : query
    const rows = lookingAgain(
      () => this.#taken(compiled)?.(compiled.parameters) ?? this.#read(compiled),
      this.#pause,
    )
    return { rows: rows as Row[] }
  }

  #taken(query: CompiledQuery): TakenRows | null {
    let taking = this.#taking.get(query.sql)
    if (taking === undefined) {
      taking = this.#takeRows(query)
      this.#taking.set(query.sql, taking)
    }
    return taking
  }

  #read({ sql, parameters }: CompiledQuery): readonly unknown[] {
    const statement = this.#statements.prepare(sql)
    if (statement.reader) return statement.all(parameters)
    statement.run(parameters)
    return []
  }

  /** Kysely closes only what it has opened, and of this connection it knows nothing. */
  override async destroy(): Promise<void> {
    this.#statements.close()
  }
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter()
  }
}

/** SQLite can undo the making of tables: a migration that fails leaves nothing half done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** A full disk undoes a transaction by itself: a second time is an error that would hide the first. */
const UNDONE: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

/** The service asks a fixed set, which is smaller. An import has one for each number of rows. */
const MOST_PREPARED = 200

function asKyselyExpects(database: DatabaseSync, use: Use): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      if (text === 'rollback' && !database.isTransaction) return UNDONE
      let statement = prepared.get(text)
      if (statement === undefined) {
        statement = wrap(database.prepare(text === 'begin' ? BEGIN[use] : text))
        if (prepared.size >= MOST_PREPARED) prepared.delete(prepared.keys().next().value ?? '')
        prepared.set(text, statement)
      }
      return statement
    },
  }
}

/**
 * Rows come as arrays and are made into plain objects here: objects of the driver take longer to
 * make, and three times as long to write as JSON, because they have no prototype.
 */
function wrap(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  const columns = statement.columns().map(({ name }) => columnName(name))
  const row = objectOf(columns)
  statement.setReturnArrays(true)
  return {
    reader: columns.length > 0,
    all: (parameters) => allRows(statement, values(parameters)).map(row),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) =>
      (statement.iterate(...values(parameters)) as unknown as IteratorObject<unknown[]>).map(row),
  }
}

/**
 * node:sqlite refuses a row with an integer that a number cannot hold, and does not say in which
 * column. Then all are read as bigints: the reader refuses the one that an answer would show.
 */
function allRows(statement: StatementSync, parameters: readonly SQLInputValue[]): unknown[][] {
  try {
    return statement.all(...parameters) as unknown as unknown[][]
  } catch (error) {
    if (!isOutOfRange(error)) throw error
  }
  statement.setReadBigInts(true)
  try {
    return (statement.all(...parameters) as unknown as unknown[][]).map((row) =>
      row.map(numberWherePossible),
    )
  } finally {
    statement.setReadBigInts(false)
  }
}

const numberWherePossible = (value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
