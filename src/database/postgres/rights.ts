// Rights of the PostgreSQL account that go beyond reading.
import { sql } from 'kysely'
import type { Db, Excess, Lines } from '../inspection/inspection.ts'
import { onlyAReader, READER } from '../inspection/reader-account.ts'
import { TABLE_NAMES, type TableName } from '../schema/schema.ts'
import { newReader } from './reader-account.ts'

interface Account {
  name: string
  superuser: boolean
  writesAll: boolean
}

interface Right {
  table: TableName
  right: string
  /** Who was given it: this account, a role that it is in, or `public`. */
  holder: string
  isOwner: boolean
}

export async function excess(db: Db): Promise<Excess[]> {
  const { rows } = await sql<Account>`
    select
      quote_ident(rolname) as name, rolsuper as superuser,
      pg_has_role('pg_write_all_data', 'usage') as "writesAll"
    from pg_roles where rolname = current_user`.execute(db)
  const { name = '', superuser = false, writesAll = false } = rows[0] ?? {}
  // In one, so that what helps against all of it is told once.
  const problem = (text: string, fix: Lines): Excess[] => [
    { level: 'problem', where: `account ${name}`, problem: text, fix },
  ]
  if (superuser) {
    return problem('it is a superuser, so it could write everything', await newReader(db, name))
  }
  const rights = await rightsToWrite(db)
  const schemas = await ownSchemas(db)
  const written = [
    ...(writesAll ? ['every table, by the role pg_write_all_data'] : []),
    ...byTables(rights).map(
      ({ tables, words, isOwner }) =>
        `${tables}: it has the right to ${words}${isOwner ? ', as the owner' : ''}`,
    ),
  ]
  const what = [
    ...(written.length > 0 ? [`write ${written.join('; and ')}`] : []),
    ...schemas.map((it) => `drop every table in the schema ${it}, as the owner of that`),
  ]
  if (what.length === 0) return []
  const isPublic = ({ holder }: Right) => holder === 'public'
  const own = revocations(rights.filter((it) => !isPublic(it)))
  const mine = [...(writesAll ? [`revoke pg_write_all_data from ${name};`] : []), ...own]
  return problem(`it could ${what.join('; and ')}`, [
    // Every account has these, also one that is made anew.
    ...revocations(rights.filter(isPublic)),
    ...(await fixOf(db, name, mine, schemas.length > 0 || rights.some(({ isOwner }) => isOwner))),
  ])
}

async function fixOf(db: Db, name: string, toTakeAway: Lines, isOwner: boolean): Promise<Lines> {
  // An owner can give itself again what is taken from it.
  if (isOwner) return newReader(db, name)
  if (toTakeAway.length === 0 || name === READER) return toTakeAway
  return [...(await newReader(db, name)), ...onlyAReader(toTakeAway)]
}

const revocations = (rights: readonly Right[]): Lines =>
  [...Map.groupBy(rights, ({ holder }) => holder)].flatMap(([holder, held]) =>
    byTables(held).map(({ tables, words }) => `revoke ${words} on ${tables} from ${holder};`),
  )

interface Held {
  readonly tables: string
  readonly words: string
  readonly isOwner: boolean
}

/** Tables together on which the same rights are held. */
function byTables(rights: readonly Right[]): Held[] {
  const ofTable = [...Map.groupBy(rights, ({ table }) => table)].map(([table, held]) => ({
    table,
    words: [...new Set(held.map(({ right }) => right))].join(', '),
    isOwner: held.some(({ isOwner }) => isOwner),
  }))
  const alike = Map.groupBy(ofTable, ({ words, isOwner }) => `${words} ${isOwner}`)
  return [...alike.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [{ ...first, tables: [first, ...more].map(({ table }) => table).join(', ') }],
  )
}

/** For `in`: those that are there. */
const TABLES = sql.join(TABLE_NAMES.map((it) => sql`to_regclass(${sql.lit(it)})`))

/** The schemas of our tables that it owns; the owner of a database owns `public`. */
async function ownSchemas(db: Db): Promise<string[]> {
  const { rows } = await sql<{ schema: string }>`
    select distinct quote_ident(nspname) as schema
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where pg_class.oid in (${TABLES}) and pg_has_role(nspowner, 'usage')
    order by schema`.execute(db)
  return rows.map(({ schema }) => schema)
}

/** On tables and on single columns; a table without a list of rights has those of its owner. */
async function rightsToWrite(db: Db): Promise<Right[]> {
  const { rows } = await sql<Right>`
    select
      relname as table, lower(privilege_type) as right,
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as holder,
      grantee = relowner as "isOwner"
    from pg_class
    cross join lateral (
      select grantee, privilege_type
      from aclexplode(coalesce(relacl, acldefault('r', relowner)))
      union
      select granted.grantee, granted.privilege_type
      from pg_attribute cross join lateral aclexplode(attacl) as granted
      where attrelid = pg_class.oid
    ) as granted
    where pg_class.oid in (${TABLES})
      and privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE')
      and (grantee = 0 or pg_has_role(grantee, 'usage'))
    order by relname, privilege_type`.execute(db)
  return rows
}
