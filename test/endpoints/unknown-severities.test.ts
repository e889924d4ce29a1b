// A table of an operator's own may take any severity, and still refer to the scans: then active findings
// are counted from an index alone, on SQLite severity by severity. It may even take none.
import { expect, inject, it } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import * as mariadb from '../../src/database/mariadb/columns.ts'
import * as postgres from '../../src/database/postgres/columns.ts'
import { SCHEMA } from '../../src/database/schema/schema.ts'
import * as sqlite from '../../src/database/sqlite/columns.ts'
import { run } from '../support/check.ts'
import { itOn } from '../support/only-on.ts'
import { complianceScan, finding } from '../support/rows.ts'
import { type TestService, testService } from '../support/service.ts'

const { compliance_findings } = SCHEMA
const TABLE = {
  sqlite: () => sqlite.tableOf('compliance_findings', compliance_findings),
  postgres: () => postgres.tableOf('compliance_findings', compliance_findings),
  mariadb: () => mariadb.tableOf('compliance_findings', compliance_findings, 'utf8mb4_bin'),
}

async function ofAnySeverity(column: 'not null' | '', ...severities: (string | null)[]) {
  const service = await testService()
  const { database } = service
  await run(
    database,
    'alter table compliance_findings rename to checked',
    TABLE[inject('engine')]().replace(/not null check \(severity in .*?\)\)/, column),
  )
  await database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
  const rows = severities.map((it) => finding({ scan_id: 1, severity: it as 'low' }))
  await database.insert('compliance_findings', ...rows)
  return service
}

const FINDINGS = '/api/compliance-scans.php?action=findings'

const GIVEN = ['low', 'Critical', 'info', '', 'low', 'info', 'critical']
const TOLD = [
  '1 rows with the unknown severity ""',
  '1 rows with the unknown severity "Critical"',
  '2 rows with the unknown severity "info"',
]
const NONE = '1 rows with the unknown severity null'

async function expectTheThree({ get, logged }: TestService, told: string[]): Promise<void> {
  for (const filter of ['', '&category=ssh', '&server=web-01']) {
    logged.length = 0
    const { body } = await get(FINDINGS + filter)
    const severities = body.findings.map((it: { severity: string }) => it.severity)
    expect([body.total_findings, severities.join()]).toEqual([3, 'critical,low,low'])
    const left = logged.filter(({ msg }) => msg === 'data left out').map(({ problem }) => problem)
    expect(left).toEqual(told.map((it) => `${it} are left out`))
  }
}

async function isSure({ database: { db, url } }: TestService): Promise<boolean> {
  const { rows } = await engineAt(url).expressions.everyFindingHasItsScan.execute(db)
  return Boolean(rows[0]?.sure)
}

it('counts the four from an index, and names all others', async () => {
  const service = await ofAnySeverity('not null', ...GIVEN)
  await run(service.database, 'create index by_severity on compliance_findings (severity)')
  expect(await isSure(service)).toBe(true)
  await expectTheThree(service, TOLD)
})

// There may be any number of severities, and each would be looked for in the whole table.
itOn('sqlite')('counts in one pass where there is no such index', async () => {
  const service = await ofAnySeverity('not null', ...GIVEN)
  await run(service.database, 'create index other on compliance_findings (check_id, severity)')
  expect(await isSure(service)).toBe(false)
  await expectTheThree(service, TOLD)
})

it('names those without a severity, too', async () => {
  const service = await ofAnySeverity('', null, ...GIVEN)
  await run(service.database, 'create index by_severity on compliance_findings (severity)')
  await expectTheThree(service, [...TOLD, NONE])
})

it('names those without a severity where there are no others', async () => {
  const { get, logged } = await ofAnySeverity('', null)
  expect((await get(FINDINGS)).body).toMatchObject({ total_findings: 0, findings: [] })
  expect(logged).toContainEqual(expect.objectContaining({ problem: `${NONE} are left out` }))
})
