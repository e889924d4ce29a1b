// node:sqlite in the shape that Kysely's SQLite dialect expects, with statements prepared once.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { type Dialect, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'

export const sqliteDialect = (database: DatabaseSync): Dialect =>
  new SqliteDialect({ database: asKyselyExpects(database) })

function asKyselyExpects(database: DatabaseSync): SqliteDatabase {
  // The service asks a fixed set of statements, so this stays small.
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(text) {
      let statement = prepared.get(text)
      if (statement === undefined) {
        statement = wrap(database.prepare(text))
        prepared.set(text, statement)
      }
      return statement
    },
  }
}

function wrap(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
  }
}
