// spec 2.10, 4.3 `history` and 8
import { describe, expect, it } from 'vitest'
import { complianceScan } from '../support/rows.ts'
import { type TestOptions, testService } from '../support/service.ts'

const HISTORY = '/api/compliance-scans.php?action=history'

interface Item {
  server_name: string
  scan_date: string
  checks_total: number
}
const datesOf = (items: Item[]) => items.map((it) => it.scan_date)

/** A service whose database holds a scan of web-01 at each of these times. */
async function scannedAt(dates: readonly string[], options: TestOptions = {}) {
  const service = await testService(options)
  await service.database.insert(
    'compliance_scans',
    ...dates.map((scan_date) => complianceScan({ scan_date })),
  )
  return service
}

describe('GET /api/compliance-scans.php?action=history', () => {
  it('tells every member of the scans in the window, and nothing else', async () => {
    const { database, get } = await testService()
    await database.insert(
      'compliance_scans',
      complianceScan({ overall_score: 87.505 }),
      complianceScan({ server_name: 'db-01', scan_date: '2026-03-14 04:00:00', checks_total: 9 }),
    )
    const counts = {
      findings_critical: 0,
      findings_high: 1,
      findings_medium: 2,
      findings_low: 3,
      findings_pass: 44,
    }
    const db = {
      server_name: 'db-01',
      scan_date: '2026-03-14 04:00:00',
      overall_score: 87.5,
      ...counts,
      checks_total: 9,
    }
    const web = {
      server_name: 'web-01',
      scan_date: '2026-03-15 04:00:00',
      overall_score: 87.51,
      ...counts,
      checks_total: 50,
    }
    expect((await get(HISTORY)).body).toStrictEqual({
      days: 30,
      server_filter: null,
      total_scans: 2,
      history_by_server: { 'db-01': [db], 'web-01': [web] },
      all_history: [db, web],
      timestamp: '2026-03-15T12:00:00+00:00',
    })
  })

  it('answers an empty database with {} and []', async () => {
    const { get } = await testService()
    const { text } = await get(HISTORY)
    expect(text).toContain('"total_scans":0,"history_by_server":{},"all_history":[],')
  })

  it.each([
    ['', 30, '2026-02-13 12:00:00', '2026-02-13 11:59:59'],
    ['&days=1', 1, '2026-03-14 12:00:00', '2026-03-14 11:59:59'],
    ['&days=7', 7, '2026-03-08 12:00:00', '2026-03-08 11:59:59'],
    ['&days=365', 365, '2025-03-15 12:00:00', '2025-03-15 11:59:59'],
  ])('asked with "%s" it begins %i days ago, to the second', async (query, days, first, before) => {
    const { get } = await scannedAt([before, first, '2026-03-15 12:00:00'])
    const { body } = await get(HISTORY + query)
    expect(body.days).toBe(days)
    expect(datesOf(body.all_history)).toEqual([first, '2026-03-15 12:00:00'])
    expect(datesOf(body.history_by_server['web-01'])).toEqual([first, '2026-03-15 12:00:00'])
    expect(body.total_scans).toBe(2)
  })

  it('begins at the same moment in the configured time zone, over a change of the clocks', async () => {
    const now = Date.UTC(2026, 3, 1, 12)
    const dates = ['2026-03-02 12:59:59', '2026-03-02 13:00:00']
    const { get } = await scannedAt(dates, { now, timezone: 'Europe/Berlin' })
    const { body } = await get(HISTORY)
    expect(datesOf(body.all_history)).toEqual(['2026-03-02 13:00:00'])
    expect(body.timestamp).toBe('2026-04-01T14:00:00+02:00')
  })

  it('has no end: a scan dated ahead of the clock is listed', async () => {
    const { get } = await scannedAt(['2026-03-16 00:00:00'])
    expect((await get(`${HISTORY}&days=1`)).body.total_scans).toBe(1)
  })

  it('lists the oldest first, then by the bytes of server_name, then by id', async () => {
    const { database, get } = await testService()
    const scan = (checks_total: number, server_name: string, hour: number) =>
      complianceScan({
        scan_id: 100 - checks_total,
        checks_total,
        server_name,
        scan_date: `2026-03-10 0${hour}:00:00`,
      })
    await database.insert(
      'compliance_scans',
      scan(1, 'web-01', 3),
      scan(2, 'web-01', 1),
      scan(3, 'WEB-01', 3),
      scan(4, '10', 3),
      scan(5, '2', 3),
      scan(6, 'web-01', 3),
      scan(7, '__proto__', 2),
      scan(8, 'web-01', 3),
    )
    const { text, body } = await get(HISTORY)
    const marks = (items: Item[]) => items.map((it) => it.checks_total)
    expect(marks(body.all_history)).toEqual([2, 7, 4, 5, 3, 8, 6, 1])
    expect(marks(body.history_by_server['web-01'])).toEqual([2, 8, 6, 1])
    expect(body.history_by_server['WEB-01']).toEqual([body.all_history[4]])
    expect(Object.hasOwn(body.history_by_server, '__proto__')).toBe(true)
    // The text: a parsed object would put 2 before 10 again.
    expect([...text.matchAll(/"([^"]+)":\[\{/g)].map(([, key]) => key)).toEqual([
      '10',
      '2',
      'WEB-01',
      '__proto__',
      'web-01',
      'all_history',
    ])
  })

  it('tells of one server when `server` is given, byte for byte', async () => {
    const { database, get } = await testService()
    const names = ['web-01', 'WEB-01', '__proto__', 'constructor', '10', '2', 'web-011']
    await database.insert(
      'compliance_scans',
      ...names.map((server_name) => complianceScan({ server_name })),
    )
    for (const name of names) {
      const { body } = await get(`${HISTORY}&server=${name}`)
      expect(body).toMatchObject({ server_filter: name, total_scans: 1 })
      expect(Object.keys(body.history_by_server)).toEqual([name])
      expect(body.all_history).toMatchObject([{ server_name: name }])
    }
  })

  it('narrows one server to the window, oldest first', async () => {
    const dates = ['2026-03-15 03:00:00', '2026-03-14 03:00:00', '2026-03-13 03:00:00']
    const { get } = await scannedAt(dates)
    const { body } = await get(`${HISTORY}&server=web-01&days=2`)
    expect(datesOf(body.all_history)).toEqual(['2026-03-14 03:00:00', '2026-03-15 03:00:00'])
  })

  it('answers an unknown server with an empty history, not an error', async () => {
    const { get } = await scannedAt(['2026-03-15 03:00:00'])
    const { status, body } = await get(`${HISTORY}&server=web-02`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ server_filter: 'web-02', total_scans: 0 })
    expect(body).toMatchObject({ history_by_server: {}, all_history: [] })
  })

  it('takes an empty server for none', async () => {
    const { get } = await scannedAt(['2026-03-15 03:00:00'])
    expect((await get(`${HISTORY}&server=`)).text).toBe((await get(HISTORY)).text)
  })

  it('keeps a score of null', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ overall_score: null }))
    expect((await get(HISTORY)).body.all_history[0].overall_score).toBeNull()
  })

  it('lists every scan of the window: there is no limit', async () => {
    const { get } = await scannedAt(Array(1501).fill('2026-03-15 03:00:00'))
    const { body } = await get(HISTORY)
    expect(body.total_scans).toBe(1501)
    expect(body.all_history).toHaveLength(1501)
    expect(body.history_by_server['web-01']).toHaveLength(1501)
  })
})
