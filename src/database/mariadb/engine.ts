// MariaDB 10.6 and later, MySQL 8, and Galera clusters, where every node serves.
import { CompiledQuery, Kysely, MysqlDialect, type MysqlPoolConnection, sql } from 'kysely'
import type { FieldPacket } from 'mysql2'
import type { ServerAddress } from '../../address.ts'
import type { Engine } from '../engine.ts'
import { unreachable } from '../failure/failure.ts'
import { whereOf } from '../failure/where.ts'
import type { TableName } from '../schema/schema.ts'
import type { Tables } from '../schema/tables.ts'
import { openBest } from '../servers/hosts.ts'
import { SERVER_HAS_NO_FILE, SESSION_HAS_NO_FILE } from '../servers/no-file.ts'
import { type Clock, lifetime, limitsWithin, type Purpose } from '../servers/session.ts'
import { openWatch } from '../servers/watch.ts'
import { countByGroups } from '../skip-scan.ts'
import type { MariadbConnection } from './connection.ts'
import { mariadbFailure } from './failure.ts'
import { readyNode } from './galera.ts'
import { ofTheServer } from './guard.ts'
import { collationOf, migrationsFor } from './migrations.ts'
import { originOf } from './origin.ts'
import { everyFindingHasItsScan } from './scans-of-findings.ts'
import { readRows, textOfNumbers } from './values.ts'
import { openLine } from './watch-line.ts'

/** What some transactions do is told of some instructions before it can be seen: see docs/freshness.md. */
const REST_MS = 1_000

export function mariadbEngine(address: ServerAddress, clock: Clock): Engine {
  const isOneOfSeveral = address.hosts.length > 1
  const open = (purpose: Purpose) =>
    openBest(
      address.hosts,
      (host) => readyNode(address, host, purpose),
      (other) => other.destroy(),
    )
  const openForWriting = async () => kysely(await open('writing'), undefined)

  return {
    where: whereOf(address),
    expressions: {
      day: (column) => sql<string>`cast(${sql.ref(column)} as date)`,
      // It knows how to skip through an index by itself, and does not in a recursion.
      namesIn: (table, column) =>
        sql`select distinct ${sql.ref(column)} as name from ${sql.table(table)}`,
      isAmong: (column, ids) => sql<boolean>`${sql.ref(column)} in ${ids}`,
      countEach: countByGroups,
      rowsUpTo: (limit) => sql<number>`${limit}`,
      // The tables' own collation is binary; another one here would cost the index.
      inByteOrder: (column) => sql<string>`${sql.ref(column)}`,
      undatedFirst: false,
      everyFindingHasItsScan,
    },
    ...SERVER_HAS_NO_FILE,
    // The first row that is read fixes the moment that all of it sees.
    beginSnapshot: ['start transaction read only'],
    lockCode: '1205',
    failureOf: mariadbFailure,

    migrations: async (db) => migrationsFor(await collationOf(db)),
    migrateAlone: null,
    schemaOf: async () => null,

    async openSession(deadlineMs) {
      const limits = limitsWithin(deadlineMs)
      const connection = await open(limits).catch((error) => {
        throw unreachable(error)
      })
      const db = kysely(connection, limits.answerMs)
      const renewal = lifetime(clock)
      return {
        db,
        ...SESSION_HAS_NO_FILE,
        isCurrent: () => connection.isAlive() && !renewal.isOver(),
        renewal,
        beginMs: connection.inCluster ? limits.catchUpMs : undefined,
        hold: (tables) => hold(db, tables),
        origin: isOneOfSeveral ? async () => null : originOf(connection),
        close: async () => connection.leave(),
      }
    },

    // Of several hosts each session may read another.
    openWatch: isOneOfSeveral
      ? null
      : () => openWatch(() => openLine(address, clock), { clock, restMs: REST_MS }),

    openForWriting,
    openForMigrating: openForWriting,
  }
}

/**
 * A table that is emptied, or put in the place of another, passes by snapshots: one that was begun
 * before finds it empty. A query that reads nothing keeps its tables as they are until the end of the
 * transaction, and fixes no moment yet. A result from the query cache would keep none.
 */
async function hold(db: Kysely<Tables>, tables: readonly TableName[]): Promise<void> {
  if (tables.length === 0) return
  const text = `select sql_no_cache 1 from ${tables.join(', ')} limit 0`
  await db.executeQuery(CompiledQuery.raw(text))
}

const noWholeAnswer = () =>
  Object.assign(new Error('no whole answer in time'), { code: 'ETIMEDOUT' })

/** An integer is bound as one: MySQL takes no other number as a limit. */
const exactly = (value: unknown) => (Number.isSafeInteger(value) ? BigInt(value as number) : value)

/** Kysely expects a pool; ours is the one connection of this thread. */
function kysely(
  { raw, destroy, leave }: MariadbConnection,
  timeout: number | undefined,
): Kysely<Tables> {
  const only = {
    threadId: raw.threadId,
    config: raw.config,
    release: () => {},
    destroy,
    query(text: string, values: unknown[], done: (error: unknown, result: unknown) => void) {
      const statement = { sql: text, values: values.map(exactly) }
      const late = timeout === undefined ? undefined : setTimeout(giveUp, timeout)
      function finish(error: unknown, result: unknown, fields: FieldPacket[]) {
        clearTimeout(late)
        readRows(result, fields)
        done(ofTheServer(error), result)
      }
      /** The driver bounds no more than the time to the first byte, and not while it prepares. */
      function giveUp() {
        destroy()
        done(noWholeAnswer(), undefined)
      }
      // MariaDB cannot run every statement a second time that it has prepared.
      if (values.length === 0) return raw.query({ ...statement, typeCast: textOfNumbers }, finish)
      // Prepared on the server: a value never becomes part of a statement's text.
      return raw.execute(statement, finish)
    },
  } as unknown as MysqlPoolConnection
  return new Kysely<Tables>({
    dialect: new MysqlDialect({
      pool: {
        getConnection: (give) => give(null, only),
        end: (done) => {
          leave()
          done(null)
        },
      },
    }),
  })
}
