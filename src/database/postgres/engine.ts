// PostgreSQL 14 and later. With several hosts, reads go to a standby where there is one.
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import type { Host, ServerAddress } from '../../address.ts'
import type { Engine } from '../engine.ts'
import { unreachable } from '../failure/failure.ts'
import { whereOf } from '../failure/where.ts'
import type { Tables } from '../schema/tables.ts'
import { openBest } from '../servers/hosts.ts'
import { SERVER_HAS_NO_FILE, SESSION_HAS_NO_FILE } from '../servers/no-file.ts'
import { type Clock, lifetime, limitsWithin, type Purpose } from '../servers/session.ts'
import { openWatch } from '../servers/watch.ts'
import { countByGroups, skipScan } from '../skip-scan.ts'
import { connectPostgres, type PostgresConnection } from './connection.ts'
import { postgresFailure } from './failure.ts'
import { BEGIN, holding } from './hold.ts'
import { migrateAlone, tellCauses } from './migrate-alone.ts'
import { migrations } from './migrations.ts'
import { ORIGIN } from './origin.ts'
import { preparing } from './prepared.ts'
import { everyFindingHasItsScan } from './scans-of-findings.ts'
import { openLine } from './watch-line.ts'

const ONLY_STANDBY = 'a standby cannot be written to, and the primary does not answer'

export function postgresEngine(address: ServerAddress, clock: Clock): Engine {
  const isOneOfSeveral = address.hosts.length > 1
  const prepared = preparing(clock)

  async function connected(purpose: Purpose, host: Host) {
    const connection = await connectPostgres(address, host, purpose)
    try {
      if (!isOneOfSeveral) return { connection, preferred: true }
      const standby = await isStandby(connection)
      if (standby && purpose === 'writing') throw new Error(ONLY_STANDBY)
      // Readers are better off with a standby.
      return { connection, preferred: standby || purpose === 'writing' }
    } catch (error) {
      connection.destroy()
      throw error
    }
  }

  const open = (purpose: Purpose) =>
    openBest(
      address.hosts,
      (host) => connected(purpose, host),
      (other) => other.destroy(),
    )

  async function openForWriting() {
    const connection = await open('writing')
    const { client } = connection
    tellCauses(client)
    return kysely({ ...connection, query: client.query.bind(client) })
  }

  return {
    where: whereOf(address),
    expressions: {
      day: (column) => sql<string>`cast(${sql.ref(column)} as date)`,
      namesIn: skipScan,
      // PostgreSQL guesses that a subquery gives 100 rows, and then reads a small table whole. An array it
      // looks up.
      isAmong: (column, ids) => sql<boolean>`${sql.ref(column)} = any (array${ids})`,
      // Seeks are quicker there too, but only when a VACUUM has been: before, each one reads many rows.
      countEach: countByGroups,
      rowsUpTo: (limit) => sql<number>`${limit}`,
      inByteOrder: (column) => sql<string>`${sql.ref(column)} collate "C"`,
      undatedFirst: true,
      everyFindingHasItsScan,
    },
    ...SERVER_HAS_NO_FILE,
    beginSnapshot: [BEGIN],
    migrations: async () => migrations,
    migrateAlone,
    schemaOf,
    lockCode: '55P03',
    failureOf: postgresFailure,

    async openSession(deadlineMs) {
      const connection = await open(limitsWithin(deadlineMs)).catch((error) => {
        throw unreachable(error)
      })
      const query = prepared(connection.client)
      const renewal = lifetime(clock)
      return {
        db: kysely({ ...connection, query }),
        ...SESSION_HAS_NO_FILE,
        isCurrent: () => connection.isAlive() && !renewal.isOver(),
        renewal,
        ...holding(connection.client, clock),
        async origin() {
          if (isOneOfSeveral) return null
          const { rows } = await query(ORIGIN, [])
          return rows[0].origin
        },
        close: async () => connection.destroy(),
      }
    },

    // Of several hosts each session may read another.
    openWatch: isOneOfSeveral
      ? null
      : () => openWatch(() => openLine(address, clock), { clock, restMs: 0 }),

    openForWriting,
    openForMigrating: openForWriting,
  }
}

async function isStandby({ client }: PostgresConnection): Promise<boolean> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby')
  return rows[0].standby
}

/** Where the notes of earlier migrations are found, else where tables are made. */
async function schemaOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`
    select coalesce(
      (
        select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where pg_class.oid = to_regclass('secdash_migrations')
      ),
      current_schema()
    ) as schema`.execute(db)
  const schema = rows[0]?.schema ?? null
  if (schema === null) throw new Error('no schema has been selected to create in')
  return schema
}

/** Kysely expects a pool; ours is the one connection of this thread. */
function kysely({ query, destroy }: Pick<PostgresConnection, 'destroy'> & { query: unknown }) {
  const only = { query, release: () => {} } as unknown as PostgresPoolClient
  const pool = { options: {}, connect: async () => only, end: async () => destroy() }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
