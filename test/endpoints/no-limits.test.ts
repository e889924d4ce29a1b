// spec 8: no pagination, and no limit to how often anybody asks.
import { describe, expect, it } from 'vitest'
import { QUESTIONS } from '../support/questions.ts'
import { complianceScan, detection, finding, malwareScan, posture } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const MANY = 120

async function filledService() {
  const service = await testService()
  const { insert } = service.database
  const many = <Row>(row: () => Row) => Array.from({ length: MANY }, row)
  await insert('malware_scans', ...many(malwareScan))
  await insert('malware_detections', ...many(detection))
  await insert('compliance_scans', complianceScan({ scan_id: 1, server_name: 'web-007' }))
  await insert('compliance_findings', ...many(() => finding({ scan_id: 1 })))
  await insert('posture_scores', posture())
  return service
}

describe.each(Object.values(QUESTIONS))('%s', (url) => {
  it('has no pages: page, limit, offset and cursor change nothing', async () => {
    const { get } = await filledService()
    const { status, text } = await get(url)
    expect(status).toBe(200)
    const join = url.includes('?') ? '&' : '?'
    for (const paging of ['page=2', 'limit=1', 'per_page=1', 'offset=1&limit=1', 'cursor=x']) {
      expect((await get(url + join + paging)).text, paging).toBe(text)
    }
  })
})

it('nobody is refused for asking often: of 1,000 requests by one user all are answered', async () => {
  const { get } = await testService()
  const statuses = new Map<number, number>()
  for (let i = 0; i < 1_000; i++) {
    const { status } = await get('/api/posture.php')
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([[200, 1_000]])
})
