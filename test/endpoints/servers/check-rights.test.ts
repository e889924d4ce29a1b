// Rights that are too few or too many, and the fixes for both, run as they are printed.
import { expect, it, onTestFinished } from 'vitest'
import { TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import {
  check,
  checkedDatabase,
  forAReader,
  newAccount,
  otherAccountOf,
  statementsOf,
} from '../../support/check.ts'
import { describeOn, itOn } from '../../support/only-on.ts'
import { isMysql } from '../../support/servers/mariadb.ts'
import { runSql } from '../../support/servers/sql.ts'

describeOn('postgres', 'mariadb')('an account that may not read', () => {
  const OTHERS = TABLE_NAMES.slice(1)

  it('a table is told so, with the right that it needs', async () => {
    const { database, run, fix } = await checkedDatabase()
    const { account, url } = await newAccount(database)
    await run(...OTHERS.map((it) => `grant select on ${it} to ${account}`))
    const checked = await check(url)
    expect(checked.found).toEqual(['problem cannot-read malware_scans'])
    await fix(checked.only('cannot-read'))
    expect((await check(url)).found).toEqual([])
  })

  it('several tables is told so once, with all rights that it needs', async () => {
    const { database, run, fix } = await checkedDatabase()
    const { account, url } = await newAccount(database)
    const [open = '', ...closed] = TABLE_NAMES
    await run(`grant select on ${open} to ${account}`)
    const checked = await check(url)
    expect(checked.found).toEqual([`problem cannot-read ${closed.join(', ')}`])
    await fix(checked.only('cannot-read'))
    expect((await check(url)).found).toEqual([])
  })

  itOn('postgres')('the schema of all tables is told so once', async () => {
    const { database, run, fix } = await checkedDatabase()
    await run('create schema security')
    await run(...TABLE_NAMES.map((it) => `alter table ${it} set schema security`))
    const { account, url } = await newAccount(database)
    const closed = await check(url)
    const all = TABLE_NAMES.join(', ')
    expect(closed.found).toEqual([`problem cannot-read ${all}`])
    const { fix: lines } = closed.only('cannot-read')
    expect(lines.split('\n')).toHaveLength(3)
    // Its tables are seen before they may be read: one fix for all of them again.
    await run(`grant usage on schema security to ${account}`)
    expect((await check(url)).found).toEqual([`problem table-missing ${all}`])
    await fix(closed.only('cannot-read'))
    expect((await check(url)).found).toEqual([])
  })

  itOn('postgres')('two schemas is told so, and no fix undoes another', async () => {
    const { database, run, fix } = await checkedDatabase()
    const { account, url } = await newAccount(database)
    await run(
      'create schema security',
      'create schema "Own, of us"',
      'alter table compliance_scans set schema security',
      'alter table posture_scores set schema "Own, of us"',
      `grant select on malware_scans, malware_detections, compliance_findings to ${account}`,
    )
    const path = `alter role ${account} set search_path = "$user", public, "Own, of us", security;`
    const closed = (await check(url)).remarks
    expect(closed.map(({ code, where }) => `${code} ${where}`)).toEqual([
      'cannot-read compliance_scans',
      'cannot-read posture_scores',
    ])
    for (const remark of closed) {
      expect(remark.fix.split('\n').at(-1)).toBe(path)
      await fix(remark)
    }
    expect((await check(url)).found).toEqual([])
    await run(`alter role ${account} reset search_path`)
    const hidden = (await check(url)).remarks
    expect(hidden.map(({ code, fix }) => `${code} ${fix}`)).toEqual([
      `table-missing ${path}`,
      `table-missing ${path}`,
    ])
    await run(`alter role ${account} set search_path = ''`)
    for (const remark of (await check(url)).remarks) await fix(remark)
    expect((await check(url)).found).toEqual([])
  })

  itOn('postgres')('of several schemas it is told the one that is meant', async () => {
    const { database, run } = await checkedDatabase()
    const { account, url } = await newAccount(database)
    const where = TABLE_NAMES.join(', ')
    const path = `alter role ${account} set search_path = "$user", public, security;`
    await run(
      'create schema security',
      'create schema archive',
      ...TABLE_NAMES.map((it) => `alter table ${it} set schema security`),
      'create table archive.malware_scans ()',
      // Of another session, which is still open.
      ...TABLE_NAMES.map((it) => `create temporary table ${it} ()`),
    )
    const closed = (await check(url)).only('cannot-read')
    expect(closed).toMatchObject({ where, fix: expect.stringContaining(path) })
    await run(
      `grant usage on schema security to ${account}`,
      ...TABLE_NAMES.map((it) => `create table if not exists archive.${it} ()`),
    )
    expect((await check(url)).only('table-missing')).toMatchObject({ where, fix: path })
  })

  it('one column is told so', async () => {
    const { database, run } = await checkedDatabase()
    const { account, url } = await newAccount(database)
    const columns =
      'scan_id, scan_type, scan_date, status, files_scanned, infections_found, summary'
    await run(
      ...OTHERS.map((it) => `grant select on ${it} to ${account}`),
      `grant select (${columns}) on malware_scans to ${account}`,
    )
    expect((await check(url)).found).toEqual([
      'problem cannot-read malware_scans.scan_duration_seconds',
    ])
  })

  itOn('postgres')('the schema is told so, and where the tables are', async () => {
    const { database, run, fix } = await checkedDatabase()
    await run('create schema security', 'alter table posture_scores set schema security')
    const { account, url } = await newAccount(database)
    await run(...TABLE_NAMES.slice(0, 4).map((it) => `grant select on ${it} to ${account}`))
    const closed = (await check(url)).only('cannot-read')
    expect(closed).toMatchObject({
      where: 'posture_scores',
      problem: `the account ${account} may not use the schema security`,
    })
    await run(`grant usage on schema security to ${account}`)
    const elsewhere = (await check(url)).only('table-missing')
    expect(elsewhere.problem).toContain('schema security, which is not on the search path')
    await fix(closed)
    expect((await check(url)).found).toEqual([])
  })
})

describeOn('postgres', 'mariadb')('an account that could write', () => {
  it('one table is told which, and the fix takes the right away', async () => {
    const { reader, run, check, fix } = await checkedDatabase()
    await run(`grant insert, update, delete on compliance_findings to ${reader.account}`)
    const checked = await check()
    expect(checked.found).toEqual([`problem can-write account ${reader.account}`])
    expect(checked.only('can-write').problem).toMatch(
      /delete, insert, update|insert, update, delete/,
    )
    expect(checked.only('can-write').problem).toContain('compliance_findings')
    await fix(forAReader(checked.only('can-write')))
    expect((await check()).found).toEqual([])
  })

  it('single columns is told so, and the fix takes the right away', async () => {
    const { reader, run, check, fix } = await checkedDatabase()
    await run(`grant update (status, severity) on compliance_findings to ${reader.account}`)
    const checked = await check()
    expect(checked.found).toEqual([`problem can-write account ${reader.account}`])
    await fix(forAReader(checked.only('can-write')))
    expect((await check()).found).toEqual([])
  })

  it('everything is told to be replaced by an account that may only read', async () => {
    const { database } = await checkedDatabase()
    const { fix, problem } = (await check(database.url)).only('can-write')
    expect(problem).toMatch(/superuser|all privileges|insert, update, delete, create, drop/)
    expect(fix).toContain('grant select on')
  })
})

describeOn('postgres')('in PostgreSQL, a right to write', () => {
  it('that everybody has is taken from everybody', async () => {
    const { run, check, fix } = await checkedDatabase()
    await run('grant truncate on malware_scans to public')
    const remark = (await check()).only('can-write')
    expect(remark.fix).toBe('revoke truncate on malware_scans from public;')
    await fix(remark)
    expect((await check()).found).toEqual([])
  })

  it('that comes through a role is taken from the role', async () => {
    const { database, reader, run, check, fix } = await checkedDatabase()
    const { account: writers } = await newAccount(database)
    await run(
      `grant insert on posture_scores to ${writers}`,
      `grant ${writers} to ${reader.account}`,
    )
    const remark = (await check()).only('can-write')
    expect(forAReader(remark).fix).toBe(`revoke insert on posture_scores from ${writers};`)
    await fix(forAReader(remark))
    expect((await check()).found).toEqual([])
  })

  it('to all tables is seen', async () => {
    const { reader, run, check, fix } = await checkedDatabase()
    await run(`grant pg_write_all_data to ${reader.account}`)
    const remark = (await check()).only('can-write')
    expect(remark.problem).toContain('pg_write_all_data')
    await fix(forAReader(remark))
    expect((await check()).found).toEqual([])
  })

  it('of the owner of a table is seen: another account is advised', async () => {
    const { reader, run, check } = await checkedDatabase()
    await run(`alter table malware_scans owner to ${reader.account}`)
    const remark = (await check()).only('can-write')
    expect(remark.problem).toContain('could write malware_scans')
    expect(remark.problem).toContain('as the owner')
    expect(remark.fix).toContain('create role secdash_reader')
  })

  it('of the owner of a table is seen also where nobody was ever given a right', async () => {
    const { reader, run, check } = await checkedDatabase()
    await run(
      'alter table malware_detections rename to old',
      'create table malware_detections (like old)',
      `alter table malware_detections owner to ${reader.account}`,
    )
    const remark = (await check()).only('can-write')
    expect(remark.problem).toContain('could write malware_detections')
    expect(remark.problem).toContain('as the owner')
  })

  it.each([
    ['of the schema', 'security'],
    ['of the database', 'public'],
  ])('of the owner %s is seen: it could drop the tables', async (_, schema) => {
    const { database, reader, run, check: checked } = await checkedDatabase()
    const name = database.url.replace(/^.*\//, '')
    await run(
      ...(schema === 'public'
        ? [`alter database ${name} owner to ${reader.account}`]
        : [
            `create schema ${schema} authorization ${reader.account}`,
            `alter table posture_scores set schema ${schema}`,
            `alter role ${reader.account} set search_path = ${schema}, public`,
          ]),
    )
    onTestFinished(() => run(`alter database ${name} owner to current_user`))
    const { found, only } = await checked()
    expect(found).toEqual([`problem can-write account ${reader.account}`])
    expect(only('can-write').problem).toBe(
      `it could drop every table in the schema ${schema}, as the owner of that`,
    )
    expect(only('can-write').fix).toContain('create role secdash_reader')
    await runSql(reader.url, 'drop table posture_scores')
  })

  const readerOf = (url: string) => url.replace(/\/\/[^@]*@/, '//secdash_reader:CHOOSE-ONE@')

  /** As docs/deploying.md makes them: nobody else may connect, and one account owns the tables. */
  async function deployed(schema = 'public') {
    const { database, run, fix } = await checkedDatabase()
    const owner = await newAccount(database)
    const name = database.url.replace(/^.*\//, '')
    await run(
      `revoke all on database ${name} from public`,
      `grant connect on database ${name} to ${owner.account}`,
      `revoke all on schema public from public`,
      ...(schema === 'public' ? [] : [`create schema ${schema}`]),
      ...TABLE_NAMES.map((it) => `alter table ${it} set schema ${schema}`),
      ...TABLE_NAMES.map((it) => `alter table ${schema}.${it} owner to ${owner.account}`),
      `grant usage, create on schema ${schema} to ${owner.account}`,
      `alter role ${owner.account} set search_path = ${schema}`,
    )
    return { database, owner, run, fix }
  }

  it.each(['public', 'security'])(
    'of the owner is left to it: with the account that is advised all is well, in the schema %s',
    async (schema) => {
      const { database, owner, run, fix } = await deployed(schema)
      const checked = await check(owner.url)
      expect(checked.text.match(/create role/g)).toHaveLength(1)
      onTestFinished(() => run('drop owned by secdash_reader', 'drop role secdash_reader'))
      await fix(checked.only('can-write'))
      expect((await check(readerOf(database.url))).found).toEqual([])
    },
  )

  it('of an account that imports is left to it: another account is advised', async () => {
    const { database, owner, run, fix } = await deployed()
    const importer = await newAccount(database)
    const tables = TABLE_NAMES.join(', ')
    await run(
      `grant connect on database ${database.url.replace(/^.*\//, '')} to ${importer.account}`,
      `grant usage on schema public to ${importer.account}`,
      `grant select, insert, update, delete on ${tables} to ${importer.account}`,
    )
    const remark = (await check(importer.url)).only('can-write')
    expect(remark.problem).toContain('compliance_scans, malware_detections, malware_scans')
    onTestFinished(() => run('drop owned by secdash_reader', 'drop role secdash_reader'))
    await fix(otherAccountOf(remark))
    expect((await check(readerOf(database.url))).found).toEqual([])
    expect((await check(importer.url)).only('can-write')).toEqual(remark)
    await fix(forAReader(remark))
    expect((await check(importer.url)).found).toEqual([])
    expect((await check(owner.url)).only('can-write').problem).toContain('as the owner')
  })

  it('of everybody is taken from everybody, whoever asks', async () => {
    const { owner, run } = await deployed()
    await run('grant truncate on malware_scans to public')
    expect((await check(owner.url)).only('can-write').fix.split('\n')[0]).toBe(
      'revoke truncate on malware_scans from public;',
    )
  })

  it('of an account with the name of the reader is taken away, and no other is advised', async () => {
    const { database, run, fix } = await checkedDatabase()
    await run(
      `create role secdash_reader login password 'CHOOSE-ONE'`,
      `grant select, insert on ${TABLE_NAMES.join(', ')} to secdash_reader`,
    )
    onTestFinished(() => run('drop owned by secdash_reader', 'drop role secdash_reader'))
    const remark = (await check(readerOf(database.url))).only('can-write')
    expect(remark.fix).not.toContain('create role')
    await fix(remark)
    expect((await check(readerOf(database.url))).found).toEqual([])
    await run(...TABLE_NAMES.map((it) => `alter table ${it} owner to secdash_reader`))
    expect((await check(readerOf(database.url))).only('can-write').fix).toContain(
      'create role secdash_reader_only',
    )
    await run('reassign owned by secdash_reader to current_user')
  })

  it('without the right to connect is told which right that is', async () => {
    const { database, run, fix } = await deployed()
    const stranger = await newAccount(database)
    const remark = (await check(stranger.url)).only('unreachable')
    expect(remark.problem).toContain('may not connect to this database')
    expect(remark.fix).toContain('grant connect on database')
    await run(
      `grant connect on database ${database.url.replace(/^.*\//, '')} to ${stranger.account}`,
    )
    for (const it of (await check(stranger.url)).remarks) await fix(it)
    expect((await check(stranger.url)).found).toEqual([])
  })
})

describeOn('mariadb')('in MariaDB, a right to write', () => {
  const databaseOf = (url: string) => url.replace(/^.*\//, '')

  it.each([
    ['of one kind on the whole database', 'insert', (name: string) => `\`${name}\`.*`],
    ['of every kind on the whole database', 'all privileges', (name: string) => `\`${name}\`.*`],
    ['on all databases of a pattern', 'drop', () => '`test\\_%`.*'],
    ['with the right to hand it on', 'delete', (name: string) => `\`${name}\`.malware_scans`],
  ])('%s is seen and taken away', async (claim, right, on) => {
    const { database, reader, run, check, fix } = await checkedDatabase()
    const option = claim.includes('hand it on') ? ' with grant option' : ''
    await run(`grant ${right} on ${on(databaseOf(database.url))} to ${reader.account}${option}`)
    const remark = (await check()).only('can-write')
    expect(remark.problem).toContain(right)
    await fix(forAReader(remark))
    expect((await check()).found).toEqual([])
  })

  it('to hand on what may be read counts, too, and is taken away', async () => {
    const { database, reader, run, check, fix } = await checkedDatabase()
    const table = `\`${databaseOf(database.url)}\`.malware_scans`
    await run(`grant select on ${table} to ${reader.account} with grant option`)
    const remark = (await check()).only('can-write')
    expect(remark.problem).toContain('it has grant option on')
    await fix(forAReader(remark))
    expect((await check()).found).toEqual([])
  })

  it('that comes through a role is taken from the role', async () => {
    const { database, reader, run, check, fix } = await checkedDatabase()
    const role = `role_${databaseOf(database.url).slice(-8)}`
    await run(
      `create role ${role}`,
      `grant update on ${databaseOf(database.url)}.* to ${role}`,
      `grant ${role} to ${reader.account}`,
      `set default role ${role} ${isMysql ? 'to' : 'for'} ${reader.account}`,
    )
    try {
      const remark = (await check()).only('can-write')
      expect(forAReader(remark).fix).toContain(`from \`${role}\``)
      await fix(forAReader(remark))
      expect((await check()).found).toEqual([])
    } finally {
      await run(`drop role ${role}`)
    }
  })

  const OWNERS = 'select, insert, update, delete, create, alter, index, references' as const

  it('of the owner is left to it: another account is advised, with which all is well', async () => {
    const { database, run, fix } = await checkedDatabase()
    const owner = await newAccount(database)
    await run(`grant ${OWNERS} on \`${databaseOf(database.url)}\`.* to ${owner.account}`)
    const remark = otherAccountOf((await check(owner.url)).only('can-write'))
    expect(remark.problem).toContain('insert, update, delete, create, index, alter')
    expect(statementsOf(remark).join()).not.toContain('revoke')
    onTestFinished(() => run(`drop user 'secdash_reader'@'%'`))
    await fix(remark)
    const reader = database.url.replace(/\/\/[^@]*@/, '//secdash_reader:CHOOSE-ONE@')
    expect((await check(reader)).found).toEqual([])
    await runSql(owner.url, 'delete from posture_scores', 'alter table posture_scores add x int')
  })

  it('of an account with the name of the reader is taken away, and no other is advised', async () => {
    const { database, run, fix } = await checkedDatabase()
    const name = databaseOf(database.url)
    await run(
      `create user 'secdash_reader'@'%' identified by 'CHOOSE-ONE'`,
      `grant all privileges on *.* to 'secdash_reader'@'%'`,
      `grant select, insert on \`${name}\`.* to 'secdash_reader'@'%'`,
    )
    onTestFinished(() => run(`drop user 'secdash_reader'@'%'`))
    const reader = database.url.replace(/\/\/[^@]*@/, '//secdash_reader:CHOOSE-ONE@')
    const remark = (await check(reader)).only('can-write')
    // Among what is taken away it may stand, too.
    expect(remark.fix).not.toMatch(/^create user/m)
    await fix(remark)
    expect((await check(reader)).found).toEqual([])
  })

  it('on other databases and tables is no matter of ours', async () => {
    const { database, reader, run, check } = await checkedDatabase()
    await run(
      'create table notes (x integer)',
      `grant insert on notes to ${reader.account}`,
      `grant all privileges on \`testX%\`.* to ${reader.account}`,
      // On a table that is not there yet.
      `grant create, insert on elsewhere.malware_scans to ${reader.account}`,
      `grant execute, show view, lock tables on \`${databaseOf(database.url)}\`.* to ${reader.account}`,
    )
    expect((await check()).found).toEqual([])
  })

  it('is told without the hash of the password', async () => {
    const { reader, run, check } = await checkedDatabase()
    await run(`grant file on *.* to ${reader.account}`)
    const { text } = await check()
    expect(text).toContain('it has file on *.*')
    expect(text).not.toMatch(/IDENTIFIED|\*[0-9A-F]{40}/)
  })
})
