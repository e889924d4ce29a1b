// Scanners that have fallen silent on one of several servers, or fail there.
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { check, newReader } from '../support/check.ts'
import { temporaryDatabase } from '../support/database.ts'
import { complianceRun, malwareRun, march, storeReports } from '../support/stored.ts'

async function importing() {
  const database = await temporaryDatabase('all')
  const told = async (day: number, url = database.url) => {
    const { remarks } = await check(url, { clock: () => march(day) * 1000 })
    return remarks
      .filter(({ code }) => code === 'silent' || code === 'scan-failed')
      .map(({ level, code, problem }) => `${level} ${code}: ${problem}`)
  }
  return {
    database,
    told,
    async scans(server: string, days: readonly number[], more = {}) {
      for (const day of days) {
        await storeReports(database, 'clamav', [malwareRun(day, { host: server, ...more })])
      }
    },
  }
}

it('tells of a server whose scanner has missed three of its turns, and of no other', async () => {
  const { database, scans, told } = await importing()
  await scans('daily', [1, 2, 3, 4])
  await scans('weekly', [-10, -3, 4])
  await scans('late', [-3, -2, -1])
  await storeReports(database, 'lynis', [complianceRun(-20, { host: 'once' })])
  expect(await told(5)).toEqual([
    'advice silent: 2 scanners have not reported: clamav of "late" for 6 days, lynis of "once" for 25 days',
  ])
  expect(await told(8)).toEqual([
    'advice silent: 3 scanners have not reported: clamav of "daily" for 4 days, clamav of "late" for 9 days, lynis of "once" for 28 days',
  ])
  const three = (await told(40))[0]
  expect(three).toMatch(
    /4 scanners have not reported: clamav of "daily" .*, clamav of "late" .*, …$/,
  )
  expect(await told(94)).toEqual([
    'advice silent: 2 scanners have not reported: clamav of "daily" for 90 days, clamav of "weekly" for 90 days',
  ])
  expect(await told(95)).toEqual([])
})

it('takes reports of one moment for one: how often that server reports is not known', async () => {
  const { database, told } = await importing()
  const host = { host: 'twice' }
  await storeReports(database, 'clamav', [malwareRun(1, host), malwareRun(1, host)])
  expect(await told(15)).toEqual([])
  expect(await told(16)).toEqual([
    'advice silent: 1 scanner has not reported: clamav of "twice" for 15 days',
  ])
})

it('goes by the days on which it reported: a turn may have several parts, and a file many scans', async () => {
  const { scans, told } = await importing()
  for (const hours of [0, 2]) {
    await scans('weekly-in-parts', [-6], { startedAt: march(-6) + hours * 3_600 })
    await scans('weekly-in-parts', [1], { startedAt: march(1) + hours * 3_600 })
    await scans('on-one-day', [1], { startedAt: march(1) + hours * 60 })
  }
  expect(await told(15)).toEqual([])
  expect(await told(16)).toEqual([
    'advice silent: 1 scanner has not reported: clamav of "on-one-day" for 14 days',
  ])
  expect(await told(24)).toHaveLength(1)
  expect((await told(24))[0]).toContain('clamav of "weekly-in-parts" for 22 days')
})

it('is not misled by a report whose date has not come yet', async () => {
  const { scans, told } = await importing()
  await scans('ahead', [1, 2, 3, 60])
  expect(await told(20)).toEqual([
    'advice silent: 1 scanner has not reported: clamav of "ahead" for 17 days',
  ])
})

it('has patience for three days with a scanner that reports many times a day', async () => {
  const { database, scans, told } = await importing()
  for (const day of [1, 2])
    for (const hours of [0, 6, 11])
      await scans('often', [day], { startedAt: march(day) + hours * 3_600 })
  expect(await told(5)).toEqual([])
  expect(await told(6)).toEqual([
    'advice silent: 1 scanner has not reported: clamav of "often" for 3 days',
  ])
  // The posture is of no scanner.
  const components = { compliance: 80, redteam: 70, incident: 90, monitoring: 60 }
  const incidents = { critical: 0, high: 0, medium: 0, low: 0 }
  const controls = { controlsImplemented: 0, controlsTotal: 0 }
  await storeReports(database, 'posture', [
    { kind: 'posture', recordedAt: march(-30), ...components, ...controls, incidents },
  ])
  expect(await told(3)).toEqual([])
})

it('tells of a server on which the latest scan failed, whatever others found since', async () => {
  const { database, scans, told } = await importing()
  await scans('web-01', [1, 2, 3])
  await scans('web-02', [1])
  const summary = { reason: 'no signatures were loaded' }
  await scans('web-02', [2], { status: 'error', summary })
  await scans('web-03', [1], { status: 'error' })
  await scans('web-03', [2])
  expect(await told(3)).toEqual([
    'advice scan-failed: 1 scanner failed in its latest scan: clamav of "web-02" at "2026-03-02 12:00:00"',
  ])
  const { only } = await check(database.url, { clock: () => march(3) * 1000 })
  const [, question = ''] = only('scan-failed').fix.split('\n')
  const { rows } = await sql.raw<{ summary: string }>(question).execute(database.db)
  expect(rows.map(({ summary }) => JSON.parse(summary))).toEqual([
    { reason: 'no signatures were loaded', server: 'web-02' },
  ])
})

it('tells nothing where there are no notes, or none that this account may read', async () => {
  const { database, scans, told } = await importing()
  await scans('web-01', [1], { status: 'error' })
  const reader = await newReader(database)
  // Whoever may read a file may read all of it.
  expect(await told(2, reader.url)).toHaveLength(inject('engine') === 'sqlite' ? 1 : 0)
  await sql`drop table secdash_import_detections`.execute(database.db)
  await sql`drop table secdash_import_runs`.execute(database.db)
  expect(await told(2)).toEqual([])
})
