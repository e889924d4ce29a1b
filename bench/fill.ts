// npx node bench/fill.ts URL small|fleet [SEED]
// Fills an empty database with data of one of two sizes: tables, rows in bulk, then indexes and
// statistics. With the name of an engine in the place of URL it starts a server of its own for it,
// says how long it took, and removes it.

import { sql } from 'kysely'
import { parseAddress } from '../src/address.ts'
import { engineAt } from '../src/database/connect.ts'
import { migratorOf } from '../src/database/schema/migrate.ts'
import { SCHEMA, TABLE_NAMES, type TableName } from '../src/database/schema/schema.ts'
import { isEngineName } from '../test/support/engines.ts'
import { loadMariadb } from './data/load-mariadb.ts'
import { loadPostgres } from './data/load-postgres.ts'
import { loadSqlite } from './data/load-sqlite.ts'
import { isSizeName, SIZES, type SizeName } from './data/sizes.ts'
import { tableRows } from './data/tables.ts'
import { databaseHost } from './databases.ts'

const SEED = 1

export async function fill(
  url: string,
  size: SizeName,
  { seed = SEED, newestMs = Date.now() } = {},
): Promise<void> {
  const address = parseAddress(url)
  const tables = tableRows({ size: SIZES[size], seed, newestMs })
  await migrateTo(url, '0001 tables')
  if (address?.engine === 'sqlite') await loadSqlite(address.path, tables)
  else if (address?.engine === 'postgres') await loadPostgres(url, tables)
  else await loadMariadb(url, tables)
  // Indexes are made fastest when the rows are there.
  await migrateTo(url, 'latest')
  await afterLoad(url, address?.engine)
}

async function migrateTo(url: string, target: string): Promise<void> {
  const engine = engineAt(url)
  const db = await engine.openForMigrating()
  try {
    const migrator = await migratorOf(engine, db)
    const { error } =
      target === 'latest' ? await migrator.migrateToLatest() : await migrator.migrateTo(target)
    if (error !== undefined) throw error
  } finally {
    await db.destroy()
  }
}

function skipGivenIds(table: TableName): string {
  const [id = ''] = Object.keys(SCHEMA[table])
  return `select setval(pg_get_serial_sequence('${table}', '${id}'), (select max(${id}) from ${table}))`
}

/** What a server does by itself in time: statistics, and PostgreSQL's map of what all may see. */
const SETTLE = {
  sqlite: [],
  // An identity column does not look at ids that it did not generate.
  postgres: [...TABLE_NAMES.map(skipGivenIds), 'vacuum analyze'],
  mariadb: TABLE_NAMES.map((table) => `analyze table ${table}`),
} as const

async function afterLoad(url: string, engine: keyof typeof SETTLE = 'sqlite'): Promise<void> {
  const connected = engineAt(url)
  const db = await connected.openForWriting()
  try {
    for (const statement of SETTLE[engine]) await sql.raw(statement).execute(db)
  } finally {
    await db.destroy()
  }
}

if (import.meta.main) {
  const [where = '', size, seed = SEED] = process.argv.slice(2)
  if (where === '' || !isSizeName(size)) {
    console.error('usage: npx node bench/fill.ts sqlite|postgres|mariadb|URL small|fleet [SEED]')
    process.exit(2)
  }
  const host = isEngineName(where) ? await databaseHost(where) : undefined
  try {
    const url = (await host?.newDatabase(size)) ?? where
    const start = performance.now()
    await fill(url, size, { seed: Number(seed) })
    console.log(`${url}: ${size}, filled in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } finally {
    await host?.destroy()
  }
}
