// Facts about a PostgreSQL database, from its catalogue. Everybody may read that.
import { sql } from 'kysely'
import type { Db, IndexFacts, Inspector, Relation, ServerClock } from '../inspection/inspection.ts'
import type { AnyTableName } from '../schema/import-tables.ts'
import { elsewhere } from './elsewhere.ts'
import { columnFacts } from './inspect-columns.ts'
import { mend } from './mend.ts'
import { excess } from './rights.ts'

export const postgresInspector: Inspector = {
  relation,
  excess,
  otherName: async () => null,
  partialIndexes: true,
  mending: async () => mend,
  otherOrder,

  // The session's own zone is always UTC. The one of the log is set with the server's when that is
  // made, and tells in which zone it thinks.
  async clock(db) {
    const { rows } = await sql<Omit<ServerClock, 'utcNow'>>`
      select
        cast(extract(epoch from clock_timestamp()) as double precision) as "epochSeconds",
        current_setting('log_timezone') as zone,
        cast(extract(epoch from
          (now() at time zone current_setting('log_timezone')) - (now() at time zone 'UTC')
        ) as double precision) as "offsetSeconds"`.execute(db)
    return rows[0] ? { ...rows[0], utcNow: `now() at time zone 'UTC'` } : null
  },
}

/** Their bytes are in the order of the letters' numbers, or are those of UTF-8 as they came. */
const IN_ORDER = ['UTF8', 'LATIN1', 'SQL_ASCII']

async function otherOrder(db: Db) {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db)
  const { encoding = 'UTF8' } = rows[0] ?? {}
  if (IN_ORDER.includes(encoding)) return null
  return {
    problem: `the encoding of the database is ${encoding}, so names are ordered by its bytes and not by those of UTF-8`,
    fix: `Dump the database with pg_dump, create a new one from template0 with the encoding UTF8, load the dump there, and name that one in DATABASE_URL.`,
  }
}

interface Found {
  oid: number
  kind: string
  readable: boolean
  account: string
}

async function relation(db: Db, table: AnyTableName): Promise<Relation> {
  const { rows } = await sql<Found>`
    select
      cast(oid as integer) as oid, cast(relkind as text) as kind,
      has_any_column_privilege(oid, 'select') as readable, quote_ident(current_user) as account
    from pg_class where oid = to_regclass(cast(${table} as text))`.execute(db)
  const [found] = rows
  if (found === undefined) return elsewhere(db, table)
  if (!found.readable) {
    return {
      is: 'denied',
      reason: `the account ${found.account} has no right to read (SELECT)`,
      fix: (tables) => [`grant select on ${tables.join(', ')} to ${found.account};`],
    }
  }
  return {
    is: ['r', 'p'].includes(found.kind) ? 'table' : 'view',
    columns: await columnFacts(db, found.oid),
    indexes: await indexesOf(db, found.oid),
    noSnapshot: null,
  }
}

interface Index {
  name: string
  quoted: string
  /** False where it was left half built. */
  valid: boolean
  /** Half built, it lacks an index of a partition, and cannot be built again. */
  partitioned: boolean
  columns: string[]
  where: string | null
}

async function indexesOf(db: Db, oid: number): Promise<IndexFacts[]> {
  // One that orders otherwise than its column does serves no question: another collation, or operators.
  const { rows } = await sql<Index>`
    select
      index.relname as name, quote_ident(index.relname) as quoted, indisvalid as valid,
      index.relkind = 'I' as partitioned,
      array(
        select case
          when attcollation <> indcollation[position - 1] or not exists (
            select from pg_opclass as used join pg_opclass as usual using (opcfamily)
            where used.oid = indclass[position - 1] and usual.opcdefault
          ) then ''
          else pg_get_indexdef(indexrelid, position, true) end
        from generate_series(1, indnkeyatts) as position
        left join pg_attribute on attrelid = indrelid and attnum = indkey[position - 1]
        order by position
      ) as columns,
      pg_get_expr(indpred, indrelid, true) as where
    from pg_index
    join pg_class as index on index.oid = indexrelid
    join pg_am on pg_am.oid = index.relam
    where indrelid = ${sql.lit(oid)} and amname = 'btree'`.execute(db)
  return rows.map(({ name, quoted, valid, partitioned, columns, where }) => ({
    name,
    columns: (valid || !partitioned ? columns : []).map((it) =>
      plain(it).replace(/^(\w+)::date$/, 'day($1)'),
    ),
    where: where === null ? null : plain(where),
    repair: valid || partitioned ? null : `reindex index ${quoted};`,
  }))
}

/** The type of a literal: of an enumeration of one's own, say. */
const TYPE_OF_LITERAL = /('(?:[^']|'')*')::(?:(?:"[^"]*"|\w+)\.)?(?:"[^"]*"|character varying|\w+)/g

/** As it was typed: no brackets, quotes of names, or types of literals. */
const plain = (text: string) =>
  text
    .replace(TYPE_OF_LITERAL, '$1')
    .toLowerCase()
    .replace(/[()"]/g, '')
    .replace(/::text/g, '')
