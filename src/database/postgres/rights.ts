// Rights of the PostgreSQL account that go beyond reading.
import { sql } from 'kysely'
import type { Db, Excess, Lines } from '../inspection.ts'
import { TABLE_NAMES, type TableName } from '../schema.ts'

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

const OWN_ACCOUNT: Lines = [
  `create role secdash_reader login password 'CHOOSE-ONE';`,
  `grant select on ${TABLE_NAMES.join(', ')} to secdash_reader;`,
  'Then name that account in DATABASE_URL.',
]

export async function excess(db: Db): Promise<Excess[]> {
  const { rows } = await sql<Account>`
    select
      quote_ident(rolname) as name, rolsuper as superuser,
      pg_has_role('pg_write_all_data', 'usage') as "writesAll"
    from pg_roles where rolname = current_user`.execute(db)
  const { name = '', superuser = false, writesAll = false } = rows[0] ?? {}
  const problem = (text: string, fix: Lines): Excess => ({
    level: 'problem',
    where: `account ${name}`,
    problem: text,
    fix,
  })
  if (superuser) return [problem('it is a superuser, so it could write everything', OWN_ACCOUNT)]
  const general = writesAll
    ? [
        problem('it could write every table, by the role pg_write_all_data', [
          `revoke pg_write_all_data from ${name};`,
        ]),
      ]
    : []
  const byTable = Map.groupBy(await rightsToWrite(db), ({ table }) => table)
  const special = [...byTable].map(([table, rights]) => {
    const words = [...new Set(rights.map(({ right }) => right))].join(', ')
    const isOwner = rights.some((it) => it.isOwner)
    return problem(
      `it could write ${table}: it has the right to ${words}${isOwner ? ', as the owner' : ''}`,
      isOwner ? OWN_ACCOUNT : revocations(table, rights),
    )
  })
  return [...general, ...special]
}

const revocations = (table: TableName, rights: readonly Right[]): Lines =>
  [...Map.groupBy(rights, ({ holder }) => holder)].map(([holder, held]) => {
    const words = [...new Set(held.map(({ right }) => right))].join(', ')
    return `revoke ${words} on ${table} from ${holder};`
  })

/** On tables and on single columns; a table without a list of rights has those of its owner. */
async function rightsToWrite(db: Db): Promise<Right[]> {
  const tables = sql.join(TABLE_NAMES.map((it) => sql`to_regclass(${sql.lit(it)})`))
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
    where pg_class.oid in (${tables})
      and privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE')
      and (grantee = 0 or pg_has_role(grantee, 'usage'))
    order by relname, privilege_type`.execute(db)
  return rows
}
