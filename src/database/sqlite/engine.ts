// SQLite: a file in WAL mode, so that a writer never stops a reader.
import { type BigIntStats, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { skipScan } from '../latest.ts'
import type { Tables } from '../tables.ts'
import { sqliteDialect, type Use } from './dialect.ts'
import { EmptyFile, sqliteFailure } from './failure.ts'
import { migrations } from './migrations.ts'
import { everyFindingHasItsScan } from './scans-of-findings.ts'

const BUSY_MS = 250
const WRITER_BUSY_MS = 5_000
/**
 * As long as a connection is open, a producer cannot tidy up the log, and a file that is put in the
 * place of this one is paired with the old log.
 */
const IDLE_MS = 1_000

export function sqliteEngine(path: string): Engine {
  const kysely = (database: DatabaseSync, use: Use) =>
    new Kysely<Tables>({ dialect: sqliteDialect(database, use) })

  return {
    expressions: {
      day: (column) => sql<string>`substr(${sql.ref(column)}, 1, 10)`,
      namesIn: skipScan,
      // Bytes are its own order, unless a column says otherwise.
      inByteOrder: (column) => sql<string>`${sql.ref(column)}`,
      everyFindingHasItsScan,
    },
    idleMs: IDLE_MS,
    // In WAL mode the first read of a transaction fixes the moment that all of it sees.
    beginSnapshot: ['begin'],
    migrations: async () => migrations,
    // It does so by itself.
    skipGivenIds: async () => {},
    failureOf: sqliteFailure,

    async openSession() {
      const opened = fileIdentity(path)
      const place = placeOf(path)
      // The index of the log is opened with the first read, and is the same from then on.
      let indexPlace: string | undefined
      const file = statSync(path)
      if (file.isFile() && file.size === 0) throw new EmptyFile()
      const database = new DatabaseSync(path, {
        readOnly: true,
        timeout: BUSY_MS,
        enableForeignKeyConstraints: false,
      })
      database.exec('pragma query_only = on')
      const db = kysely(database, 'reading')
      return {
        db,
        isCurrent: () => fileIdentity(path) === opened,
        isInPlace() {
          indexPlace ??= placeOf(`${path}-shm`)
          return placeOf(path) === place && placeOf(`${path}-shm`) === indexPlace
        },
        close: () => db.destroy(),
      }
    },

    async openForWriting() {
      const database = new DatabaseSync(path, { timeout: WRITER_BUSY_MS })
      database.exec('pragma journal_mode = wal')
      return kysely(database, 'writing')
    },
  }
}

/**
 * A file that was replaced has the same path and another identity; one that was overwritten in
 * place has another size or time. An open connection would go on with what it had.
 */
function fileIdentity(path: string): string {
  const file: BigIntStats = statSync(path, { bigint: true })
  if (!file.isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: 'EISDIR' })
  const { dev, ino, size, mtimeNs } = file
  return [dev, ino, size, mtimeNs].join()
}

/** Which file it is that has this path, if any. */
function placeOf(path: string): string | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file && `${file.dev},${file.ino}`
}
