// Facts about a SQLite file.
import { accessSync, constants } from 'node:fs'
import { sql } from 'kysely'
import type {
  ColumnFacts,
  Db,
  Flaw,
  Holds,
  IndexFacts,
  Inspector,
  Relation,
} from '../inspection/inspection.ts'
import type { AnyTableName } from '../schema/import-tables.ts'
import { sqliteFailure } from './failure.ts'
import { mend } from './mend.ts'
import { otherNameOf } from './other-name.ts'

export const sqliteInspector = (path: string): Inspector => ({
  relation,
  partialIndexes: true,
  mending: async () => mend,

  async excess() {
    try {
      accessSync(path, constants.W_OK)
    } catch {
      return []
    }
    return [
      {
        level: 'advice',
        where: path,
        problem: 'this user could write the file; the service never does',
        fix: [
          'Nothing to do where the service shares a group with those who write, as WAL mode wants it. To make sure by the rights of the files, see "WAL mode" in docs/database.md.',
        ],
      },
    ]
  },

  otherName: async () => otherNameOf(path),

  otherOrder: async () => null,

  // The file has no clock but that of this machine.
  clock: async () => null,
})

async function relation(db: Db, table: AnyTableName): Promise<Relation> {
  const { rows: found } = await sql<{ type: string; strict: number }>`
    select type, strict from pragma_table_list where schema = 'main' and lower(name) = ${table}`.execute(
    db,
  )
  const [facts] = found
  if (facts === undefined) return { is: 'missing', reason: 'there is no such table', fix: null }
  try {
    const indexes = await indexesOf(db, table)
    return {
      is: facts.type === 'view' ? 'view' : 'table',
      columns: await columnFacts(db, table, facts.strict === 1, indexes),
      indexes,
      noSnapshot: null,
    }
  } catch (error) {
    // A view over what is gone, and nothing else, is a matter of this table alone.
    if (facts.type !== 'view') throw error
    return { is: 'broken', reason: sqliteFailure(error).text }
  }
}

interface Index extends IndexFacts {
  /** By column; an index has the collation of its column unless it says otherwise. */
  readonly collations: ReadonlyMap<string, string>
}

async function columnFacts(
  db: Db,
  table: AnyTableName,
  strict: boolean,
  indexes: readonly Index[],
): Promise<Map<string, ColumnFacts>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_xinfo(${table})`.execute(db)
  return new Map(
    rows.map(({ name, type }) => [
      name.toLowerCase(),
      {
        type,
        base: type,
        fallback: null,
        holds: holds(type, strict),
        flaws: flawsOf(name, indexes),
        readable: true,
      },
    ]),
  )
}

/** Only a strict table keeps what it declares; else a text in a number's column stays a text. */
function holds(type: string, strict: boolean): Holds {
  if (/char|clob|text/i.test(type)) return 'text'
  if (!strict) return 'undeclared'
  if (/int/i.test(type)) return 'integer'
  if (/real/i.test(type)) return 'number'
  return /blob/i.test(type) ? 'other' : 'undeclared'
}

function flawsOf(column: string, indexes: readonly Index[]): Flaw[] {
  const collation = indexes
    .map(({ collations }) => collations.get(column.toLowerCase()))
    .find((it) => it !== undefined && it.toUpperCase() !== 'BINARY')
  if (collation === undefined) return []
  const effect = 'takes different names for the same'
  return [{ collation, level: 'problem', matters: 'always', effect }]
}

async function indexesOf(db: Db, table: AnyTableName): Promise<Index[]> {
  const { rows } = await sql<{ name: string; text: string | null }>`
    select list.name as name, (select sql from sqlite_schema where name = list.name) as text
    from pragma_index_list(${table}) as list`.execute(db)
  const key = await rowIdOf(db, table)
  const indexes: Index[] = []
  for (const { name, text } of rows) {
    const { rows: columns } = await sql<{ name: string | null; coll: string }>`
      select name, coll from pragma_index_xinfo(${name}) where key = 1 order by seqno`.execute(db)
    // An expression has no name; the days are those of the text, in their order.
    const days = (text ?? '').matchAll(/substr\(\s*"?(\w+)"?\s*,\s*1\s*,\s*10\s*\)/gi)
    const nextDay = () => `day(${days.next().value?.[1]?.toLowerCase()})`
    const names = columns.map((it) => it.name?.toLowerCase() ?? nextDay())
    indexes.push({
      name,
      // The row's number ends every index.
      columns: key === undefined ? names : [...names, key],
      where: condition(text),
      repair: null,
      collations: new Map(columns.map((it, i) => [names[i] ?? '', it.coll])),
    })
  }
  if (key !== undefined)
    indexes.push({ name: key, columns: [key], where: null, repair: null, collations: new Map() })
  return indexes
}

/** The column that is the row's number: `integer primary key`. */
async function rowIdOf(db: Db, table: AnyTableName): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_info(${table}) where pk > 0`.execute(db)
  const [only] = rows
  return rows.length === 1 && only?.type.toLowerCase() === 'integer'
    ? only.name.toLowerCase()
    : undefined
}

function condition(text: string | null): string | null {
  const where = /\bwhere\b(.*)$/is.exec(text ?? '')?.[1]
  return where?.toLowerCase().replace(/[()"]/g, '').replace(/\s+/g, ' ').trim() ?? null
}
