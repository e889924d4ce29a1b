// A view may fail on a value. Its server then quotes the value, or the SQL that was to give it.
import { expect, inject, it } from 'vitest'
import { viewOver } from '../../support/operator-tables.ts'
import { complianceScan } from '../../support/rows.ts'
import { testService } from '../../support/service.ts'

/** Out of range, for there are more checks than passes. */
const outOfRange = (nothing: string) =>
  `cast(findings_pass as unsigned) - cast(checks_total + 1${` + ${nothing}`.repeat(30)} as unsigned)`

const FAILING =
  inject('engine') === 'mariadb'
    ? {
        scores: [
          'cast(findings_pass as unsigned) - cast(checks_total + 1 as unsigned)',
          // Longer than what the server quotes of it: the quote does not end, or ends too early.
          outOfRange('0 * findings_low'),
          outOfRange(`if(server_type = 'x', 1, 0)`),
        ],
        said: `BIGINT UNSIGNED value is out of range in '…'`,
      }
    : {
        scores: [`('a' || server_name)::numeric`],
        said: 'invalid input syntax for type numeric: "…"',
      }

it.each(FAILING.scores)('what a view fails on is told without SQL or values', async (score) => {
  const service = await testService()
  await service.database.insert('compliance_scans', complianceScan())
  await viewOver(service.database, 'compliance_scans', { overall_score: score })
  const { status, body } = await service.get('/api/compliance-scans.php?action=summary')
  expect([status, body]).toEqual([500, { error: 'Database query failed', message: FAILING.said }])
  const [failure] = service.logged.filter((line) => line['msg'] === 'failure')
  expect(String(failure?.['detail'])).toMatch(/findings_pass|"aweb/)
})
