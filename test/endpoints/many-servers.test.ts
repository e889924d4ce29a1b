import { expect, it } from 'vitest'
import { complianceScan } from '../support/rows.ts'
import { testService } from '../support/service.ts'

// MariaDB ends a recursion after a thousand steps, without a word.
it('every one of 1,200 servers is in the summary', async () => {
  const { database, get } = await testService()
  const names = Array.from({ length: 1200 }, (_, i) => `web-${i}`)
  await database.insert(
    'compliance_scans',
    ...names.map((server_name) => complianceScan({ server_name })),
  )
  const { body } = await get('/api/compliance-scans.php')
  expect(body.total_servers).toBe(1200)
  expect(body.servers.map((it: { server_name: string }) => it.server_name)).toEqual(
    names.toSorted(),
  )
})
