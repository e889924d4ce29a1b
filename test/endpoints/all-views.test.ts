// The tables an operator has already, in a shape of their own, with views of the contract's names:
// every answer is the same as from our own tables, to the byte.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkAsAdministrator } from '../support/check.ts'
import { temporaryDatabase } from '../support/database.ts'
import { type DataSet, dataSets, store } from '../support/datasets.ts'
import { withJsonOfColumns } from '../support/own-tables/json-of-columns.ts'
import { storeInOwnTables } from '../support/own-tables/store.ts'
import { expectationsOf } from '../support/recompute/expectations.ts'
import { type TestService, testService } from '../support/service.ts'

/** What the log says of data that was left out, apart from when. */
const leftOut = ({ logged }: TestService) =>
  logged.filter(({ msg }) => msg === 'data left out').map(({ time: _, ...line }) => line)

async function expectSameAnswers(generated: DataSet): Promise<void> {
  const dataSet = withJsonOfColumns(generated)
  const [ours, theirs] = [await testService(dataSet), await testService(dataSet)]
  await store(dataSet, ours.database)
  await storeInOwnTables(dataSet, theirs.database)
  for (const { url, status } of expectationsOf(dataSet)) {
    const [expected, reply] = [await ours.get(url), await theirs.get(url)]
    expect([url, expected.status]).toEqual([url, status])
    // First for a readable difference, then letter for letter.
    expect([url, reply.body]).toEqual([url, expected.body])
    expect(reply.text).toBe(expected.text)
  }
  expect(leftOut(theirs)).toEqual(leftOut(ours))
}

it('views over tables of another shape give the bytes of our own tables to every question', async () => {
  await fc.assert(fc.asyncProperty(dataSets, expectSameAnswers), { numRuns: 8, endOnFailure: true })
}, 300_000)

it('check says the same of such views as of our own tables', async () => {
  let rows = 0
  for (const generated of fc.sample(dataSets, { numRuns: 2, seed: 3 })) {
    const dataSet = withJsonOfColumns(generated)
    const [ours, theirs] = [await temporaryDatabase(), await temporaryDatabase()]
    await store(dataSet, ours)
    await storeInOwnTables(dataSet, theirs)
    const options = { timezone: dataSet.timezone, clock: () => dataSet.now }
    const expected = await checkAsAdministrator(ours.url, options)
    const found = await checkAsAdministrator(theirs.url, options)
    expect(found.found).toEqual(expected.found)
    expect([found.tables, found.rows]).toEqual([expected.tables, expected.rows])
    rows += found.rows
  }
  expect(rows).toBeGreaterThan(100)
}, 100_000)
