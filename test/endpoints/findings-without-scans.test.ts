// A finding without its scan is of no server: it is neither listed nor counted, however the count is
// made.
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import type { TableName } from '../../src/database/schema/schema.ts'
import { areOurOwn, holdIds } from '../../src/database/sqlite/scans-of-findings.ts'
import { newAccount } from '../support/check.ts'
import { describeOn, itOn } from '../support/only-on.ts'
import { viewOver, withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, finding } from '../support/rows.ts'
import { postgresVersion } from '../support/servers/postgres.ts'
import { type TestService, testService } from '../support/service.ts'

const FINDINGS = '/api/compliance-scans.php?action=findings'
const FILTERS = ['', '&severity=medium', '&category=ssh', '&severity=medium&category=ssh']

/** Where the scan of the second finding should be, among the scans 10 to 13. */
const LOST = { 'before the first': 9, 'among the others': 12, 'after the last': 14 }
const SCANS = [10, 11, 12, 13]

async function store({ database }: TestService, lost: number | null): Promise<void> {
  await database.insert(
    'compliance_scans',
    ...SCANS.filter((it) => it !== 12 || lost !== it).map((scan_id) =>
      complianceScan({ scan_id, server_name: `web-${scan_id}` }),
    ),
  )
  const rows = [{ finding_id: 1, scan_id: 11 }, ...(lost ? [{ finding_id: 2, scan_id: lost }] : [])]
  await database.insert('compliance_findings', ...rows.map(finding))
}

async function expectTheFirstAlone({ get }: TestService): Promise<void> {
  for (const filter of FILTERS) {
    const { body } = await get(FINDINGS + filter)
    expect(body).toMatchObject({ total_findings: 1, findings: [{ finding_id: 1 }] })
  }
}

/** Nothing that an answer shows; SQLite keeps another text of the table from then on. */
const ALTER = 'alter table compliance_scans add column note text'

const BOTH: readonly TableName[] = ['compliance_findings', 'compliance_scans']

describe.each(Object.entries(LOST))('a finding whose scan would be %s', (_where, lost) => {
  it('is left out in tables of an operator’s own', async () => {
    const service = await testService()
    await withoutChecks(service.database, ...BOTH)
    await store(service, lost)
    await expectTheFirstAlone(service)
  })

  it('is left out where the scans are a view', async () => {
    const service = await testService()
    await withoutChecks(service.database, ...BOTH)
    await store(service, lost)
    await viewOver(service.database, 'compliance_scans')
    await expectTheFirstAlone(service)
  })

  itOn('sqlite')('is left out where a producer did not turn foreign keys on', async () => {
    const service = await testService()
    await sql.raw('pragma foreign_keys = off').execute(service.database.db)
    await store(service, lost)
    await expectTheFirstAlone(service)
    await sql.raw(ALTER).execute(service.database.db)
    await expectTheFirstAlone(service)
  })
})

itOn('sqlite')(
  'our own tables are known by their text, altered ones by their columns',
  async () => {
    const { database } = await testService()
    const known = async () => {
      const { rows } = await sql`select ${areOurOwn} as own, ${holdIds} as ids`.execute(database.db)
      return rows[0]
    }
    expect(await known()).toEqual({ own: 1, ids: 1 })
    await sql.raw(ALTER).execute(database.db)
    expect(await known()).toEqual({ own: 0, ids: 1 })
    await withoutChecks(database, 'compliance_findings')
    expect(await known()).toEqual({ own: 0, ids: 0 })
  },
)

itOn('sqlite')(
  'a strict table may hold other ids than integers: none between two is counted',
  async () => {
    const service = await testService()
    const { db, insert } = service.database
    const run = (text: string) => sql.raw(text).execute(db)
    await run('pragma foreign_keys = off')
    for (const table of BOTH) {
      const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_schema where name = ${table}`.execute(db)
      const key = table === 'compliance_scans' ? 'primary key' : 'not null'
      const made = rows[0]?.sql.replace(/^ *scan_id .*$/m, `scan_id text ${key},`) ?? ''
      await run(`drop table ${table}`)
      await run(made)
    }
    await run('create index mine on compliance_findings (severity, detected_at)')
    for (const scan_id of ['1', '10', '2'])
      await insert('compliance_scans', complianceScan({ scan_id: scan_id as never }))
    await insert('compliance_findings', finding({ scan_id: '11' as never }))
    const { body } = await service.get(FINDINGS)
    expect(body).toMatchObject({ total_findings: 0, findings: [] })
  },
)

it('a finding that names no scan at all is left out', async () => {
  const service = await testService()
  await withoutChecks(service.database, 'compliance_findings')
  await store(service, null)
  await service.database.insert(
    'compliance_findings',
    finding({ finding_id: 2, scan_id: null as never }),
  )
  await expectTheFirstAlone(service)
})

/** As PostgreSQL and MariaDB write it. */
const NEVER_NULL = {
  postgres: 'alter table compliance_findings alter column scan_id set not null',
  mariadb: 'alter table compliance_findings modify scan_id bigint not null',
}

describeOn('postgres', 'mariadb')('a foreign key proves nothing', () => {
  const withKey = async (lost: number | null, ...statements: readonly string[]) => {
    const service = await testService()
    await withoutChecks(service.database, 'compliance_findings')
    await store(service, 12)
    await sql`update compliance_findings set scan_id = ${lost} where finding_id = 2`.execute(
      service.database.db,
    )
    for (const statement of statements) await sql.raw(statement).execute(service.database.db)
    await expectTheFirstAlone(service)
  }
  const key = (columns: string, targets: string) =>
    `alter table compliance_findings add foreign key (${columns}) references compliance_scans (${targets})`

  it('where its column may be null', () => withKey(null, key('scan_id', 'scan_id')))

  it('where it leads to another column', () =>
    withKey(
      12,
      'alter table compliance_scans add column other_id bigint unique',
      'update compliance_scans set other_id = scan_id + 1 where scan_id in (10, 11)',
      NEVER_NULL[inject('engine') as 'postgres'],
      key('scan_id', 'other_id'),
    ))

  it('where it is that of another column', () =>
    withKey(
      12,
      'alter table compliance_findings add column other_id bigint not null default 11',
      NEVER_NULL[inject('engine') as 'postgres'],
      key('other_id', 'scan_id'),
    ))

  itOn('postgres')('where it was never held against the rows that were there', () =>
    withKey(12, NEVER_NULL.postgres, `${key('scan_id', 'scan_id')} not valid`),
  )

  itOn('postgres')('where its column may be null in rows that were there', async ({ skip }) => {
    skip(postgresVersion() < 18, 'only PostgreSQL 18 and later can say that')
    await withKey(
      null,
      key('scan_id', 'scan_id'),
      'alter table compliance_findings add constraint present not null scan_id not valid',
    )
  })

  itOn('postgres')('where a table inherits from the findings', () =>
    withKey(
      11,
      NEVER_NULL.postgres,
      key('scan_id', 'scan_id'),
      'create table more () inherits (compliance_findings)',
      'with gone as (delete from only compliance_findings where finding_id = 2 returning *) insert into more select * from gone',
      'update more set scan_id = 12',
    ),
  )

  it('where it holds for several columns, of which one may be null', () =>
    withKey(
      12,
      'alter table compliance_scans add column part bigint',
      'alter table compliance_scans add unique (scan_id, part)',
      'alter table compliance_findings add column part bigint',
      NEVER_NULL[inject('engine') as 'postgres'],
      key('scan_id, part', 'scan_id, part'),
    ))
})

itOn('postgres')('findings of scans that a policy hides from the reader are left out', async () => {
  const owner = await testService()
  await store(owner, 13)
  const { account, url } = await newAccount(owner.database)
  for (const statement of [
    `grant select on all tables in schema public to ${account}`,
    'alter table compliance_scans enable row level security',
    `create policy visible on compliance_scans for select to ${account} using (scan_id < 13)`,
  ]) {
    await sql.raw(statement).execute(owner.database.db)
  }
  await expectTheFirstAlone(await testService({ url }))
})

it('the count keeps to the filters also where each scan is looked at', async () => {
  const service = await testService()
  await withoutChecks(service.database, ...BOTH)
  await store(service, 14)
  await service.database.insert(
    'compliance_findings',
    finding({ finding_id: 3, scan_id: 11, severity: 'high' }),
    finding({ finding_id: 4, scan_id: 11, check_category: 'os' }),
  )
  const totals = []
  for (const filter of FILTERS) {
    totals.push((await service.get(FINDINGS + filter)).body.total_findings)
  }
  expect(totals).toEqual([3, 2, 2, 1])
})

itOn('sqlite')('findings that are left when every scan was deleted are left out', async () => {
  const { database, get } = await testService()
  await sql.raw('pragma foreign_keys = off').execute(database.db)
  await database.insert('compliance_findings', finding({ scan_id: 1 }))
  expect((await get(FINDINGS)).body).toMatchObject({ total_findings: 0, findings: [] })
})

it('scans that a view leaves out take their findings with them', async () => {
  const service = await testService()
  await store(service, 13)
  await sql.raw('alter table compliance_scans rename to own').execute(service.database.db)
  await sql
    .raw('create view compliance_scans as select * from own where scan_id < 13')
    .execute(service.database.db)
  await expectTheFirstAlone(service)
})

it('with nothing lost, ids that have gaps and ids that have none are counted alike', async () => {
  for (const scans of [
    [10, 11, 13],
    [10, 11, 12],
  ]) {
    const service = await testService()
    await service.database.insert(
      'compliance_scans',
      ...scans.map((scan_id) => complianceScan({ scan_id, server_name: `web-${scan_id}` })),
    )
    const rows = scans.map((scan_id) => finding({ scan_id }))
    await service.database.insert('compliance_findings', ...rows)
    for (const filter of FILTERS) {
      expect((await service.get(FINDINGS + filter)).body.total_findings).toBe(3)
    }
  }
})
