// `secdash migrate` that cannot: the reason, what helps, and no password.
import { expect, it } from 'vitest'
import { IMPORT_TABLE_NAMES } from '../../../src/database/import-tables.ts'
import { TABLE_NAMES } from '../../../src/database/schema.ts'
import { checkedDatabase, PASSWORD } from '../../support/check.ts'
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
    expect(line).toMatch(/: this account may not make tables \(.*denied.*\)\. Name the account /)
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
