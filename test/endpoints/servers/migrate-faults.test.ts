// `secdash migrate` that cannot: the reason, what helps, and no password. And where it seems that it
// cannot: the tables are there already, in another schema.
import { expect, it } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'
import { IMPORT_TABLE_NAMES } from '../../../src/database/schema/import-tables.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import { checkedDatabase, newAccount, PASSWORD, run } from '../../support/check.ts'
import { temporaryDatabase } from '../../support/database.ts'
import { describeOn } from '../../support/only-on.ts'
import { freePort } from '../../support/servers/ports.ts'
import { secdash } from '../../support/terminal.ts'

async function fault(url: string): Promise<string> {
  const { code, stdout, stderr } = await secdash(['migrate'], { DATABASE_URL: url })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^secdash: cannot migrate \S+: .+\n$/)
  return stderr
}

describeOn('postgres', 'mariadb')('secdash migrate', () => {
  it('with the account of the service is told to take that of the owner', async () => {
    const { database, reader, run } = await checkedDatabase()
    const tables = [...TABLE_NAMES.toReversed(), ...IMPORT_TABLE_NAMES.toReversed()]
    for (const it of ['secdash_migrations', 'secdash_migrations_lock', ...tables]) {
      await run(`drop table if exists ${it}`)
    }
    expect(database.url).not.toBe(reader.url)
    const line = await fault(reader.url)
    expect(line).toMatch(
      /: this account may not make tables, or not all that belongs to them \(.*denied.*\)\. Name the account /,
    )
    expect(line).not.toContain(PASSWORD)
  })

  it('tells of a wrong password, an unknown host and a port where nobody listens', async () => {
    const { url } = await temporaryDatabase()
    const wrong = await fault(url.replace(/\/\/[^@]*@/, '//nobody:wr0ng@'))
    expect(wrong).toContain(': user or password are refused (')
    expect(wrong).not.toContain('wr0ng')
    const port = await freePort()
    expect(await fault(url.replace(/@[^/]*/, `@127.0.0.1:${port}`))).toContain(
      ': nobody listens there (',
    )
    expect(await fault(url.replace(/@[^/]*/, '@no-such-host.invalid'))).toContain(
      ': the name of the host is unknown (',
    )
  })
})

const ALL = ['0001 tables', '0002 indexes', '0003 imports']

describeOn('postgres')('secdash migrate, where one database has several schemas', () => {
  it('makes the tables in the schema of the account, though another one has them that it sees', async () => {
    const database = await temporaryDatabase()
    const owner = await newAccount(database)
    await run(
      database,
      `create schema other authorization ${owner.account}`,
      `grant usage on schema public to ${owner.account}`,
      `grant select on all tables in schema public to ${owner.account}`,
      `alter role ${owner.account} set search_path = other`,
    )
    const engine = engineAt(owner.url)
    expect(await migrate(engine)).toEqual(ALL)
    expect(await migrate(engine)).toEqual([])
    // What was there first is left as it is.
    expect(await migrate(engineAt(database.url))).toEqual([])
  })

  it('says how to get a schema where the account has none', async () => {
    const database = await temporaryDatabase()
    const owner = await newAccount(database)
    await run(database, `alter role ${owner.account} set search_path = nowhere`)
    expect(await fault(owner.url)).toMatch(
      /: none of the schemas on the search path of the account is there \(.*\)\. Give it one: alter role /,
    )
  })

  it('finds what it made before in a later schema of the search path', async () => {
    const database = await temporaryDatabase()
    await run(database, 'create schema postgres')
    expect(await migrate(engineAt(database.url))).toEqual([])
  })
})
