// What a fix must not do: invent a value, or make one row or name of several.
import { expect, it } from 'vitest'
import type { TableName } from '../../src/database/schema/schema.ts'
import { checkedDatabase, grantSelect, statementsOf } from '../support/check.ts'
import { withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, detection, finding, posture } from '../support/rows.ts'

/** With tables in which every column may be null. */
async function withNulls(table: TableName, row: object) {
  const made = await checkedDatabase()
  await withoutChecks(made.database, table)
  await grantSelect(made.database, made.reader, table)
  await made.database.insert(table, row as never)
  const fixOf = async (column: string) => {
    const { remarks } = await made.check()
    const remark = remarks.find((it) => it.code === 'null' && it.where === `${table}.${column}`)
    if (remark === undefined) throw new Error(`nothing is said of ${column}`)
    return remark
  }
  return { ...made, fixOf }
}

it.each([
  ['severity', `<'critical', 'high', 'medium' or 'low'>`],
  ['detected_at', `<'YYYY-MM-DD HH:MM:SS'>`],
  ['file_path', `<'a text'>`],
  ['scan_type', `<'a name'>`],
])('for a null %s the operator puts in what is right', async (column, blank) => {
  const row = { ...detection({ detection_id: 5 }), [column]: null }
  const { fixOf, fix } = await withNulls('malware_detections', row)
  const remark = await fixOf(column)
  expect(remark.fix).toContain('put in what is right')
  expect(statementsOf(remark)).toEqual([
    `update malware_detections set ${column} = ${blank} where detection_id = 5`,
  ])
  await expect(fix(remark)).rejects.toThrow()
})

it('nor is a score invented', async () => {
  const row = { ...posture({ posture_id: 5 }), redteam: null }
  const { fixOf, fix } = await withNulls('posture_scores', row)
  const remark = await fixOf('redteam')
  expect(statementsOf(remark)).toEqual([
    'update posture_scores set redteam = <0 to 100> where posture_id = 5',
  ])
  await expect(fix(remark)).rejects.toThrow()
})

it('null becomes what our own tables would have filled in', async () => {
  const row = { ...detection({ detection_id: 5 }), action_taken: null }
  const { database, fixOf, fix } = await withNulls('malware_detections', row)
  await fix(await fixOf('action_taken'))
  const rows = await database.db.selectFrom('malware_detections').select('action_taken').execute()
  expect(rows).toEqual([{ action_taken: 'none' }])
})

it('of more rows than are shown it says so', async () => {
  const row = (detection_id: number) => ({ ...detection({ detection_id }), detected_at: null })
  const { database, fixOf } = await withNulls('malware_detections', row(1))
  await database.insert('malware_detections', ...([2, 3, 4].map(row) as never[]))
  const remark = await fixOf('detected_at')
  expect(statementsOf(remark).map((it) => it.replace(/.* where /, ''))).toEqual([
    'detection_id = 4',
    'detection_id = 3',
    'detection_id = 2',
  ])
  expect(remark.fix).toContain('Then check again, for the next rows.')
})

it('rows of a table that share an id are told apart by no statement', async () => {
  const { database, reader, run, check } = await checkedDatabase()
  await run(
    'alter table posture_scores rename to own',
    'create table posture_scores as select * from own',
    'insert into posture_scores select * from own',
  )
  await grantSelect(database, reader, 'posture_scores')
  const remark = (await check()).only('duplicate-id')
  expect(statementsOf(remark)).toEqual([])
  expect(remark.fix).toContain('make posture_id the primary key of posture_scores')
})

it('each server is renamed in all of its rows, and to a name of its own', async () => {
  const { database, run, check } = await checkedDatabase()
  const scans = [
    ['web.example.com', '2026-03-14 04:00:00'],
    ['web.example.com', '2026-03-15 04:00:00'],
    [`o'hara.example.com`, '2026-03-15 04:00:00'],
    [`x\\' or '1' = '1`, '2026-03-15 04:00:00'],
    // Some engines take it for web-01.
    ['web-01 ', '2026-03-15 04:00:00'],
  ] as const
  await database.insert(
    'compliance_scans',
    ...scans.map(([server_name, scan_date]) => complianceScan({ server_name, scan_date })),
  )
  const remark = (await check()).only('name')
  expect(remark.fix).toContain('Each name needs a new one of its own')
  const statements = statementsOf(remark)
  expect(statements.toSorted()).toEqual([
    `update compliance_scans set server_name = 'NEW-NAME' where server_name = 'o''hara.example.com'`,
    `update compliance_scans set server_name = 'NEW-NAME' where server_name = 'web.example.com'`,
  ])
  await run(...statements.toSorted().map((it, i) => it.replace('NEW-NAME', `new-${i}`)))
  const rows = await database.db.selectFrom('compliance_scans').select('server_name').execute()
  expect(rows.map(({ server_name }) => server_name).sort()).toEqual([
    'new-0',
    'new-1',
    'new-1',
    'web-01',
    'web-01 ',
    `x\\' or '1' = '1`,
  ])
  // What follows a backslash is another character on some engines.
  const left = (await check()).only('name').fix
  expect(left).toContain(`No SQL can be shown for "x\\\\' or`)
  expect(left).toContain('No SQL can be shown for "web-01 "')
})

it('each category is renamed by itself, the first twenty at once', async () => {
  const { database, check, fix } = await checkedDatabase()
  await database.insert(
    'compliance_findings',
    ...Array.from({ length: 23 }, (_, i) =>
      finding({ finding_id: i + 10, scan_id: 1, check_category: `old ${i}` }),
    ),
    finding({ scan_id: 1, check_category: 'old 22' }),
  )
  const remark = (await check()).only('name')
  expect(statementsOf(remark)).toHaveLength(20)
  expect(statementsOf(remark)[0]).toBe(
    `update compliance_findings set check_category = 'NEW-NAME' where check_category = 'old 22'`,
  )
  expect(remark.fix).toContain('And 3 more: check again')
  await fix(remark)
  expect((await check()).only('name').problem).toContain('3 rows hold a category')
})

it('a name with a � that is stored as one is a name like others', async () => {
  const { database, check, fix } = await checkedDatabase()
  await database.insert(
    'compliance_scans',
    complianceScan({ scan_id: 2, server_name: 'Gr��e', server_type: 'Linu�' }),
  )
  await database.insert('compliance_findings', finding({ scan_id: 1, check_category: '�' }))
  const { found, remarks } = await check()
  expect(found).toEqual([
    'problem name compliance_scans.server_name',
    'problem name compliance_findings.check_category',
  ])
  for (const remark of remarks.filter(({ code }) => code === 'name')) await fix(remark)
  expect((await check()).found).toEqual([])
})
