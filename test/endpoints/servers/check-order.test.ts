// Names that come in another order than that of their bytes in UTF-8.
import { expect, inject, it, onTestFinished } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { checkAsAdministrator, checkedDatabase } from '../../support/check.ts'
import { COLLATION } from '../../support/databases/mariadb.ts'
import { newName } from '../../support/databases/test-engine.ts'
import { describeOn } from '../../support/only-on.ts'
import { complianceScan } from '../../support/rows.ts'
import { isMysql } from '../../support/servers/mariadb.ts'
import { runSql } from '../../support/servers/sql.ts'
import { testService } from '../../support/service.ts'

/** MySQL has none that knows of spaces at the end. */
const UNPADDED = isMysql ? 'bin' : 'nopad_bin'

describeOn('mariadb')('in MariaDB', () => {
  it.each([
    ['enum', `enum('я', 'ё', 'web-01') collate ${COLLATION}`],
    ['set', `set('я', 'ё', 'web-01') collate ${COLLATION}`],
    ['cp1251', 'varchar(255) character set cp1251 collate cp1251_bin'],
    ['koi8r', `varchar(255) character set koi8r collate koi8r_${UNPADDED}`],
  ])('names in another order are told, and mended: %s', async (_, type) => {
    const { database, reader, run, check, fix } = await checkedDatabase()
    await database.insert(
      'compliance_scans',
      ...['я', 'ё'].map((server_name) => complianceScan({ server_name })),
    )
    const { get } = await testService({ url: reader.url })
    const servers = async () =>
      (await get('/api/compliance-scans.php')).body.servers.map(
        (it: { server_name: string }) => it.server_name,
      )
    await run(`alter table compliance_scans modify server_name ${type} not null`)
    expect(await servers()).not.toEqual(['web-01', 'я', 'ё'])
    const remark = (await check()).only('collation')
    expect(remark).toMatchObject({ level: 'problem', where: 'compliance_scans.server_name' })
    await fix(remark)
    expect((await check()).found).toEqual(['problem name compliance_scans.server_name'])
    expect(await servers()).toEqual(['web-01', 'я', 'ё'])
  })

  it.each([
    ['enumeration', `enum('aws-ec2') collate ${COLLATION}`, []],
    ['latin1', `varchar(255) collate ${isMysql ? COLLATION : 'latin1_nopad_bin'}`, []],
    [
      'latin1',
      'varchar(255) collate latin1_bin',
      ['advice collation compliance_scans.server_type'],
    ],
  ])('an order of %s matters only to names that order answers', async (_, type, found) => {
    const { run, check } = await checkedDatabase()
    await run(`alter table compliance_scans modify server_type ${type} not null`)
    expect((await check()).found).toEqual(found)
  })

  it.each(['ascii', 'utf8mb3', 'utf8mb4'])('the order of %s is that of UTF-8', async (set) => {
    const { run, check } = await checkedDatabase()
    const type = `varchar(255) character set ${set} collate ${set}_bin`
    await run(`alter table compliance_scans modify server_name ${type} not null`)
    expect((await check()).only('collation').level).toBe('advice')
  })
})

describeOn('postgres')('in PostgreSQL', () => {
  it('names of another order are told, and answered in the order of their bytes', async () => {
    const { database, run, check, fix } = await checkedDatabase()
    await database.insert(
      'compliance_scans',
      ...['a', '_x', 'WEB-02'].map((server_name) => complianceScan({ server_name })),
    )
    await run(`alter table compliance_scans alter server_name type text collate "und-x-icu"`)
    const { get } = await testService({ url: database.url })
    const { body } = await get('/api/compliance-scans.php')
    const served = body.servers.map((it: { server_name: string }) => it.server_name)
    expect(served).toEqual(['WEB-02', '_x', 'a', 'web-01'])
    const remark = (await check()).only('collation')
    expect(remark).toMatchObject({ level: 'advice', where: 'compliance_scans.server_name' })
    await fix(remark)
    expect((await check()).found).toEqual([])
  })

  it.each([
    ['WIN1251', ['problem collation']],
    ['EUC_JP', ['problem collation']],
    ['LATIN1', []],
    ['SQL_ASCII', []],
    ['UTF8', []],
  ])('a database of the encoding %s is told: %j', async (encoding, told) => {
    const name = newName()
    const server = inject('server')
    const admin = server.replace('DATABASE', 'postgres')
    await runSql(
      admin,
      `create database ${name} encoding '${encoding}' locale 'C' template template0`,
    )
    onTestFinished(() => runSql(admin, `drop database ${name} with (force)`))
    const url = server.replace('DATABASE', name)
    await migrate(engineAt(url))
    const checked = await checkAsAdministrator(url)
    const where =
      'malware_scans.scan_type, compliance_scans.server_name, compliance_findings.check_category'
    expect(checked.found).toEqual(told.map((it) => `${it} ${where}`))
    if (told.length === 0) return
    expect(checked.only('collation').problem).toContain(
      `the encoding of the database is ${encoding}`,
    )
    expect(checked.only('collation').fix).toContain('with the encoding UTF8')
  })
})
