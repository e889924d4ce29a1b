// What the service needs of a database engine. Everything that differs between engines is behind
// these members; readers never ask which engine they run on.
import type { Kysely, RawBuilder } from 'kysely'
import type { Failure } from '../errors.ts'
import type { Migrations } from './schema/migrations.ts'
import type { TableName } from './schema/schema.ts'
import type { Tables } from './schema/tables.ts'
import type { Lifetime } from './servers/session.ts'
import type { Counted, Rows } from './skip-scan.ts'
import type { Watch } from './watch.ts'

/** Expressions that each engine spells in its own way. */
export interface Expressions {
  /** The day 'YYYY-MM-DD' of a date-time column. */
  day(column: string): RawBuilder<string>
  /** A query of the distinct values of a column, as `name`, without reading every row. */
  namesIn(table: string, column: string): RawBuilder<{ name: string }>
  /** Whether a column of ids holds one of those that a query in brackets gives: a look at each of these. */
  isAmong(column: string, ids: RawBuilder<number>): RawBuilder<boolean>
  /** A query of how many of these rows have each value of the column. */
  countEach(rows: Rows): RawBuilder<Counted>
  /** For `limit`: as many rows as a bound number says. */
  rowsUpTo(limit: number): RawBuilder<number>
  /** A column of names, to be ordered byte for byte. */
  inByteOrder(column: string): RawBuilder<string>
  /** Whether rows without a date come before all others where the newest are asked for. */
  readonly undatedFirst: boolean
  /**
   * A query that is `sure` only where no finding can be without its scan, and where `countEach` passes
   * over none for want of a severity, nor reads the table for each. Then findings are counted from an
   * index alone; a look at the scan of each would cost several times as much.
   */
  readonly everyFindingHasItsScan: RawBuilder<{ sure: unknown }>
}

/** One open connection that can only read. */
export interface Session {
  readonly db: Kysely<Tables>
  /**
   * False when it must be opened anew first: its file was replaced or overwritten, the server is lost,
   * or it could not be renewed for long.
   */
  isCurrent(): boolean
  /** Where the same address may lead to another server than before. */
  readonly renewal?: Pick<Lifetime, 'isDue' | 'isOver' | 'notRenewed'>
  /** How long the first snapshot of it may take to begin, where that is longer than for others. */
  readonly beginMs?: number | undefined
  /** False when another file has its path by now: all connections to the old one are to be closed first. */
  isInPlace(): boolean
  /** The one that was opened, as `place` of the engine names it. */
  readonly place: string | null
  /** Asked in a snapshot, where one database needs other expressions than the next of its engine. */
  expressions?(): Expressions
  /**
   * Called when a snapshot was begun, before anything is read in it: where a snapshot alone does not
   * keep what these tables hold, they are kept from being emptied or exchanged until it ends.
   */
  hold(tables: readonly TableName[]): Promise<void>
  /**
   * Ends the snapshot where more than a commit is to be done. Throws Replaced where other tables have
   * taken the names of those that are held: what was read may be of both.
   */
  end?(): Promise<void>
  /**
   * Asked in a snapshot: the database that it is of, as the token of a watch names it. null where
   * no watch could tell of every change to what the snapshot shows of these tables. Who can look at all
   * tables at once does so.
   */
  origin(tables: readonly TableName[]): Promise<string | null>
  close(): Promise<void>
}

export interface Engine {
  /** Where the database is, without user and password: for messages. */
  readonly where: string
  readonly expressions: Expressions
  /** After how long without a question a connection is better closed; null is never. */
  readonly idleMs: number | null
  /** Which file has the path of the database; null where connections go to a server. */
  place(): string | null
  /** The file as it is now, to its last change, where the failure calls it damaged; else null. */
  damagedState(failure: Failure): string | null
  /** The statements that begin one consistent, read-only moment. */
  readonly beginSnapshot: readonly string[]
  /**
   * Opens what exists, for reading only; never creates anything. A server ends what takes too long for
   * a request with this deadline.
   */
  openSession(deadlineMs?: number): Promise<Session>
  /**
   * Watches the database for changes, on the thread that asks: it never blocks. null where that cannot be
   * done at this address. `origin` is what a session has said just now.
   */
  readonly openWatch: ((origin: string) => Promise<Watch>) | null
  /** Opens what exists for writing. */
  openForWriting(): Promise<Kysely<Tables>>
  /**
   * Opens what may have no tables yet. A file that is missing is made, and nothing is set in one before
   * the first write: who migrates may yet refuse it.
   */
  openForMigrating(): Promise<Kysely<Tables>>
  /** What makes and updates the tables, for the server behind `db`. */
  migrations(db: Kysely<Tables>): Promise<Migrations>
  /**
   * What begins the one transaction in which all migrations are made and noted, and of which nothing
   * stays when one fails: until it ends, nobody else migrates. null where each statement stays.
   */
  readonly migrateAlone: ((all: Kysely<Tables>) => Promise<void>) | null
  /** Sets what is to be set for good, once the tables are there. */
  settle(db: Kysely<Tables>): Promise<void>
  /** Where a database has several schemas, the one that `migrate` works in. */
  schemaOf(db: Kysely<Tables>): Promise<string | null>
  /** The code of a failure by which it tells that a lock was waited for in vain. */
  readonly lockCode: string
  /** Says whether a connection was had, in words fit for a client and in full for the log. */
  failureOf(error: unknown): Failure
}
