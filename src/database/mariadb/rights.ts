// Rights of the MariaDB or MySQL account that go beyond reading.
import { CompiledQuery, sql } from 'kysely'
import type { Db, Excess, Lines } from '../inspection/inspection.ts'
import { onlyAReader, otherAccount, READER } from '../inspection/reader-account.ts'
import { TABLE_NAMES } from '../schema/schema.ts'

/** With these it could change rows or tables, or give itself the right to. */
const WRITING =
  /^(all privileges|insert|update|delete|delete history|create|drop|alter|index|trigger|event|file|super|create user|role_admin|set_user_id|set_any_definer|grant option)$/

interface Grant {
  readonly rights: readonly string[]
  /** As it was written: *.*, `secdash`.* or `secdash`.`malware_scans`. */
  readonly on: string
  /** The account, or a role that it has. */
  readonly to: string
}

/** 'reader'@'10.0.0.%' */
export async function accountOf(db: Db): Promise<string> {
  const { rows } = await sql<{ account: string }>`select current_user() as account`.execute(db)
  const account = rows[0]?.account ?? ''
  const at = account.lastIndexOf('@')
  return `'${account.slice(0, at)}'@'${account.slice(at + 1)}'`
}

export async function excess(db: Db): Promise<Excess[]> {
  const account = await accountOf(db)
  const { rows: names } = await sql<{ name: string }>`select database() as name`.execute(db)
  const database = names[0]?.name ?? ''
  const tooMany = (await grantsTo(account, db))
    .filter(({ on }) => concerns(on, database))
    .map((grant) => ({ ...grant, rights: grant.rights.filter((it) => WRITING.test(it)) }))
    .filter(({ rights }) => rights.length > 0)
  if (tooMany.length === 0) return []
  const has = tooMany.map(({ rights, on }) => `${rights.join(', ')} on ${on}`).join(', and ')
  return [
    {
      level: 'problem',
      where: `account ${account}`,
      problem: `it could write: it has ${has}`,
      fix: fixOf(account, database, tooMany),
    },
  ]
}

function fixOf(account: string, database: string, tooMany: readonly Grant[]): Lines {
  const revocations = tooMany.flatMap((grant) => revocation(grant, database))
  if (account.startsWith(`'${READER}'@`)) return revocations
  const other = otherAccount([
    `create user '${READER}'@'%' identified by 'CHOOSE-ONE';`,
    `grant select on \`${database}\`.* to '${READER}'@'%';`,
  ])
  // Whoever has rights on everything is an administrator.
  if (tooMany.some(({ on }) => on === '*.*')) return other
  return [...other, ...onlyAReader(revocations)]
}

/** MariaDB tells what comes through a role; MySQL adds it to what the account has by itself. */
async function grantsTo(account: string, db: Db): Promise<Grant[]> {
  const told = await shown('show grants', db)
  const roles = await mysqlRoles(db)
  if (roles.length === 0) return told
  const own = await shown(`show grants for ${account}`, db)
  const through = await Promise.all(
    roles.map(async (role) =>
      (await shown(`show grants for ${account} using ${role}`, db)).map(({ on, rights }) => {
        const has = new Set(own.find((it) => it.on === on)?.rights)
        return { on, to: role, rights: rights.filter((right) => !has.has(right)) }
      }),
    ),
  )
  return [...own, ...through.flat()]
}

/** The roles that are on in this session, as MySQL writes them: `writers`@`%`. None in MariaDB. */
async function mysqlRoles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ roles: string | null }>`select current_role() as roles`.execute(db)
  return rows[0]?.roles?.match(/`[^`]*`@`[^`]*`/g) ?? []
}

/** One for each place: MySQL writes the rights that are defined while it runs in a line of their own. */
async function shown(statement: string, db: Db): Promise<Grant[]> {
  const { rows } = await db.executeQuery<Record<string, string>>(CompiledQuery.raw(statement))
  const grants = rows
    .map((row) => grantOf(Object.values(row)[0] ?? ''))
    .filter((grant) => grant !== null)
  const places = Map.groupBy(grants, ({ on, to }) => `${on} ${to}`)
  return [...places.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [{ ...first, rights: [...new Set([first, ...more].flatMap(({ rights }) => rights))] }],
  )
}

function revocation({ rights, on, to }: Grant, database: string): Lines {
  const revoke = (words: readonly string[]) => `revoke ${words.join(', ')} on ${on} from ${to};`
  if (!rights.includes('all privileges')) return [revoke(rights)]
  const tables = on === '*.*' ? `\`${database}\`.*` : on
  // All of them cannot be named together with another one.
  return [...rights.map((it) => revoke([it])), `grant select on ${tables} to ${to};`]
}

/** Null for roles and proxies. What follows the account, a password's hash, is left out. */
function grantOf(line: string): Grant | null {
  const quoted = '[`"][^`"]*[`"]'
  const form = new RegExp(`^GRANT (.+?) ON (.+?) TO (${quoted}(?:@${quoted})?)`, 'i')
  const [, rights = '', on = '', to = ''] = form.exec(line) ?? []
  if (to === '' || /^proxy$/i.test(rights)) return null
  const list = rights
    .replace(/\s*\([^)]*\)/g, '')
    .toLowerCase()
    .split(/,\s*/)
  return { rights: /WITH GRANT OPTION/.test(line) ? [...list, 'grant option'] : list, on, to }
}

/** Whether a right on `on` is one on our tables. The name of a database may have wildcards. */
function concerns(on: string, database: string): boolean {
  if (on === '*.*') return true
  const [, pattern = '', table = ''] = /^[`"]?(.*?)[`"]?\.[`"]?(.*?)[`"]?$/.exec(on) ?? []
  if (table !== '*') return pattern === database && (TABLE_NAMES as string[]).includes(table)
  const form = pattern.replace(/\\?[\s\S]/g, (it) => {
    if (it === '%') return '.*'
    if (it === '_') return '.'
    return RegExp.escape(it.at(-1) ?? '')
  })
  return new RegExp(`^${form}$`, 's').test(database)
}
