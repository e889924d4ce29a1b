// SQLite: a file in WAL mode, so that a writer never stops a reader.
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Engine, Expressions } from '../engine.ts'
import { whereOf } from '../failure/where.ts'
import type { Tables } from '../schema/tables.ts'
import { countBySeeks, skipScan } from '../skip-scan.ts'
import { sqliteKysely } from './dialect.ts'
import { EmptyFile, sqliteFailure, tellsOfDamage } from './failure.ts'
import { assertRoomFor, besideOf, lookAt, placeOf, stateOf } from './file.ts'
import { lookingAgain, type Pause, pauseThread } from './looking-again.ts'
import { migrations } from './migrations.ts'
import { everyFindingHasItsScan } from './scans-of-findings.ts'
import { openWatch, plainTables } from './watch.ts'

const WAL = 'pragma journal_mode = wal'
const WAL_TRIES = 3
const WAL_PAUSE_MS = 100
const BUSY_MS = 250
const WRITER_BUSY_MS = 5_000
/**
 * As long as a connection is open, a producer cannot tidy up the log, and a file that is put in the
 * place of this one is paired with the old log.
 */
const IDLE_MS = 1_000

export function sqliteEngine(path: string, pause: Pause = pauseThread): Engine {
  const expressions: Expressions = {
    day: (column) => sql<string>`substr(${sql.ref(column)}, 1, 10)`,
    namesIn: skipScan,
    isAmong: (column, ids) => sql<boolean>`${sql.ref(column)} in ${ids}`,
    countEach: countBySeeks,
    // Of a bare number SQLite makes a plan of its own: it prepares the statement anew each time.
    rowsUpTo: (limit) => sql<number>`0 + ${limit}`,
    // Bytes are its own order, unless a column says otherwise.
    inByteOrder: (column) => sql<string>`${sql.ref(column)}`,
    undatedFirst: false,
    everyFindingHasItsScan,
  }
  const ofUtf16: Expressions = {
    ...expressions,
    inByteOrder: (column) => sql<string>`in_utf8(${sql.ref(column)})`,
  }
  const patiently = <Result>(look: () => Result): Result => lookingAgain(look, pause)
  return {
    where: whereOf({ engine: 'sqlite', path }),
    expressions,
    idleMs: IDLE_MS,
    // In WAL mode the first read of a transaction fixes the moment that all of it sees.
    beginSnapshot: ['begin'],
    migrations: async () => migrations,
    // A transaction that may write is alone from its beginning.
    async migrateAlone() {},
    settle: intoWal,
    schemaOf: async () => null,
    lockCode: 'SQLITE 5',
    failureOf: sqliteFailure,

    place: () => placeOf(path),
    damagedState: (failure) => (tellsOfDamage(failure) ? stateOf(path) : null),

    async openSession() {
      const { identity: opened, isEmpty } = lookAt(path)
      if (isEmpty) throw new EmptyFile()
      const beside = besideOf(path)
      const { database, place } = openForReading(path)
      const db = sqliteKysely(database, 'reading', pause)
      // The log is opened with the first read, and is the same from then on.
      let logPlace: string | undefined
      let isPlain: (() => boolean) | undefined
      let isUtf8: boolean | undefined
      return {
        db,
        place,
        isCurrent: () => lookAt(path).identity === opened,
        isInPlace() {
          logPlace ??= beside()
          return placeOf(path) === place && beside() === logPlace
        },
        expressions() {
          isUtf8 ??= patiently(() => holdsUtf8(database))
          return isUtf8 ? expressions : ofUtf16
        },
        // Its tables are part of what a snapshot sees.
        async hold() {},
        async origin() {
          const isWatchable = patiently(() => {
            isPlain ??= plainTables(database)
            return isPlain()
          })
          logPlace ??= beside()
          return isWatchable ? `${place};${logPlace}` : null
        },
        close: () => db.destroy(),
      }
    },

    openWatch: async (origin) => openWatch(path, origin),

    async openForWriting() {
      statSync(path)
      const database = writable(path)
      try {
        if (isOurs(database)) database.exec(WAL)
      } catch (error) {
        database.close()
        throw error
      }
      return sqliteKysely(database, 'writing')
    },
    openForMigrating: async () => sqliteKysely(writable(path), 'writing'),
  }
}

/** A file may hold its texts in UTF-16: then their bytes have another order, and it gets a function. */
function holdsUtf8(database: DatabaseSync): boolean {
  let isUtf8 = true
  database.function('note_encoding', { directOnly: true }, (encoding) => {
    isUtf8 = encoding === 'UTF-8'
    return null
  })
  // Like all that a connection sets for itself, it is no query of an answer.
  database.exec('select note_encoding(encoding) from pragma_encoding')
  if (isUtf8) return true
  const options = { deterministic: true, directOnly: true }
  database.function('in_utf8', options, (value) =>
    typeof value === 'string' ? Buffer.from(value) : value,
  )
  return false
}

/** Of several programs that do so at once, SQLite refuses some instead of letting them wait. */
async function intoWal(db: Kysely<Tables>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await sql.raw(WAL).execute(db)
      return
    } catch (error) {
      if (tries === WAL_TRIES || !/is locked/.test(String(error))) throw error
      await setTimeout(WAL_PAUSE_MS)
    }
  }
}

/** Makes a file that is missing. */
function writable(path: string): DatabaseSync {
  assertRoomFor(path)
  return new DatabaseSync(path, { timeout: WRITER_BUSY_MS })
}

/** Whether importers can write there: a file of somebody else keeps the mode that it has. */
const isOurs = (database: DatabaseSync): boolean =>
  database.prepare(`select 1 from sqlite_schema where name = 'secdash_import_turn'`).get() !==
  undefined

/** Opening reads nothing yet, so what is found to be another file than the path's was not used. */
function openForReading(path: string): { database: DatabaseSync; place: string } {
  for (;;) {
    const place = placeOf(path)
    const database = new DatabaseSync(path, {
      readOnly: true,
      timeout: BUSY_MS,
      enableForeignKeyConstraints: false,
    })
    if (placeOf(path) === place) {
      // Long lists are sorted. In a file, they would fail with a full disk that is not the database's.
      database.exec('pragma query_only = on; pragma temp_store = memory')
      return { database, place }
    }
    database.close()
  }
}
