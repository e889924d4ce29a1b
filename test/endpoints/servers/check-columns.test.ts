// Types of a server that cannot give what is needed, and collations that do not compare bytes.
import { expect, it } from 'vitest'
import { checkedDatabase } from '../../support/check.ts'
import { describeOn } from '../../support/only-on.ts'

describeOn('postgres')('in PostgreSQL', () => {
  it.each([
    ['compliance_scans', 'scan_date', 'timestamptz'],
    ['posture_scores', 'recorded_at', 'date'],
    ['malware_scans', 'files_scanned', 'text'],
    ['posture_scores', 'redteam', 'text'],
  ])('%s.%s of the type %s is told, and the fix makes it right', async (table, column, type) => {
    const { run, check, fix } = await checkedDatabase()
    const checks = `alter table ${table} drop constraint if exists ${table}_${column}_check`
    await run(checks, `alter table ${table} alter ${column} drop default`)
    await run(`alter table ${table} alter ${column} type ${type}`)
    const checked = await check()
    expect(checked.found).toContain(`problem type ${table}.${column}`)
    expect(checked.only('type').problem).toContain('which cannot give')
    await fix(checked.only('type'))
    expect((await check()).found).toEqual([])
  })

  it('a moment with a zone becomes what a clock in TIMEZONE shows then', async () => {
    const { database, run, check, fix } = await checkedDatabase()
    await run(
      'alter table posture_scores alter recorded_at type timestamptz',
      `update posture_scores set recorded_at = '2026-03-15 06:00:00+00'`,
    )
    await fix((await check({ timezone: 'Europe/Berlin' })).only('type'))
    const rows = await database.db.selectFrom('posture_scores').select('recorded_at').execute()
    expect(rows).toEqual([{ recorded_at: '2026-03-15 07:00:00' }])
  })

  it('numeric, small integers, varchar, a domain and an enumeration of severities will do', async () => {
    const { run, check } = await checkedDatabase()
    await run(
      `create domain amount as integer`,
      `create type level as enum ('critical', 'high', 'medium', 'low')`,
      'alter table malware_detections drop constraint malware_detections_severity_check',
      'drop index malware_detections_active',
      'alter table malware_scans alter files_scanned type numeric(20, 0)',
      'alter table malware_scans alter infections_found type amount',
      'alter table posture_scores alter redteam type smallint',
      'alter table malware_scans alter status type varchar(20)',
      'alter table malware_detections alter severity type level using severity::level',
      'create index on malware_detections (severity, detected_at, detection_id) where resolved_at is null',
    )
    expect((await check()).found).toEqual([])
  })

  it.each([
    ['advice', 'text collate "und-x-icu"', 'orders unlike bytes'],
    ['problem', 'text collate same_letters', 'takes different names for the same'],
    ['problem', 'name_list', 'cannot be put into the order of bytes'],
  ])('names compared otherwise are told as a %s: %s', async (level, type, effect) => {
    const { run, check, fix } = await checkedDatabase()
    await run(
      `create collation same_letters (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
      `create type name_list as enum ('web-01')`,
      'alter table compliance_scans drop constraint compliance_scans_server_name_check',
      `alter table compliance_scans alter server_name type ${type} using server_name::${type}`,
    )
    const remark = (await check()).only('collation')
    expect(remark).toMatchObject({ level, where: 'compliance_scans.server_name' })
    expect(remark.problem).toContain(effect)
    await fix(remark)
    expect((await check()).found).toEqual([])
  })
})

describeOn('mariadb')('in MariaDB', () => {
  it.each([
    ['compliance_scans', 'scan_date', 'datetime(3) not null'],
    ['posture_scores', 'recorded_at', 'date not null'],
    ['malware_scans', 'files_scanned', 'varchar(20) not null'],
    ['posture_scores', 'redteam', 'varchar(20) not null'],
    ['malware_detections', 'file_path', 'longblob not null'],
  ])('%s.%s of the type %s is told, and the fix makes it right', async (table, column, type) => {
    const { run, check, fix } = await checkedDatabase()
    await run(`alter table ${table} modify ${column} ${type}`)
    const checked = await check()
    expect(checked.found).toContain(`problem type ${table}.${column}`)
    expect(checked.only('type').problem).toContain('which cannot give')
    await fix(checked.only('type'))
    expect((await check()).found).toEqual([])
  })

  it('a timestamp, which the server gives in UTC, will do only where TIMEZONE is UTC', async () => {
    const { run, check } = await checkedDatabase()
    await run('alter table posture_scores modify recorded_at timestamp not null')
    expect((await check()).found).toEqual([])
    const elsewhere = await check({ timezone: 'Europe/Berlin' })
    expect(elsewhere.only('type').where).toBe('posture_scores.recorded_at')
  })

  it('decimals, small integers, an enumeration and JSON will do', async () => {
    const { run, check } = await checkedDatabase()
    await run(
      'alter table malware_scans modify files_scanned decimal(20, 0) not null',
      'alter table malware_scans modify infections_found int unsigned not null',
      `alter table malware_detections modify severity enum('critical', 'high', 'medium', 'low') not null`,
      'alter table compliance_scans modify metadata json',
    )
    expect((await check()).found).toEqual([])
  })

  it.each([
    ['problem', 'utf8mb4_general_ci', 'takes different names for the same'],
    ['advice', 'utf8mb4_bin', 'ignores spaces at the end'],
  ])('names compared otherwise are told as a %s: %s', async (level, collation, effect) => {
    const { run, check, fix } = await checkedDatabase()
    await run(
      `alter table compliance_scans modify server_name varchar(255) collate ${collation} not null`,
    )
    const remark = (await check()).only('collation')
    expect(remark).toMatchObject({ level, where: 'compliance_scans.server_name' })
    expect(remark.problem).toContain(effect)
    await fix(remark)
    expect((await check()).found).toEqual([])
  })
})
