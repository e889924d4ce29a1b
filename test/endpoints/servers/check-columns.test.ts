// Types of a server that cannot give what is needed, and collations that do not compare bytes.
import { CompiledQuery, sql } from 'kysely'
import { expect, it } from 'vitest'
import { checkedDatabase, grantSelect } from '../../support/check.ts'
import type { TestDatabase } from '../../support/database.ts'
import { describeOn } from '../../support/only-on.ts'
import { viewOver } from '../../support/operator-tables.ts'
import { isMysql } from '../../support/servers/mariadb.ts'
import { testService } from '../../support/service.ts'

describeOn('postgres')('in PostgreSQL', () => {
  it.each([
    ['compliance_scans', 'scan_date', 'timestamptz'],
    ['posture_scores', 'recorded_at', 'date'],
    ['malware_scans', 'scan_date', 'timestamp'],
    ['malware_detections', 'resolved_at', 'timestamp(3)'],
    ['malware_scans', 'files_scanned', 'text'],
    ['posture_scores', 'redteam', 'text'],
  ])('%s.%s of the type %s is told, and the fix makes it right', async (table, column, type) => {
    const { run, check, fix } = await checkedDatabase()
    const checks = `alter table ${table} drop constraint if exists ${table}_${column}_check`
    await run(checks, `alter table ${table} alter ${column} drop default`)
    await run(`alter table ${table} alter ${column} type ${type}`)
    const checked = await check()
    expect(checked.found).toContain(`problem type ${table}.${column}`)
    for (const code of ['unreadable', 'json']) {
      expect(checked.found).not.toContain(`problem ${code} ${table}.${column}`)
    }
    expect(checked.only('type').problem).toContain('which cannot give')
    await fix(checked.only('type'))
    expect((await check()).found).toEqual([])
  })

  it.each([
    ['timestamptz', 'Europe/Berlin', '07:00:00'],
    ['moment', 'Europe/Berlin', '07:00:00'],
    ['same_moment', '+01:00', '07:00:00'],
    ['timestamptz', '-03:30', '02:30:00'],
  ])(
    'a moment with a zone becomes what a clock in TIMEZONE shows then: %s, %s',
    async (type, timezone, then) => {
      const { database, run, check, fix } = await checkedDatabase()
      await run(
        'create domain moment as timestamptz',
        'create domain same_moment as moment',
        `alter table posture_scores alter recorded_at type ${type}`,
        `update posture_scores set recorded_at = '2026-03-15 06:00:00+00'`,
      )
      await fix((await check({ timezone })).only('type'))
      const rows = await database.db.selectFrom('posture_scores').select('recorded_at').execute()
      expect(rows).toEqual([{ recorded_at: `2026-03-15 ${then}` }])
    },
  )

  it('a fraction of a second is rounded away, and the hour is left, whatever TIMEZONE is', async () => {
    const { database, run, check, fix } = await checkedDatabase()
    await run(
      'alter table posture_scores alter recorded_at type timestamp',
      `update posture_scores set recorded_at = '2026-03-15 06:00:00.25'`,
    )
    const remark = (await check({ timezone: 'Europe/Berlin' })).only('type')
    expect(remark.fix).toContain('alter column recorded_at type timestamp(0)')
    await fix(remark)
    const rows = await database.db.selectFrom('posture_scores').select('recorded_at').execute()
    expect(rows).toEqual([{ recorded_at: '2026-03-15 06:00:00' }])
  })

  it.each([
    ['malware_scans', 'files_scanned', 'text', `'7'`, /^7$/],
    ['posture_scores', 'recorded_at', 'timestamptz', `'2026-03-15 06:00:00+00'`, /^2026-03-15 07:/],
  ] as const)(
    'the default of %s.%s is changed with its type %s',
    async (table, column, type, value, now) => {
      const { database, run, check, fix } = await checkedDatabase()
      await run(
        `alter table ${table} drop constraint ${table}_${column}_check`,
        `alter table ${table} alter ${column} drop default`,
        `alter table ${table} alter ${column} type ${type}`,
        `alter table ${table} alter ${column} set default ${value}`,
      )
      const timezone = 'Europe/Berlin'
      await fix((await check({ timezone })).only('type'))
      expect((await check({ timezone })).found).not.toContain(`problem type ${table}.${column}`)
      await run(`update ${table} set ${column} = default`)
      const [row] = await database.db.selectFrom(table).selectAll().execute()
      expect(`${Object.entries(row ?? {}).find(([name]) => name === column)?.[1]}`).toMatch(now)
    },
  )

  it('a text that is filled up with spaces is told, and mended it gives the names as they were', async () => {
    const { reader, run, check, fix } = await checkedDatabase()
    const service = await testService({ url: reader.url })
    const answers = async () => [
      (await service.get('/api/malware.php')).text,
      (await service.get('/api/compliance-scans.php')).text,
    ]
    const before = await answers()
    await run(
      'alter table malware_detections alter severity type char(8)',
      'alter table compliance_scans alter server_name type char(20)',
      'alter table posture_scores drop constraint posture_scores_recorded_at_check',
      'alter table posture_scores alter recorded_at type char(19)',
    )
    expect(await answers()).not.toEqual(before)
    const { remarks, found } = await check()
    expect(found.filter((it) => it.includes(' type '))).toEqual([
      'problem type malware_detections.severity',
      'problem type compliance_scans.server_name',
    ])
    for (const remark of remarks.filter(({ code }) => code === 'type')) await fix(remark)
    expect((await check()).found).toEqual([])
    expect(await answers()).toEqual(before)
  })

  it('a date-time with room for spaces is told, and mended it is one', async () => {
    const { run, check, fix } = await checkedDatabase()
    await run(
      'alter table posture_scores drop constraint posture_scores_recorded_at_check',
      'alter table posture_scores alter recorded_at type char(30)',
    )
    const remark = (await check()).only('type')
    expect(remark.where).toBe('posture_scores.recorded_at')
    await fix(remark)
    expect((await check()).found).toEqual([])
  })

  it('a domain of whole seconds will do, and in a view the values decide', async () => {
    const { database, reader, run, check } = await checkedDatabase()
    await run(
      'create domain moment as timestamp(0)',
      'alter table compliance_findings alter resolved_at type moment',
    )
    await viewOver(database, 'posture_scores', { recorded_at: `date_trunc('second', recorded_at)` })
    await grantSelect(database, reader, 'posture_scores')
    expect((await check()).found).toEqual([])
  })

  it('a domain of a domain is judged by what it is of in the end', async () => {
    const { run, check } = await checkedDatabase()
    await run(
      'create domain amount as bigint',
      'create domain files as amount',
      'create domain moment as timestamp(0)',
      'create domain end_of_it as moment',
      'create domain lap as timestamp(3)',
      'create domain end_of_lap as lap',
      'alter table malware_scans alter files_scanned type files',
      'alter table compliance_findings alter resolved_at type end_of_it',
    )
    expect((await check()).found).toEqual([])
    await run('alter table compliance_findings alter resolved_at type end_of_lap')
    expect((await check()).only('type').problem).toContain('its type is end_of_lap')
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

/** What is declared of a column, and the checks of all tables. */
async function declared({ db }: TestDatabase, table: string, column: string) {
  const { rows: columns } = await sql`
    select column_type as type, column_default as value, is_nullable as nullable,
      collation_name as collation, extra
    from information_schema.columns
    where table_schema = database() and table_name = ${table} and column_name = ${column}`.execute(
    db,
  )
  const { rows: checks } = await sql`
    select check_clause as clause from information_schema.check_constraints
    where constraint_schema = database() order by check_clause`.execute(db)
  return { columns, checks }
}

const TYPES: readonly (readonly [table: string, column: string, type: string])[] = [
  ['compliance_scans', 'scan_date', 'datetime(3) not null'],
  ['posture_scores', 'recorded_at', 'date not null'],
  ['malware_scans', 'files_scanned', 'varchar(20) not null'],
  ['posture_scores', 'redteam', 'varchar(20) not null'],
  ['malware_detections', 'file_path', 'longblob not null'],
  ['malware_detections', 'action_taken', 'varbinary(20) not null'],
  ['compliance_findings', 'finding_summary', 'longblob not null'],
  ['compliance_findings', 'severity', 'varbinary(8) not null'],
  ['compliance_scans', 'metadata', 'longblob'],
  ['compliance_scans', 'overall_score', 'varchar(20)'],
]
/** The check of such a column becomes one of bytes in MySQL, and stays it. */
const CHECKED_AS_BYTES = isMysql ? ['severity', 'metadata'] : []

describeOn('mariadb')('in MariaDB', () => {
  it.each(TYPES.filter(([, column]) => !CHECKED_AS_BYTES.includes(column)))(
    '%s.%s of the type %s is told, and the fix makes it right',
    async (table, column, type) => {
      const { database, run, check, fix } = await checkedDatabase()
      const before = await declared(database, table, column)
      await run(`alter table ${table} modify ${column} ${type}`)
      const checked = await check()
      expect(checked.found).toContain(`problem type ${table}.${column}`)
      for (const code of ['unreadable', 'json']) {
        expect(checked.found).not.toContain(`problem ${code} ${table}.${column}`)
      }
      expect(checked.only('type').problem).toContain('which cannot give')
      await fix(checked.only('type'))
      expect((await check()).found).toEqual([])
      expect(await declared(database, table, column)).toEqual(before)
    },
  )

  it('a timestamp becomes what a clock in TIMEZONE shows then, in whatever zone it is mended', async () => {
    const { database, run, check } = await checkedDatabase()
    await run(
      'alter table posture_scores modify recorded_at timestamp not null',
      `update posture_scores set recorded_at = '2026-03-15 06:00:00'`,
    )
    const { fix } = (await check({ timezone: '+02:00' })).only('type')
    const statements = fix.split('\n').map((line) => line.replace(/;.*/, ''))
    await database.db.connection().execute(async (db) => {
      for (const statement of [`set time_zone = '+09:00'`, ...statements]) {
        await db.executeQuery(CompiledQuery.raw(statement))
      }
    })
    const rows = await database.db.selectFrom('posture_scores').select('recorded_at').execute()
    expect(rows).toEqual([{ recorded_at: '2026-03-15 08:00:00' }])
  })

  it.each([
    ['timestamp', 'Europe/Berlin', /^set time_zone = 'Europe\/Berlin'; -- if this fails, stop/],
    ['timestamp(3)', 'UTC', /^set time_zone = '\+00:00';$/m],
    ['datetime(3)', 'Europe/Berlin', /^alter table/],
  ])(
    'before it mends a %s in %s it says the zone where that matters',
    async (type, zone, first) => {
      const { run, check } = await checkedDatabase()
      await run(`alter table posture_scores modify recorded_at ${type} not null`)
      expect((await check({ timezone: zone })).only('type').fix).toMatch(first)
    },
  )

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
    const { database, run, check, fix } = await checkedDatabase()
    const before = await declared(database, 'compliance_scans', 'server_name')
    await run(
      `alter table compliance_scans modify server_name varchar(255) collate ${collation} not null`,
    )
    const remark = (await check()).only('collation')
    expect(remark).toMatchObject({ level, where: 'compliance_scans.server_name' })
    expect(remark.problem).toContain(effect)
    await fix(remark)
    expect((await check()).found).toEqual([])
    expect(await declared(database, 'compliance_scans', 'server_name')).toEqual(before)
  })
  it.each(['MyISAM', 'MEMORY', ...(isMysql ? [] : ['Aria'])])(
    'a table of %s, which has no snapshots, is told, and made one of InnoDB',
    async (engine) => {
      const { run, check, fix } = await checkedDatabase()
      await run(`alter table posture_scores engine = ${engine}`)
      const checked = await check()
      expect(checked.found[0]).toBe('problem no-snapshot posture_scores')
      expect(checked.only('no-snapshot').problem).toContain(`its engine is ${engine}`)
      await fix(checked.only('no-snapshot'))
      expect((await check()).found).toEqual([])
    },
  )
})
