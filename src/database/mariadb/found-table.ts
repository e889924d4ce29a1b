// Whether a table that is there already is the one that a migration would make.
import { type Kysely, sql } from 'kysely'
import type { AnyColumns } from '../schema/schema.ts'
import { columnOf, typeIn } from './columns.ts'

interface Found {
  table: string
  kind: string
  engine: string | null
  checks: number
  references: number
}

interface FoundColumn {
  table: string
  name: string
  type: string
  nullable: string
  fallback: string | null
  extra: string
  role: string
  collation: string | null
}

/**
 * How it differs from what `columns` says; nothing when it is the same, null when there is none.
 * The order of columns counts, too: a producer may insert without naming them.
 */
export async function differences(
  db: Kysely<unknown>,
  table: string,
  columns: AnyColumns,
  collation: string,
): Promise<string[] | null> {
  const ofType = (type: string) => sql`(
    select count(*) from information_schema.table_constraints as it
    where it.table_schema = tables.table_schema and it.table_name = tables.table_name
      and it.constraint_type = ${sql.lit(type)}
  )`
  // Each name is given: by itself MySQL writes those of the catalogue in capitals.
  const { rows } = await sql<Found>`
    select
      table_name as ${sql.id('table')}, table_type as kind, engine as engine,
      ${ofType('CHECK')} as checks, ${ofType('FOREIGN KEY')} as ${sql.id('references')}
    from information_schema.tables as tables
    where table_schema = database() and table_name = ${sql.lit(table)}`.execute(db)
  // The catalogue may take a name in other letters for the same, and the server may not.
  const found = rows.find((it) => it.table === table)
  if (found === undefined) return null
  if (found.kind !== 'BASE TABLE') return ['it is no table, but a view']
  const definitions = Object.entries(columns).map(([name, kind]) => [name, columnOf[kind](name)])
  const having = (word: string) => definitions.filter(([, text]) => text?.includes(word)).length
  return [
    ...(found.engine === 'InnoDB' ? [] : ['its engine is not InnoDB']),
    ...(await columnDifferences(db, table, columns, collation)),
    ...(Number(found.checks) === having(' check (') ? [] : ['its checks are others']),
    ...(Number(found.references) === having('foreign key') ? [] : ['its foreign keys are others']),
  ]
}

async function columnDifferences(
  db: Kysely<unknown>,
  table: string,
  columns: AnyColumns,
  collation: string,
): Promise<string[]> {
  const { rows } = await sql<FoundColumn>`
    select
      table_name as ${sql.id('table')}, column_name as name, column_type as type,
      is_nullable as nullable, column_default as fallback, extra as extra, column_key as role,
      collation_name as collation
    from information_schema.columns
    where table_schema = database() and table_name = ${sql.lit(table)}
    order by ordinal_position`.execute(db)
  const found = rows.filter((it) => it.table === table)
  const names = Object.keys(columns)
  const missing = names.filter((name) => !found.some((it) => it.name === name))
  if (missing.length > 0) return [`it has no column ${missing.join(', ')}`]
  if (found.length > names.length) return ['it has columns that are not ours']
  if (found.some(({ name }, i) => name !== names[i])) return ['its columns are in another order']
  return found
    .filter(
      (it) => asFound(it) !== asWanted(columnOf[columns[it.name] ?? 'id'](it.name), collation),
    )
    .map(({ name }) => `its column ${name} is another`)
}

/** What can be compared of a column, whatever words the server has for its default. */
const summaryOf = (...parts: readonly (string | boolean | null)[]) => JSON.stringify(parts)

const asFound = ({ type, nullable, fallback, extra, role, collation }: FoundColumn) =>
  summaryOf(
    // MariaDB tells how wide an integer is shown, MySQL does not.
    type.replace(/^bigint\(\d+\)/, 'bigint'),
    nullable === 'YES',
    // MariaDB writes that there is none as one.
    fallback !== null && fallback !== 'NULL',
    extra.includes('auto_increment'),
    role === 'PRI',
    collation,
  )

function asWanted(definition: string, collation: string) {
  const type = typeIn(definition)
  return summaryOf(
    type,
    !/not null/.test(definition),
    / default /.test(definition),
    /auto_increment/.test(definition),
    /primary key/.test(definition),
    /char|text/.test(type) ? collation : null,
  )
}
