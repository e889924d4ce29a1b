// Indexes are known by what they hold. Each is taken away once, told, and made again by the fix.
import { expect, inject, it } from 'vitest'
import { INDEXES, SQLITE_INDEXES } from '../../src/database/schema/indexes.ts'
import { checkedDatabase } from '../support/check.ts'
import { COLLATION } from '../support/databases/mariadb.ts'
import { itOn } from '../support/only-on.ts'
import { isMysql } from '../support/servers/mariadb.ts'

const IS_MARIADB = inject('engine') === 'mariadb'

const dropped = (name: string, table: string) =>
  IS_MARIADB ? `drop index ${name} on ${table}` : `drop index ${name}`

const ALL = inject('engine') === 'sqlite' ? [...INDEXES, ...SQLITE_INDEXES] : INDEXES

/** MariaDB does not let go of an index that a reference to a scan needs. */
const free = ALL.filter(({ name }) => !(IS_MARIADB && /(detections|findings)_scan$/.test(name)))

it('each index is missed, and the fix makes it', async () => {
  const { run, check, fix } = await checkedDatabase()
  for (const { name, table } of free) {
    await run(dropped(name, table))
    const checked = await check()
    expect(checked.found, name).toEqual([`problem index-missing ${table}`])
    expect(checked.only('index-missing').fix).toContain(`create index ${name} on ${table}`)
    await fix(checked.only('index-missing'))
  }
  expect((await check()).found).toEqual([])
  expect(free.length).toBeGreaterThan(10)
})

it('an index of another name and with more columns serves as well', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    dropped('compliance_scans_latest', 'compliance_scans'),
    'create index mine on compliance_scans (server_name, scan_date, scan_id, overall_score)',
  )
  expect((await check()).found).toEqual([])
})

it('an index of all rows that begins with the condition serves as well', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    dropped('malware_detections_active', 'malware_detections'),
    'create index mine on malware_detections (resolved_at, severity, detected_at, detection_id)',
  )
  expect((await check()).found).toEqual([])
})

itOn('sqlite', 'mariadb')('serves whatever case its columns are written in', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    'alter table malware_scans rename column scan_id to SCAN_ID',
    'alter table posture_scores rename column posture_id to Posture_Id',
    'alter table posture_scores rename column recorded_at to RECORDED_AT',
  )
  expect((await check()).found).toEqual([])
})

it('an index of the right name on other columns does not, and the fix takes another name', async () => {
  const { run, check, fix } = await checkedDatabase()
  await run(
    dropped('compliance_scans_latest', 'compliance_scans'),
    'create index compliance_scans_latest on compliance_scans (scan_date, scan_id)',
  )
  const remark = (await check()).only('index-missing')
  expect(remark.fix).toContain('create index compliance_scans_latest_2 on')
  await fix(remark)
  expect((await check()).found).toEqual([])
})

itOn('sqlite', 'postgres')('an index of other rows does not serve', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    dropped('malware_detections_active', 'malware_detections'),
    'create index mine on malware_detections (severity, detected_at, detection_id) where resolved_at is not null',
  )
  expect((await check()).only('index-missing').where).toBe('malware_detections')
})

it('columns in another order do not serve', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    dropped('posture_scores_recorded', 'posture_scores'),
    'create index posture_scores_other on posture_scores (posture_id, recorded_at)',
  )
  expect((await check()).only('index-missing').where).toBe('posture_scores')
})

itOn('postgres')('an index that PostgreSQL left half built does not serve', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    `update pg_index set indisvalid = false where indexrelid = 'posture_scores_recorded'::regclass`,
  )
  const remark = (await check()).only('index-missing')
  expect(remark.where).toBe('posture_scores')
  await run(remark.fix)
  expect((await check()).found).toEqual([])
})

itOn('postgres')('an index that orders otherwise than its column does not serve', async () => {
  const { run, check, fix } = await checkedDatabase()
  const OTHERS = ['server_name collate "und-x-icu"', 'server_name text_pattern_ops']
  for (const column of OTHERS) {
    await run(
      'drop index compliance_scans_latest',
      `create index compliance_scans_latest on compliance_scans (${column}, scan_date, scan_id)`,
    )
    await fix((await check()).only('index-missing'))
    expect((await check()).found).toEqual([])
    await run('drop index compliance_scans_latest_2')
  }
  await run(
    'drop index compliance_scans_latest',
    'create index on compliance_scans (server_name varchar_ops, scan_date, scan_id)',
  )
  expect((await check()).found).toEqual([])
})

itOn('mariadb')(
  'an index that is passed over does not serve, and is taken into use again',
  async () => {
    const { run, check, fix } = await checkedDatabase()
    const unused = isMysql ? 'invisible' : 'ignored'
    await run(`alter table compliance_scans alter index compliance_scans_latest ${unused}`)
    const remark = (await check()).only('index-missing')
    expect(remark.problem).toContain('no index in use serves server_name, scan_date, scan_id')
    await fix(remark)
    expect((await check()).found).toEqual([])
  },
)

itOn('postgres')('a table in partitions is a table, with the indexes of the whole', async () => {
  const { reader, run, check } = await checkedDatabase()
  await run(
    'alter table posture_scores rename to old_scores',
    `create table posture_scores (like old_scores, primary key (posture_id, recorded_at))
      partition by range (recorded_at)`,
    'create table rest partition of posture_scores default',
    'insert into posture_scores select * from old_scores',
    `grant select on posture_scores to ${reader.account}`,
  )
  expect((await check()).only('index-missing').where).toBe('posture_scores')
  await run('create index mine on only posture_scores (recorded_at, posture_id)')
  const half = (await check()).only('index-missing')
  expect(half.fix).toMatch(/^create index/)
  await run('create index on posture_scores (recorded_at, posture_id)')
  expect((await check()).found).toEqual([])
})

itOn('mariadb')('an index of the beginning of names does not serve', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    dropped('compliance_scans_latest', 'compliance_scans'),
    'create index mine on compliance_scans (server_name(10), scan_date, scan_id)',
  )
  expect((await check()).only('index-missing').where).toBe('compliance_scans')
})

it('a table without a key is told so', async () => {
  const { reader, run, check, fix } = await checkedDatabase()
  await run(
    'alter table posture_scores rename to own',
    'create table posture_scores as select * from own',
    'create index recorded on posture_scores (recorded_at, posture_id)',
  )
  if (reader.account !== '') await run(`grant select on posture_scores to ${reader.account}`)
  const checked = await check()
  expect(checked.found).toEqual(['problem index-missing posture_scores'])
  await fix(checked.only('index-missing'))
  expect((await check()).found).toEqual([])
})

itOn('postgres')(
  'a date in a text, of which no index of days can be made, is changed first',
  async () => {
    const { run, check, fix } = await checkedDatabase()
    await run(
      'drop index malware_scans_days',
      'drop index malware_detections_resolved',
      'alter table malware_scans drop constraint malware_scans_scan_date_check',
      'alter table malware_detections drop constraint malware_detections_resolved_at_check',
      'alter table malware_scans alter scan_date type text collate "C"',
      'alter table malware_detections alter resolved_at type text collate "C"',
    )
    const { remarks, found } = await check()
    expect(found).toEqual([
      'problem index-missing malware_scans',
      'problem index-missing malware_detections',
    ])
    for (const remark of remarks) await fix(remark)
    expect((await check()).found).toEqual([])
  },
)

itOn('postgres')('a type that is told already is not changed twice for an index', async () => {
  const { run, check, fix } = await checkedDatabase()
  await run(
    'drop index malware_scans_days',
    'alter table malware_scans drop constraint malware_scans_scan_date_check',
    'alter table malware_scans alter scan_date type timestamptz',
  )
  const checked = await check()
  expect(checked.only('index-missing').fix).toMatch(
    /^-- First change the type of scan_date.*\ncreate index/,
  )
  await fix(checked.only('type'))
  await fix(checked.only('index-missing'))
  expect((await check()).found).toEqual([])
})

itOn('mariadb')('a column that is too long for an index is changed first', async () => {
  const { run, check, fix } = await checkedDatabase()
  const kept = 'compliance_findings_of_scan'
  const tables = ['malware_scans', 'compliance_scans', 'compliance_findings', 'posture_scores']
  await run(
    `create index ${kept} on compliance_findings (scan_id)`,
    ...INDEXES.filter((it) => tables.includes(it.table)).map((it) => dropped(it.name, it.table)),
    `alter table malware_scans modify scan_type varchar(1000) collate ${COLLATION} not null`,
    `alter table compliance_scans modify server_name text collate ${COLLATION} not null`,
    `alter table compliance_findings modify status text collate ${COLLATION} not null`,
    `alter table compliance_findings modify severity varchar(255) collate ${COLLATION} not null`,
    `alter table posture_scores modify recorded_at text collate ${COLLATION} not null`,
  )
  const { remarks, found } = await check()
  expect([...new Set(found)]).toEqual(tables.map((it) => `problem index-missing ${it}`))
  for (const remark of remarks) await fix(remark)
  expect((await check()).found).toEqual([])
})

itOn('postgres')('an index whose condition names an enumeration serves as well', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    `create type outcome as enum ('fail', 'pass', 'error', 'manual', 'not_applicable')`,
    'drop index compliance_findings_active, compliance_findings_active_category, compliance_findings_active_scan, compliance_findings_scan',
    'alter table compliance_findings drop constraint compliance_findings_status_check',
    'alter table compliance_findings alter status type outcome using cast(status as outcome)',
  )
  const first = await check()
  await run(
    ...first.remarks
      .filter(({ code }) => code === 'index-missing')
      .flatMap(({ fix }) => fix?.split('\n') ?? []),
  )
  expect((await check()).found.filter((it) => it.includes('index'))).toEqual([])
})
