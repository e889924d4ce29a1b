// spec 2.6, 2.8, 2.10: the same score is shown alike wherever it is shown.
import { describe, expect, it } from 'vitest'
import { complianceScan } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const action = (query: string) => `/api/compliance-scans.php?action=${query}`

/** How a stored score is written by each action that shows it. */
async function writtenScores(overall_score: number | null) {
  const { database, get } = await testService()
  await database.insert('compliance_scans', complianceScan({ overall_score }))
  const texts = await Promise.all(
    ['summary', 'server&name=web-01', 'history'].map(async (it) => (await get(action(it))).text),
  )
  return texts.map((text) => [...text.matchAll(/"overall_score":([^,}]+)/g)].map(([, it]) => it))
}

describe('overall_score', () => {
  it.each([
    [1.005, '1.01'],
    [66.664999, '66.66'],
    [99.995, '100'],
    [87.5, '87.5'],
    [70, '70'],
    [0, '0'],
    [null, 'null'],
  ])('of %d is written %s in summary, server and history', async (stored, written) => {
    // Once for the mean and once for the server; once; once by server and once in the flat list.
    expect(await writtenScores(stored)).toEqual([[written, written], [written], [written, written]])
  })
})
