// What the columns of a MariaDB or MySQL table can hold, and how they compare texts.
import { CompiledQuery, sql } from 'kysely'
import type { ColumnFacts, Db, Flaw, Holds } from '../inspection/inspection.ts'
import { type AnyTableName, WHOLE_SCHEMA } from '../schema/import-tables.ts'

/** ER_DBACCESS_DENIED, ER_TABLEACCESS_DENIED, ER_COLUMNACCESS_DENIED. */
export const DENIED = [1044, 1142, 1143]

export async function errorOf(db: Db, text: string): Promise<(Error & { errno?: number }) | null> {
  try {
    await db.executeQuery(CompiledQuery.raw(text))
    return null
  } catch (error) {
    return error as Error
  }
}

interface Column {
  name: string
  base: string
  type: string
  collation: string | null
  fraction: number | null
  rights: string
}

export async function columnFacts(db: Db, table: AnyTableName): Promise<Map<string, ColumnFacts>> {
  const { rows } = await sql<Column>`
    select
      column_name as name, data_type as base, column_type as type, collation_name as collation,
      datetime_precision as fraction, privileges as rights
    from information_schema.columns
    where table_schema = database() and table_name = ${table}`.execute(db)
  const facts = new Map<string, ColumnFacts>(
    rows.map((column) => [
      column.name.toLowerCase(),
      {
        type: column.type,
        base: column.base,
        fallback: null,
        holds: holds(column),
        flaws: flawsOf(column),
        readable: /\bselect\b/i.test(column.rights),
      },
    ]),
  )
  // One that the account has no right to is not listed; only its name tells that it is there.
  for (const column of Object.keys(WHOLE_SCHEMA[table]).filter((it) => !facts.has(it))) {
    const error = await errorOf(db, `select ${column} from ${table} where 1 = 0`)
    if (error === null || !DENIED.includes(error.errno ?? 0)) continue
    facts.set(column, {
      type: '',
      base: '',
      fallback: null,
      holds: 'undeclared',
      flaws: [],
      readable: false,
    })
  }
  return facts
}

function holds({ base, fraction }: Column): Holds {
  // It shows its fraction even where that is zero.
  if (base === 'datetime' || base === 'timestamp') {
    if (fraction) return 'other'
    return base === 'datetime' ? 'dateTime' : 'utcDateTime'
  }
  if (/int$/.test(base)) return 'integer'
  if (/^(decimal|float|double)$/.test(base)) return 'number'
  if (base === 'json') return 'json'
  return /char$|text$|^enum$|^set$/.test(base) ? 'text' : 'other'
}

/** Their bytes are in the order of those of UTF-8. */
const IN_ORDER = /^(ascii|utf8|utf8mb3|utf8mb4)_/

function flawsOf({ base, collation }: Column): Flaw[] {
  if (collation === null) return []
  if (!/_bin$/.test(collation)) {
    const effect = 'takes different names for the same'
    return [{ collation, level: 'problem', matters: 'always', effect }]
  }
  if (base === 'enum' || base === 'set') {
    const effect = 'follows the list of its words, so names are not in the order of bytes'
    return [{ collation: `that of ${base}`, level: 'problem', matters: 'in order', effect }]
  }
  const ofOtherBytes: Flaw = {
    collation,
    level: 'problem',
    matters: 'in order',
    effect: 'orders by the bytes of its character set, which are not those of UTF-8',
  }
  const withoutSpaces: Flaw = {
    collation,
    level: 'advice',
    matters: 'always',
    effect: 'ignores spaces at the end of a name',
  }
  return [
    ...(IN_ORDER.test(collation) ? [] : [ofOtherBytes]),
    ...(/_nopad_bin$|_0900_bin$/.test(collation) ? [] : [withoutSpaces]),
  ]
}
