// The pages in which a long history is read: on every engine the same items as all at once.
import { expect, it, onTestFinished } from 'vitest'
import { readHistory } from '../../src/compliance/history.ts'
import { historyPages } from '../../src/compliance/history-pages.ts'
import { engineAt } from '../../src/database/connect.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { momentOf } from '../../src/time.ts'
import { temporaryDatabase } from '../support/database.ts'
import { complianceScan } from '../support/rows.ts'
import { NOW } from '../support/service.ts'

const now = momentOf(NOW, 'UTC')
const QUESTION = { ask: 'compliance.history', server: null, days: 365 } as const
const HOUR_MS = 3_600_000

const dateTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

async function withScans(count: number) {
  const { url, insert } = await temporaryDatabase()
  await insert(
    'compliance_scans',
    ...Array.from({ length: count }, (_, i) =>
      complianceScan({
        server_name: ['10', '9', 'web-01', 'WEB-01', 'a_b'][i % 5] as string,
        // Many in one second, gaps of weeks, one in a far future.
        scan_date: i === 0 ? '9998-01-01 00:00:00' : dateTime(NOW - Math.floor(i / 7) * HOUR_MS),
        checks_total: i,
      }),
    ),
  )
  const reader = databaseReader(engineAt(url))
  onTestFinished(() => reader.close())
  return reader
}

it('has every item once, in the order of the list', async () => {
  const reader = await withScans(5_200)
  const [due, paged, sizes] = await reader.read(
    async (snapshot) => {
      const { all_history, total_scans } = await readHistory(snapshot, QUESTION, now, () => {})
      const history = await historyPages(snapshot, QUESTION, now)
      expect(history?.total).toBe(total_scans)
      const pages = []
      for await (const page of history?.pages() ?? []) pages.push(page)
      return [all_history, pages.flat(), pages.map(({ length }) => length)] as const
    },
    () => {},
  )
  expect(paged).toEqual(due)
  expect(sizes.length).toBeGreaterThan(2)
  expect(Math.max(...sizes)).toBeLessThan(due.length)
})

it('what is short is not read in pages', async () => {
  const reader = await withScans(20)
  const pages = await reader.read(
    (snapshot) => historyPages(snapshot, QUESTION, now),
    () => {},
  )
  expect(pages).toBeNull()
})
