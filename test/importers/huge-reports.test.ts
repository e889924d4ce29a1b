// What the long run imports by the hundred megabytes, here by the hundred kilobytes.
import { expect, it } from 'vitest'
import { HUGE_REPORTS } from '../support/huge-reports.ts'
import { imported } from '../support/imported.ts'

it.each(Object.entries(HUGE_REPORTS))('a report of the kind %s is whole', async (_, report) => {
  const content = [...report.pieces(200_000)].join('')
  expect(content.length).toBeGreaterThan(190_000)
  expect(content.length).toBeLessThan(250_000)
  const { findings, complianceRuns, hits, malwareRuns, remarks } = await imported(
    report.tool,
    content,
  )
  expect([...complianceRuns, ...malwareRuns]).toHaveLength(1)
  const failed = [...hits, ...findings.filter(({ status }) => status === 'fail')]
  expect(failed.length).toBeGreaterThan(0)
  expect(remarks).toEqual([])
})
