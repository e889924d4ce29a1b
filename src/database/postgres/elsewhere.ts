// Tables that are there and not seen: their schema is closed to this account, or not on its path.
import { sql } from 'kysely'
import type { Db, Relation } from '../inspection/inspection.ts'
import type { AnyTableName } from '../schema/import-tables.ts'
import { TABLE_NAMES } from '../schema/schema.ts'

interface Place {
  table: string
  schema: string
  open: boolean
  account: string
  /** The search path as it is set. */
  path: string
}

export async function elsewhere(db: Db, table: AnyTableName): Promise<Relation> {
  const hidden = await placesOfHidden(db, table)
  const found = hidden.get(table)
  if (found === undefined) return { is: 'missing', reason: 'there is no such table', fix: null }
  const { schema, open, account } = found
  const path = pathWith([...hidden.values()], found)
  if (open) {
    const reason = `found in the schema ${schema}, which is not on the search path`
    return { is: 'missing', reason, fix: path }
  }
  return {
    is: 'denied',
    reason: `the account ${account} may not use the schema ${schema}`,
    fix: (tables) => [
      `grant usage on schema ${schema} to ${account};`,
      `grant select on ${tables.map((it) => `${schema}.${it}`).join(', ')} to ${account};`,
      ...path,
    ],
  }
}

/** Of `table` and of our own; where several schemas have one, that with the most of them. */
async function placesOfHidden(db: Db, table: AnyTableName): Promise<Map<string, Place>> {
  const names = sql.join([...new Set([table, ...TABLE_NAMES])].map((it) => sql.lit(it)))
  const { rows } = await sql<Place>`
    select
      relname as table, quote_ident(nspname) as schema,
      has_schema_privilege(pg_namespace.oid, 'usage') as open,
      quote_ident(current_user) as account, current_setting('search_path') as path
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relname in (${names}) and relkind in ('r', 'p', 'v', 'm', 'f')
      and relpersistence <> 't' and to_regclass(quote_ident(relname)) is null
    order by count(*) over (partition by nspname), open, nspname desc`.execute(db)
  // The last one of a name stays.
  return new Map(rows.map((row) => [row.table, row]))
}

/** All that is missing at once, behind what is there: one fix must not undo another. */
function pathWith(hidden: readonly Place[], { path, account }: Place): string[] {
  const set = path.split(/\s*,\s*/)
  const has = (schema: string) =>
    set.includes(schema) || (set.includes('"$user"') && schema === account)
  const missing = [...new Set(hidden.map(({ schema }) => schema))].filter((it) => !has(it)).sort()
  if (missing.length === 0) return []
  const before = path === '' || path === '""' ? [] : [path]
  return [`alter role ${account} set search_path = ${[...before, ...missing].join(', ')};`]
}
