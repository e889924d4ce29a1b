// The statements that make a PostgreSQL account which may only read, as docs/deploying.md has them.
import { sql } from 'kysely'
import type { Db, Lines } from '../inspection/inspection.ts'
import { otherAccount, READER } from '../inspection/reader-account.ts'
import { TABLE_NAMES } from '../schema/schema.ts'

interface Place {
  database: string
  /** Null where there is no such table. */
  schema: string | null
  table: string
}

/** Beside `account`, whose name is taken. */
export async function newReader(db: Db, account: string): Promise<Lines> {
  const name = account === READER ? `${READER}_only` : READER
  const names = sql.join(TABLE_NAMES.map((it) => sql`(${sql.lit(it)})`))
  const { rows } = await sql<Place>`
    select
      quote_ident(current_database()) as database, quote_ident(nspname) as schema,
      wanted.name as table
    from (values ${names}) as wanted (name)
    left join pg_class on pg_class.oid = to_regclass(wanted.name)
    left join pg_namespace on pg_namespace.oid = relnamespace
    order by wanted.name`.execute(db)
  const found = rows.filter(({ schema }) => schema !== null)
  // Before `migrate` the tables will lie where new ones do.
  const places = found.length > 0 ? found : rows.map((row) => ({ ...row, schema: 'public' }))
  const schemas = [...new Set(places.map(({ schema }) => schema))]
  const others = schemas.filter((it) => it !== 'public')
  // The search path of an administrator may be another.
  const tables = places.map(({ schema, table }) =>
    schema === 'public' ? table : `${schema}.${table}`,
  )
  const database = rows[0]?.database ?? ''
  const statements = [
    `create role ${name} login password 'CHOOSE-ONE';`,
    `grant connect on database ${database} to ${name};`,
    `grant usage on schema ${schemas.join(', ')} to ${name};`,
    `grant select on ${tables.join(', ')} to ${name};`,
    ...(others.length === 0
      ? []
      : [`alter role ${name} set search_path = ${[...others, 'public'].join(', ')};`]),
  ]
  return otherAccount(statements, `, connected to ${database}`)
}
