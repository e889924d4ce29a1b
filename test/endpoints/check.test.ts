// `secdash check` on every engine: a database that is well, one that cannot be had, and tables and
// columns that are not there.
import { CompiledQuery } from 'kysely'
import { expect, inject, it } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { IMPORT_TABLE_NAMES } from '../../src/database/schema/import-tables.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import {
  check,
  checkAsAdministrator,
  checkedDatabase,
  grantSelect,
  IS_SERVER,
} from '../support/check.ts'
import { temporaryDatabase } from '../support/database.ts'
import { itOn } from '../support/only-on.ts'
import { viewOver } from '../support/operator-tables.ts'
import { freePort } from '../support/servers/ports.ts'

it('a database that is well, with an account that may only read, gives no problem', async () => {
  const { check } = await checkedDatabase()
  const { remarks, found, text, tables, rows } = await check()
  expect(found).toEqual([])
  expect([tables, rows]).toEqual([5, 5])
  if (IS_SERVER) {
    expect(remarks).toEqual([])
    expect(text).toBe('All is well: 5 tables, 5 rows looked at.\n')
  } else {
    expect(text.split('\n').at(-2)).toBe('No problem, 1 advice: 5 tables, 5 rows looked at.')
  }
})

it('empty tables are well', async () => {
  const { url } = await temporaryDatabase()
  expect((await checkAsAdministrator(url)).found).toEqual([])
})

it('nothing is written, even where the account could', async () => {
  const { database } = await checkedDatabase()
  const all = async () => {
    const rows: object[][] = []
    for (const table of TABLE_NAMES) {
      rows.push(await database.db.selectFrom(table).selectAll().execute())
    }
    return rows
  }
  const before = await all()
  await check(database.url)
  expect(await all()).toEqual(before)
  expect(before.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
})

it('a database without any table is told to migrate, and that helps', async () => {
  const { database, run } = await checkedDatabase()
  await run(...TABLE_NAMES.toReversed().map((it) => `drop table ${it}`))
  const own = ['secdash_migrations', 'secdash_migrations_lock', ...IMPORT_TABLE_NAMES]
  for (const table of own) {
    await run(`drop table if exists ${table}`)
  }
  const checked = await checkAsAdministrator(database.url)
  expect(checked.found).toEqual(['problem table-missing the database'])
  expect(checked.only('table-missing').problem).toBe(
    'none of the tables is there: it is new, or another database than you mean',
  )
  expect(checked.only('table-missing').fix).toMatch(
    IS_SERVER
      ? /^With the account that owns the tables.*: DATABASE_URL=URL secdash migrate \(/
      : /^secdash migrate$/,
  )
  await migrate(engineAt(database.url))
  expect((await checkAsAdministrator(database.url)).found).toEqual([])
})

it('a table that is missing is named, with the SQL that makes it and its indexes', async () => {
  const { database, run, fix } = await checkedDatabase()
  await run('drop table compliance_findings')
  const checked = await checkAsAdministrator(database.url)
  expect(checked.found).toEqual(['problem table-missing compliance_findings'])
  await fix(checked.only('table-missing'))
  expect((await checkAsAdministrator(database.url)).found).toEqual([])
})

it('a column that is missing is named, with the SQL that adds it', async () => {
  const { run, check, fix } = await checkedDatabase()
  await run('alter table compliance_findings drop column resolution_notes')
  const checked = await check()
  expect(checked.found).toEqual(['problem column-missing compliance_findings.resolution_notes'])
  await fix(checked.only('column-missing'))
  expect((await check()).found).toEqual([])
})

it('a column that has a default is added with it, for whoever gives none', async () => {
  const { database, run, check, fix } = await checkedDatabase()
  const DEFAULTS = [
    ['compliance_scans', 'checks_total'],
    ['malware_scans', 'summary'],
    ['malware_detections', 'action_taken'],
  ] as const
  for (const [table, column] of DEFAULTS) {
    await run(`alter table ${table} drop column ${column}`)
    await fix((await check()).only('column-missing'))
    expect((await check()).found).toEqual([])
  }
  await run(
    `insert into compliance_scans (server_name, server_type, scan_date)
       values ('added', 'server', '2026-03-01 00:00:00')`,
    `insert into malware_scans (scan_type, scan_date, status)
       values ('added', '2026-03-01 00:00:00', 'clean')`,
    `insert into malware_detections (scan_type, file_path, malware_signature, severity, detected_at)
       values ('added', '/a', 'b', 'low', '2026-03-01 00:00:00')`,
  )
  const { db } = database
  const values = await Promise.all([
    db
      .selectFrom('compliance_scans')
      .select('checks_total')
      .where('server_name', '=', 'added')
      .execute(),
    db.selectFrom('malware_scans').select('summary').where('scan_type', '=', 'added').execute(),
    db
      .selectFrom('malware_detections')
      .select('action_taken')
      .where('scan_type', '=', 'added')
      .execute(),
  ])
  expect(values.flat().flatMap(Object.values)).toEqual([0, '{}', 'none'])
})

it('a column that has none is to be filled, too', async () => {
  const { run, check, fix } = await checkedDatabase()
  await run('alter table compliance_scans drop column server_type')
  const missing = (await check()).only('column-missing')
  expect(missing.fix).toMatch(/;\n-- Then fill it: it must not be null\.$/)
  await fix(missing)
  expect((await check()).only('null')).toMatchObject({
    level: 'problem',
    where: 'compliance_scans.server_type',
  })
})

it('a database that nobody serves is unreachable, and the password is never told', async () => {
  const { url } = await temporaryDatabase()
  const broken = IS_SERVER
    ? url.replace(/\/\/.*?\//, `//reader:p%40ss:w0rd@127.0.0.1:${await freePort()}/`)
    : `${url}-is-not-there`
  const checked = await check(broken)
  expect(checked.found).toEqual(['problem unreachable the database'])
  expect(checked.only('unreachable').problem).toMatch(
    IS_SERVER ? /nobody listens there .*ECONNREFUSED/ : /there is no such file .*ENOENT/,
  )
  expect(JSON.stringify(checked)).not.toMatch(/p%40ss|p@ss|w0rd/)
  expect(checked.text.split('\n').at(-2)).toBe('1 problem, 0 advice.')
})

itOn('mariadb')('a question that gets no connection says what helps', async () => {
  const { reader, run, check } = await checkedDatabase()
  await run(`alter user ${reader.account} with max_user_connections 1`)
  const { remarks } = await check()
  const fixes = remarks.filter(({ code }) => code === 'question').map(({ fix }) => fix)
  expect(fixes).not.toEqual([])
  for (const fix of fixes) expect(fix).toContain('Raise max_connections on the server')
})

itOn('postgres')('a look that fails is told, and the others go on', async () => {
  const { database, reader, check } = await checkedDatabase()
  await viewOver(database, 'posture_scores', { redteam: '1 / (posture_id - 1)' })
  await grantSelect(database, reader, 'posture_scores')
  const checked = await check()
  expect(checked.found).toEqual([
    'problem failed values',
    'problem question GET /api/posture.php?days=365',
  ])
  expect(checked.only('failed').problem).toContain('division by zero')
})

itOn('postgres', 'mariadb')('a table that somebody has locked is told within seconds', async () => {
  const { database, check } = await checkedDatabase()
  const locked = await database.db.connection().execute(async (db) => {
    const run = (text: string) => db.executeQuery(CompiledQuery.raw(text))
    const isPostgres = inject('engine') === 'postgres'
    await run(isPostgres ? 'begin' : 'lock tables posture_scores write')
    if (isPostgres) await run('lock table posture_scores in access exclusive mode')
    const checked = await check()
    await run(isPostgres ? 'rollback' : 'unlock tables')
    return checked
  })
  expect(locked.found).toEqual(['problem unreachable the database'])
  expect(locked.only('unreachable').problem).toContain('a writer has locked it')
  expect((await check()).found).toEqual([])
})

itOn('postgres', 'mariadb')(
  'an account or a database that is unknown is told as such',
  async () => {
    const { url } = await temporaryDatabase()
    const stranger = await check(url.replace(/\/\/[^@]*@/, '//nobody:h1dden@'))
    expect(stranger.only('unreachable').problem).toContain('user or password are refused')
    expect(JSON.stringify(stranger)).not.toContain('h1dden')
    const nowhere = await check(url.replace(/[^/]*$/, 'nowhere'))
    expect(nowhere.only('unreachable').problem).toContain('there is no such database')
  },
)

itOn('postgres', 'mariadb')(
  'one of several hosts that is gone is an advice: the others serve',
  async () => {
    const { reader } = await checkedDatabase()
    const gone = `127.0.0.1:${await freePort()}`
    const checked = await check(reader.url.replace(/@([^/]*)\//, `@$1,${gone}/`))
    expect(checked.found).toEqual([`advice host-unreachable ${gone}`])
    expect(checked.only('host-unreachable').problem).toContain('nobody listens there')
  },
)
