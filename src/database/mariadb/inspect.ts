// Facts about a MariaDB or MySQL database. Its catalogue shows an account only what that may see.
import { sql } from 'kysely'
import type { Db, IndexFacts, Inspector, Relation, ServerClock } from '../inspection/inspection.ts'
import type { AnyTableName } from '../schema/import-tables.ts'
import { mariadbFailure } from './failure.ts'
import { columnFacts, DENIED, errorOf } from './inspect-columns.ts'
import { mendFor } from './mend.ts'
import { collationOf } from './migrations.ts'
import { accountOf, excess } from './rights.ts'

export const mariadbInspector: Inspector = {
  relation,
  excess,
  otherName: async () => null,
  partialIndexes: false,
  otherOrder: async () => null,

  mending: async (db) => mendFor(await collationOf(db)),

  async clock(db) {
    const { rows } = await sql<Omit<ServerClock, 'utcNow'>>`
      select
        unix_timestamp(now(6)) as epochSeconds,
        if(@@global.time_zone = 'SYSTEM', @@system_time_zone, @@global.time_zone) as zone,
        timestampdiff(
          second, utc_timestamp(), convert_tz(utc_timestamp(), '+00:00', @@global.time_zone)
        ) as offsetSeconds`.execute(db)
    return rows[0] ? { ...rows[0], utcNow: 'utc_timestamp()' } : null
  },
}

const NO_SUCH_TABLE = 1146
/** ER_VIEW_INVALID, ER_NO_SUCH_USER: what it is made of is gone, or whose it is. */
const BROKEN_VIEW = [1356, 1449]
/** ER_ACCESS_DENIED_ERROR, of a session that was let in: to all but administrators it says no more. */
const NO_DEFINER = 1045

async function relation(db: Db, table: AnyTableName): Promise<Relation> {
  const refused = await refusal(db, table)
  if (refused === NO_SUCH_TABLE) {
    return { is: 'missing', reason: 'there is no such table', fix: null }
  }
  if (typeof refused === 'number') {
    const account = await accountOf(db)
    return {
      is: 'denied',
      reason: `the account ${account} has no right to read (SELECT), or there is no such table`,
      // One at a time: the server takes no list.
      fix: (tables) => tables.map((it) => `grant select on ${it} to ${account};`),
    }
  }
  if (typeof refused === 'string') return { is: 'broken', reason: refused }
  const { rows } = await sql<{ kind: string; engine: string | null; transactions: string | null }>`
    select table_type as kind, tables.engine as engine, transactions as transactions
    from information_schema.tables as tables
    left join information_schema.engines as engines on engines.engine = tables.engine
    where table_schema = database() and table_name = ${table}`.execute(db)
  const { kind, engine, transactions } = rows[0] ?? {}
  return {
    is: kind === 'VIEW' ? 'view' : 'table',
    noSnapshot:
      engine && transactions === 'NO'
        ? { engine, fix: `alter table ${table} engine = InnoDB;` }
        : null,
    columns: await columnFacts(db, table),
    indexes: await indexesOf(db, table),
  }
}

/** Why it cannot be read: a number that is known, else the server's words. Null when it can. */
async function refusal(db: Db, table: AnyTableName): Promise<number | string | null> {
  // An account that may read a few columns only may still count.
  const error = await errorOf(db, `select count(*) from ${table} where 1 = 0`)
  if (error === null) return null
  const { errno = 0 } = error
  if (errno === NO_SUCH_TABLE || DENIED.includes(errno)) return errno
  if (BROKEN_VIEW.includes(errno)) return mariadbFailure(error).text
  if (errno === NO_DEFINER) return 'the account that is its definer is not there'
  throw error
}

interface Part {
  name: string
  column: string | null
  prefix: number | null
  /** YES where MariaDB is told to pass over it. */
  IGNORED?: string
  /** NO where MySQL is. */
  IS_VISIBLE?: string
}

async function indexesOf(db: Db, table: AnyTableName): Promise<IndexFacts[]> {
  const { rows } = await sql<Part>`
    select
      parts.*, index_name as name, column_name as ${sql.id('column')}, sub_part as prefix
    from information_schema.statistics as parts
    where table_schema = database() and table_name = ${table} and index_type = 'BTREE'
    order by index_name, seq_in_index`.execute(db)
  const byName = Map.groupBy(rows, ({ name }) => name)
  const columnsOfIndex = (name: string) =>
    // The beginning of a text is not the text.
    (byName.get(name) ?? []).map(({ column, prefix }) =>
      prefix === null ? (column ?? '').toLowerCase() : '',
    )
  const key = columnsOfIndex('PRIMARY')
  // InnoDB ends every index with the key.
  return [...byName.keys()].map((name) => ({
    name,
    columns: [...new Set([...columnsOfIndex(name), ...key])],
    where: null,
    repair: repairOf(table, byName.get(name)?.[0]),
  }))
}

function repairOf(table: AnyTableName, part: Part | undefined): string | null {
  const name = part?.name.replaceAll('`', '``')
  const alter = (word: string) => `alter table ${table} alter index \`${name}\` ${word};`
  if (part?.IGNORED === 'YES') return alter('not ignored')
  return part?.IS_VISIBLE === 'NO' ? alter('visible') : null
}
