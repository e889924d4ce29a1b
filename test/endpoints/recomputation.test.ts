// Every member of every answer, computed a second time from the raw rows: without SQL, without the
// service's code, in the simplest way that the specification allows.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { type DataSet, dataSets, store } from '../support/datasets.ts'
import { withoutChecks } from '../support/operator-tables.ts'
import { expectationsOf } from '../support/recompute/expectations.ts'
import { testService } from '../support/service.ts'

async function expectAnswers(dataSet: DataSet, isIndexed: boolean): Promise<void> {
  const { database, get } = await testService(dataSet)
  // As it is with tables of an operator's own: then no index lends its order.
  if (!isIndexed) await withoutChecks(database, ...TABLE_NAMES)
  await store(dataSet, database)
  for (const { url, status, text } of expectationsOf(dataSet)) {
    const reply = await get(url)
    expect([url, reply.status]).toEqual([url, status])
    // First for a readable difference, then letter for letter: the order of maps counts too.
    expect(reply.body).toEqual(JSON.parse(text))
    expect(reply.text).toBe(text)
  }
}

it('all answers over generated databases are what the raw rows say, with and without indexes', async () => {
  await fc.assert(fc.asyncProperty(dataSets, fc.boolean(), expectAnswers), { numRuns: 40 })
}, 300_000)

const isActive = (it: { resolved_at: string | null }) => it.resolved_at === null

/** Whether two rows share their name and its newest date, so that ids decide. */
const isNewestTied = (rows: readonly { name: string; date: string }[]) =>
  rows.some(({ name }) => {
    const dates = rows.filter((row) => row.name === name).map((row) => row.date)
    const newest = dates.toSorted().at(-1)
    return dates.filter((date) => date === newest).length > 1
  })

it('generated databases hold what makes answers hard', () => {
  const sample = fc.sample(dataSets, { numRuns: 200, seed: 1 }).map((dataSet) => ({
    ...dataSet.rows,
    timezone: dataSet.timezone,
  }))
  const shareOf = (is: (rows: (typeof sample)[number]) => boolean) =>
    expect(sample.filter(is).length / sample.length)

  shareOf((it) => it.malware_scans.length === 0).toBeGreaterThan(0.01)
  shareOf((it) => it.compliance_scans.length === 0).toBeGreaterThan(0.01)
  shareOf((it) => it.posture_scores.length === 0).toBeGreaterThan(0.01)
  shareOf((it) => it.timezone !== 'UTC').toBeGreaterThan(0.25)
  shareOf((it) =>
    isNewestTied(it.malware_scans.map((row) => ({ name: row.scan_type, date: row.scan_date }))),
  ).toBeGreaterThan(0.1)
  shareOf((it) =>
    isNewestTied(
      it.compliance_scans.map((row) => ({ name: row.server_name, date: row.scan_date })),
    ),
  ).toBeGreaterThan(0.1)
  shareOf((it) =>
    isNewestTied(
      it.posture_scores.map((row) => ({
        name: row.recorded_at.slice(0, 10),
        date: row.recorded_at,
      })),
    ),
  ).toBeGreaterThan(0.1)
  shareOf((it) => it.malware_detections.filter(isActive).length > 100).toBeGreaterThan(0.01)
  shareOf(
    (it) =>
      it.compliance_findings.filter((row) => row.status === 'fail' && isActive(row)).length > 500,
  ).toBeGreaterThan(0.01)
})
