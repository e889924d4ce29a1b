// Real reports, damaged in 200 ways each tool; test/long/fuzz-importers.ts does it in 20,000.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { IMPORTERS } from '../../src/importers/registry.ts'
import { hasCollection } from '../support/collection.ts'
import { temporaryFolder } from '../support/database.ts'
import { fuzz, reportsByTool } from '../support/fuzz-importers.ts'

const reports = await reportsByTool()
const tools = IMPORTERS.filter(({ tool }) => reports.has(tool))

it.runIf(hasCollection)('there are real reports of every tool but our own form', () => {
  expect(tools.map(({ tool }) => tool)).toEqual(
    IMPORTERS.map(({ tool }) => tool).filter((tool) => tool !== 'posture'),
  )
})

it.each(tools)('damaged reports of $tool are stored whole or refused', async (importer) => {
  const engine = engineAt(`sqlite:${join(temporaryFolder(), 'fuzz.db')}`)
  await migrate(engine)
  const run = await fuzz(engine, importer, reports.get(importer.tool) ?? [], {
    count: 200,
    seed: 20261115,
  })
  expect(run.problems).toEqual([])
  expect(run.stored + run.refused).toBe(200)
  expect(run.stored).toBeGreaterThan(0)
  expect(run.refused).toBeGreaterThan(0)
})
