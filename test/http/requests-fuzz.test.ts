// Generated requests against the whole service on a real port. test/long/requests.ts sends more.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/database.ts'
import { fillFuzzDatabase } from '../support/fuzz-database.ts'
import { runningService } from '../support/listening.ts'
import { fuzzRequests } from '../support/request-fuzz.ts'

const COUNT = 2_000

it('2,000 generated requests: no crash, no 5xx, every answer as expected and documented', async () => {
  const database = `sqlite:${join(temporaryFolder(), 'fuzz.db')}`
  await fillFuzzDatabase(database)
  const { port, logged } = await runningService({ database, readers: '2' })
  const report = await fuzzRequests({ port, count: COUNT, seed: 20_260_315 })
  expect(report.violations).toEqual([])
  expect(report.sent).toBe(COUNT)
  // The generator must reach what it is there for.
  for (const status of [200, 400, 401, 404, 405, 413, 431]) {
    expect(report.statuses[status], `answers with ${status}`).toBeGreaterThan(0)
  }
  const lines = await logged()
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThanOrEqual(report.wellFormed)
  expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([])
})
