// Values outside of the contract: found in views and in tables, with their ids, and mended.
import { describe, expect, inject, it } from 'vitest'
import type { TableName } from '../../src/database/schema/schema.ts'
import { checkedDatabase, grantSelect, run } from '../support/check.ts'
import type { TestDatabase } from '../support/database.ts'
import { viewOver } from '../support/operator-tables.ts'
import { finding, malwareScan } from '../support/rows.ts'
import { isMysql } from '../support/servers/mariadb.ts'
import { withoutChecksOf } from '../support/servers/mysql-checks.ts'

/** Everything but what the questions themselves say about it. */
const values = (found: readonly string[]) =>
  found.filter((it) => !it.startsWith('problem question'))

interface View {
  readonly table: TableName
  readonly gives: Readonly<Record<string, [expression: string, code: string, shown: string]>>
}

const VIEWS: readonly View[] = [
  {
    table: 'malware_scans',
    gives: {
      status: [`nullif(status, 'clean')`, 'null', 'null (scan_id 1)'],
      files_scanned: ['files_scanned - 1001', 'negative', '-1 (scan_id 1)'],
      infections_found: [`'none'`, 'unreadable', '"none" (scan_id 1)'],
      scan_duration_seconds: ['60.5', 'unreadable', '60.5 (scan_id 1)'],
      summary: [`'{"a":'`, 'json', '"{\\"a\\":" (scan_id 1)'],
    },
  },
  {
    table: 'malware_detections',
    gives: {
      severity: [`'High'`, 'severity', '"High" (detection_id 1)'],
      detected_at: [
        `'2026-03-14T03:00:00Z'`,
        'unreadable',
        '"2026-03-14T03:00:00Z" (detection_id 1)',
      ],
    },
  },
  {
    table: 'compliance_scans',
    gives: {
      overall_score: ['overall_score - 88', 'score', '-0.5 (scan_id 1)'],
      checks_total: ['nullif(checks_total, 50)', 'null', 'null (scan_id 1)'],
      checks_run: ['checks_run + 9007199254740943', 'too-large', '9007199254740993 (scan_id 1)'],
      metadata: [`'[1]'`, 'json', '"[1]" (scan_id 1)'],
    },
  },
  {
    table: 'compliance_findings',
    gives: {
      check_category: [`'a b'`, 'name', '"a b" (finding_id 1)'],
      severity: [`'info'`, 'severity', '"info" (finding_id 1)'],
    },
  },
  {
    table: 'posture_scores',
    gives: {
      recorded_at: [`'2026-02-30 06:00:00'`, 'unreadable', '"2026-02-30 06:00:00" (posture_id 1)'],
      redteam: ['redteam + 80.5', 'score', '150.5 (posture_id 1)'],
      incident: ['nullif(incident, 90)', 'null', 'null (posture_id 1)'],
    },
  },
]

it.each(VIEWS)('values of a view $table are found and shown with their ids', async (view) => {
  const { table, gives } = view
  const { database, reader, check } = await checkedDatabase()
  const expressions = Object.entries(gives).map(([column, [expression]]) => [column, expression])
  await viewOver(database, table, Object.fromEntries(expressions))
  await grantSelect(database, reader, table)
  const { remarks } = await check()
  // What a view declares, where it does, is told by its type as well.
  const found = remarks.filter(
    ({ code, where }) => where.startsWith(table) && code !== 'type' && code !== 'collation',
  )
  expect(found.map(({ code, where }) => `${code} ${where}`)).toEqual(
    Object.entries(gives).map(([column, [, code]]) => `${code} ${table}.${column}`),
  )
  const shown = Object.values(gives).map(([, , it]) => expect.stringContaining(it))
  expect(found.map(({ problem }) => problem)).toEqual(shown)
  for (const { fix } of found) expect(fix).toContain(`Let the view ${table} give`)
})

/** Lets a table take what its checks refuse. */
async function unguard(database: TestDatabase, table: TableName, column: string) {
  const statements = {
    sqlite: 'pragma ignore_check_constraints = on',
    postgres: `alter table ${table} drop constraint ${table}_${column}_check`,
    mariadb: 'set session check_constraint_checks = off',
  }
  await run(
    database,
    ...(isMysql
      ? await withoutChecksOf(column, table, database.db)
      : [statements[inject('engine')]]),
  )
}

describe.each([
  ['severity', 'compliance_findings', 'severity', `'info'`, `'low'`],
  ['negative', 'compliance_scans', 'findings_high', '-7', '7'],
  ['score', 'posture_scores', 'compliance', '100.5', '100'],
  ['too-large', 'malware_scans', 'files_scanned', '9223372036854775807', '1000'],
  ['name', 'compliance_findings', 'check_category', `'web server'`, null],
  ['name', 'compliance_scans', 'server_name', `'db.example'`, null],
  ['json', 'compliance_scans', 'metadata', `'[]'`, `'{}'`],
] as const)('%s: in the table, %s.%s that is %s', (code, table, column, value, right) => {
  it('is found, and the fix mends it when what is right is put in', async () => {
    const { database, run, check, fix } = await checkedDatabase()
    const guarded = !['too-large', 'name', 'json'].includes(code)
    if (guarded) await unguard(database, table, column)
    await run(`update ${table} set ${column} = ${value}`)
    const checked = await check()
    expect(values(checked.found)).toEqual([`problem ${code} ${table}.${column}`])
    const remark = checked.remarks.find((it) => it.code === code)
    if (remark === undefined) throw new Error('no remark')
    if (right !== null) await expect(fix(remark)).rejects.toThrow()
    await fix({ ...remark, fix: remark.fix.replaceAll(/<.*>/g, right ?? '') })
    expect((await check()).found).toEqual([])
  })
})

it('null JSON is allowed: an advice', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    'update malware_scans set summary = null',
    'update compliance_scans set metadata = null',
  )
  expect((await check()).found).toEqual([
    'advice json malware_scans.summary',
    'advice json compliance_scans.metadata',
  ])
})

it('of many rows with the same fault three are shown, the newest first, and all are counted', async () => {
  const { database, check } = await checkedDatabase()
  await database.insert(
    'compliance_findings',
    ...Array.from({ length: 40 }, (_, i) =>
      finding({ finding_id: i + 10, scan_id: 1, check_category: '?' }),
    ),
  )
  const { problem } = (await check()).only('name')
  expect(problem).toContain('40 rows hold a category that the API can never select')
  expect(problem).toContain('"?" (finding_id 49), "?" (finding_id 48), "?" (finding_id 47), …')
})

it('only the newest rows are looked at, and what the service itself leaves out is told anyway', async () => {
  const { database, run, check } = await checkedDatabase()
  await unguard(database, 'compliance_findings', 'severity')
  await run(`update compliance_findings set severity = 'info'`)
  await database.insert(
    'compliance_findings',
    ...Array.from({ length: 2500 }, (_, i) => finding({ finding_id: i + 10, scan_id: 1 })),
  )
  const checked = await check({ newest: 2500 })
  expect(checked.rows).toBe(2500 + 4)
  expect(new Set(checked.remarks.map(({ code }) => code))).toEqual(
    new Set(inject('engine') === 'sqlite' ? ['can-write', 'left-out'] : ['left-out']),
  )
  expect((await check()).found).toEqual(['problem severity compliance_findings.severity'])
  expect((await check()).rows).toBe(2501 + 4)
})

it('what is left out is told beside another fault of the same table', async () => {
  const { database, run, check } = await checkedDatabase()
  await unguard(database, 'compliance_findings', 'severity')
  const on = inject('engine') === 'mariadb' ? ' on compliance_findings' : ''
  await run(
    `update compliance_findings set severity = 'info'`,
    `drop index compliance_findings_active${on}`,
  )
  await database.insert('compliance_findings', finding({ scan_id: 1 }))
  const { found } = await check({ newest: 1 })
  expect(found).toContain('problem index-missing compliance_findings')
  expect(found).toContain('problem left-out compliance_findings.severity')
})

it('broken JSON in an old row is told beside null in a new one', async () => {
  const { database, run, check } = await checkedDatabase()
  await run(`update malware_scans set summary = '[]'`)
  await database.insert('malware_scans', malwareScan({ scan_type: 'rkhunter', summary: null }))
  expect((await check({ newest: 1 })).found).toEqual([
    'advice json malware_scans.summary',
    'problem left-out malware_scans.summary of scan 1',
  ])
  expect((await check()).found).toEqual(['problem json malware_scans.summary'])
})

it('null JSON in an old row is an advice, too', async () => {
  const { database, run, check } = await checkedDatabase()
  await run('update malware_scans set summary = null')
  await database.insert('malware_scans', malwareScan({ scan_type: 'rkhunter' }))
  expect((await check({ newest: 1 })).found).toEqual([
    'advice left-out malware_scans.summary of scan 1',
  ])
})

it('a question that fails though every value is right is told with the reason', async () => {
  const { database, run, check } = await checkedDatabase()
  await run('update compliance_scans set findings_low = 9007199254740991')
  expect(database.url).toBeDefined()
  const checked = await check()
  expect(checked.found).toEqual(['problem question GET /api/compliance-scans.php?action=summary'])
  expect(checked.only('question').problem).toMatch(/500 Database query failed: .*2\^53-1/)
})
