import { expect, it, onTestFinished } from 'vitest'
import { compareEngines } from '../support/differential/run.ts'
import { enginesToTest } from '../support/engines.ts'
import { startDatabase } from '../support/servers/all.ts'

const PAIRS = 200

it('every engine gives the same bytes for generated data and requests', {
  timeout: 300_000,
}, async () => {
  const databases = await Promise.all(enginesToTest().map(startDatabase))
  onTestFinished(async () => {
    for (const { destroy } of databases) await destroy()
  })
  const urls = databases.map(({ url }) => url)
  const { pairs, differences, statuses } = await compareEngines(urls, PAIRS, 1)
  expect(differences).toEqual([])
  expect(pairs).toBe(PAIRS)
  // Most requests are answered with data, so that there is something to compare.
  expect(statuses[200]).toBeGreaterThan(PAIRS / 2)
})
