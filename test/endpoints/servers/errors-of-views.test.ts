// A view may fail on a value. Its server then quotes the value, or the SQL that was to give it.
import { expect, inject, it } from 'vitest'
import { viewOver } from '../../support/operator-tables.ts'
import { complianceScan } from '../../support/rows.ts'
import { testService } from '../../support/service.ts'

const FAILING =
  inject('engine') === 'mariadb'
    ? {
        score: 'cast(findings_pass as unsigned) - cast(checks_total + 1 as unsigned)',
        said: `BIGINT UNSIGNED value is out of range in '…'`,
      }
    : {
        score: `('a' || server_name)::numeric`,
        said: 'invalid input syntax for type numeric: "…"',
      }

it('what a view fails on is told without SQL or values', async () => {
  const service = await testService()
  await service.database.insert('compliance_scans', complianceScan())
  await viewOver(service.database, 'compliance_scans', { overall_score: FAILING.score })
  const { status, body } = await service.get('/api/compliance-scans.php?action=summary')
  expect([status, body]).toEqual([500, { error: 'Database query failed', message: FAILING.said }])
  const [failure] = service.logged.filter((line) => line['msg'] === 'failure')
  expect(String(failure?.['detail'])).toMatch(/findings_pass|"aweb/)
})
