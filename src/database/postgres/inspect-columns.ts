// What the columns of a PostgreSQL relation can hold, and how they compare texts.
import { sql } from 'kysely'
import type { ColumnFacts, Db, Flaw, Holds } from '../inspection/inspection.ts'

interface Column {
  name: string
  type: string
  /** What it is a domain of, if it is one; so is its category. */
  base: string
  category: string
  /** What stands in brackets after it; -1 where nothing does. */
  modifier: number
  isTable: boolean
  readable: boolean
  fallback: string | null
  /** Null where the type has none. */
  collation: string | null
  deterministic: boolean | null
}

// The database's own collation is named by its settings, and those differ between versions.
const COLUMNS = (oid: number) => sql<Column>`
  select
    attname as name, format_type(atttypid, atttypmod) as type, base.typname as base,
    cast(base.typcategory as text) as category,
    bottom.modifier as modifier,
    relkind in ('r', 'p') as "isTable",
    has_column_privilege(attrelid, attnum, 'select') as readable,
    case attgenerated when '' then pg_get_expr(adbin, adrelid) end as fallback,
    case collname when 'default' then own.name else collname end as collation,
    collisdeterministic as deterministic
  from pg_attribute
  join pg_class on pg_class.oid = attrelid
  cross join lateral (
    with recursive step (type, modifier, depth) as (
      select atttypid, atttypmod, 0
      union all
      select typbasetype, coalesce(nullif(modifier, -1), typtypmod), depth + 1
      from step join pg_type on pg_type.oid = type
      where typtype = 'd'
    )
    select type, modifier from step order by depth desc limit 1
  ) as bottom
  join pg_type as base on base.oid = bottom.type
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  left join pg_collation on pg_collation.oid = attcollation
  cross join (
    select case to_jsonb(pg_database) ->> 'datlocprovider'
      when 'i' then coalesce(to_jsonb(pg_database) ->> 'datlocale', to_jsonb(pg_database) ->> 'daticulocale')
      when 'b' then to_jsonb(pg_database) ->> 'datlocale'
      else datcollate end as name
    from pg_database where datname = current_database()
  ) as own
  where attrelid = ${sql.lit(oid)} and attnum > 0 and not attisdropped`

export async function columnFacts(db: Db, oid: number): Promise<Map<string, ColumnFacts>> {
  const { rows } = await COLUMNS(oid).execute(db)
  return new Map(
    rows.map((column) => [
      column.name,
      {
        type: column.type,
        base: column.base,
        fallback: column.fallback,
        holds: holds(column),
        flaws: flawsOf(column),
        readable: column.readable,
      },
    ]),
  )
}

const BASES: Readonly<Record<string, Holds>> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  timestamp: 'dateTime',
  json: 'json',
  jsonb: 'json',
  uuid: 'text',
  bpchar: 'paddedText',
}

/** char(19), as the catalogue has it: with the four bytes of the length. */
const LENGTH_OF_DATE_TIME = 19 + 4

/** Strings and enumerations arrive as texts. */
function holds({ base, category, modifier, isTable }: Column): Holds {
  // It takes fractions. In a view, whose expressions declare no precision, the values decide.
  if (base === 'timestamp' && modifier !== 0 && isTable) return 'other'
  if (base === 'bpchar' && modifier === LENGTH_OF_DATE_TIME) return 'dateTimeText'
  return BASES[base] ?? (['S', 'E'].includes(category) ? 'text' : 'other')
}

/** Collations in the order of bytes; UTF-8 orders as the numbers of its letters do. */
const BY_BYTES = /^(C|POSIX|C\.UTF-?8|ucs_basic|pg_c_utf8|pg_unicode_fast)$/i

function flawsOf(column: Column): Flaw[] {
  const { base, collation, deterministic } = column
  if (holds(column) !== 'text') return []
  // An enumeration, say: the service cannot ask it for the order of bytes.
  if (collation === null) {
    return [
      {
        collation: `none, it is ${column.type}`,
        level: 'problem',
        matters: 'in order',
        effect: 'cannot be put into the order of bytes',
      },
    ]
  }
  if (base === 'citext' || deterministic === false) {
    return [
      {
        collation: base === 'citext' ? 'that of citext' : collation,
        level: 'problem',
        matters: 'always',
        effect: 'takes different names for the same',
      },
    ]
  }
  if (BY_BYTES.test(collation)) return []
  return [
    {
      collation,
      level: 'advice',
      matters: 'in order',
      effect: 'orders unlike bytes, so no index gives the order that the service asks for',
    },
  ]
}
