// The pages in which a long history is read: on every engine the same items as all at once.
import type { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { readHistory } from '../../src/compliance/history.ts'
import { historyPages } from '../../src/compliance/history-pages.ts'
import type { HistoryQuestion } from '../../src/compliance/questions.ts'
import { engineAt } from '../../src/database/connect.ts'
import { databaseReader } from '../../src/database/reader.ts'
import type { Snapshot } from '../../src/database/snapshot.ts'
import { momentOf, wallClock } from '../../src/time.ts'
import { temporaryDatabase } from '../support/database.ts'
import { complianceScan } from '../support/rows.ts'
import { NOW } from '../support/service.ts'

const now = momentOf(NOW, 'UTC')
const QUESTION = { ask: 'compliance.history', server: null, days: 365 } as const
const HOUR_MS = 3_600_000
/** Far more than these scans need. */
const MOST_PAGES = 300

const dateTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

async function withScansAt(dates: readonly string[]) {
  const { url, insert } = await temporaryDatabase()
  await insert(
    'compliance_scans',
    complianceScan({ server_name: 'before', scan_date: '2020-01-01 00:00:00' }),
    ...dates.map((scan_date, i) =>
      complianceScan({
        server_name: ['10', '9', 'web-01', 'WEB-01', 'a_b'][i % 5] as string,
        scan_date,
        checks_total: i,
      }),
    ),
  )
  const reader = databaseReader(engineAt(url))
  onTestFinished(() => reader.close())
  return reader
}

/** Scans of which the first is as late as asked for. */
const withScans = (count: number, latest = '9998-01-01 00:00:00') =>
  withScansAt(
    Array.from({ length: count }, (_, i) =>
      // Many in one second, gaps of weeks, one in a far future.
      i === 0 ? latest : dateTime(NOW - Math.floor(i / 7) * HOUR_MS),
    ),
  )

/** The same snapshot, and how many rows it has given by now. */
function counting(snapshot: Snapshot) {
  let given = 0
  const executeQuery = async (query: CompiledQuery) => {
    const result = await snapshot.db.executeQuery(query as never)
    given += result.rows.length
    return result
  }
  const db = new Proxy(snapshot.db, {
    get(target, name) {
      if (name === 'executeQuery') return executeQuery
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { counted: { ...snapshot, db }, given: () => given }
}

/** What is due, the pages put together, how long each was, and how many rows were read for them. */
const inPages = (
  reader: Awaited<ReturnType<typeof withScansAt>>,
  question: HistoryQuestion = QUESTION,
  moment = now,
) =>
  reader.read(async (snapshot) => {
    const { all_history, ...rest } = await readHistory(snapshot, question, moment, () => {})
    const { counted, given } = counting(snapshot)
    const history = await historyPages(counted, question, moment)
    const around = JSON.parse(`${history?.head}${history?.middle}${history?.tail}`)
    expect(around).toEqual({ ...rest, history_by_server: {}, all_history: [] })
    const pages = []
    for await (const page of history?.pages() ?? []) {
      pages.push(page)
      // Where it does not end by itself.
      if (pages.length > MOST_PAGES) break
    }
    return [all_history, pages.flat(), pages.map(({ length }) => length), given()] as const
  })

it.each([
  'has every item once, in the order of the list: 9998-01-01 00:00:00',
  'ends with the last moment that a date-time can tell: 9999-12-31 23:30:00',
  'ends with the last second of all: 9999-12-31 23:59:59',
])('%s', async (claim) => {
  const reader = await withScans(5_200, claim.slice(-19))
  const [due, paged, sizes] = await inPages(reader)
  expect(paged).toEqual(due)
  expect(sizes.length).toBeGreaterThan(2)
  expect(Math.max(...sizes)).toBeLessThan(due.length)
})

it('no page is long where few scans are followed by many: a small beginning, and then a fleet', async () => {
  const few = Array.from({ length: 20 }, (_, i) => dateTime(NOW - (30 - i) * 24 * HOUR_MS))
  const many = Array.from({ length: 7_000 }, (_, i) =>
    dateTime(NOW - HOUR_MS + (i % 3_000) * 1_000),
  )
  const [due, paged, sizes] = await inPages(await withScansAt([...few, ...many]))
  expect(paged).toEqual(due)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
})

it('few scans are read twice where quiet hours and a busy minute take turns', async () => {
  const nights = [2, 1].flatMap((night) => {
    const begin = NOW - night * 24 * HOUR_MS
    const busy = Array.from({ length: 5_200 }, (_, i) => dateTime(begin + (i % 60) * 1_000))
    const quiet = Array.from({ length: 22 }, (_, i) => dateTime(begin + (i + 1) * HOUR_MS))
    return [...busy, ...quiet]
  })
  const [due, paged, sizes, read] = await inPages(await withScansAt(nights))
  expect(paged).toEqual(due)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(250)
  expect(read).toBeLessThan(1.5 * due.length)
})

it('all scans of one second are one page, however many', async () => {
  const dates = Array.from({ length: 5_500 }, () => dateTime(NOW - HOUR_MS))
  const [due, paged] = await inPages(await withScansAt(dates))
  expect(paged).toEqual(due)
})

it('the window begins, and the answer is given, by the clock of its zone', async () => {
  const zone = 'America/St_Johns'
  const moment = momentOf(NOW, zone)
  const begin = NOW - 30 * 24 * HOUR_MS
  const clock = (ms: number) => wallClock(momentOf(ms, zone))
  const dates = Array.from({ length: 5_200 }, (_, i) => clock(begin + HOUR_MS + i * 1_000))
  const edge = [begin - 1_000, begin, begin + 1_000].map(clock)
  const reader = await withScansAt([...edge, ...dates])
  const [due, paged] = await inPages(reader, { ...QUESTION, days: 30 }, moment)
  expect(paged).toEqual(due)
  expect(paged.slice(0, 2).map(({ scan_date }) => scan_date)).toEqual(edge.slice(1))
})

it('what is short is not read in pages', async () => {
  const reader = await withScans(20)
  const pages = await reader.read((snapshot) => historyPages(snapshot, QUESTION, now))
  expect(pages).toBeNull()
})
