// Rows may be deleted at any time. SQLite gives the id of a deleted last row to the next one, unless it
// knows the last id that it gave: what is noted about the old must not be taken for the new.
import type { Kysely } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import type { WritableTables } from '../../../src/database/schema/import-tables.ts'
import { run } from '../../support/check.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import {
  complianceRun,
  finding,
  hit,
  malwareRun,
  march,
  resolveRows,
  storeReports,
} from '../../support/stored.ts'

const openChecks = async ({ db }: TestDatabase) => {
  const rows = await db
    .selectFrom('compliance_findings')
    .select('check_id')
    .where('resolved_at', 'is', null)
    .orderBy('finding_id')
    .execute()
  return rows.map(({ check_id }) => check_id)
}

/** As in a table that was made without `autoincrement`: its ids are given again. */
async function lose(database: TestDatabase, table: string, where = 'true'): Promise<void> {
  await run(database, `delete from ${table} where ${where}`)
  if (inject('engine') === 'sqlite') await run(database, 'delete from sqlite_sequence')
}

const scanDays = async ({ db }: TestDatabase) => {
  const rows = await db.selectFrom('malware_scans').select('scan_date').execute()
  return rows.map(({ scan_date }) => scan_date.slice(8, 10)).sort()
}

it('the next scan of a server does not supersede that of another with the id of a deleted one', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [finding('A'), complianceRun(1, { host: 'web-01' })])
  await lose(database, 'compliance_scans')
  await storeReports(database, 'lynis', [finding('B'), complianceRun(2, { host: 'db-01' })])
  const { runs } = await storeReports(database, 'lynis', [
    finding('C'),
    complianceRun(3, { host: 'web-01' }),
  ])
  expect(runs).toMatchObject([{ superseded: { older: 0, by: null } }])
  expect(await openChecks(database)).toEqual(['B', 'C'])
})

it('nor a scan that is of another server by now', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [finding('A'), complianceRun(1)])
  await database.db.updateTable('compliance_scans').set({ server_name: 'db-01' }).execute()
  await storeReports(database, 'lynis', [finding('B'), complianceRun(2)])
  expect(await openChecks(database)).toEqual(['A', 'B'])
})

it('a scan that was deleted supersedes no report that comes late', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [finding('NEW'), complianceRun(9)])
  await storeReports(database, 'lynis', [finding('OTHER'), complianceRun(9, { host: 'db-01' })])
  await lose(database, 'compliance_scans', `server_name = 'web01'`)
  const { runs } = await storeReports(database, 'lynis', [finding('OLD'), complianceRun(2)])
  expect(runs).toMatchObject([{ superseded: { older: 0, by: null } }])
  expect(await openChecks(database)).toEqual(['OTHER', 'OLD'])
})

it('a new hit is stored after the last detection was deleted', async () => {
  const database = await temporaryDatabase('all')
  const { db } = database
  await storeReports(database, 'clamav', [hit('/a'), hit('/b'), malwareRun(1)])
  await lose(database, 'malware_detections', `file_path = '/b'`)
  await storeReports(database, 'clamav', [hit('/c'), malwareRun(2)])
  const again = await storeReports(database, 'clamav', [
    hit('/a'),
    hit('/b'),
    hit('/c'),
    malwareRun(3),
  ])
  expect(again.runs).toMatchObject([{ newDetections: 1, knownDetections: 2 }])
  const rows = await db.selectFrom('malware_detections').select('file_path').execute()
  expect(rows.map(({ file_path }) => file_path).sort()).toEqual(['/a', '/b', '/c'])
})

it('a run whose scan was deleted is stored anew, whoever has its id by now', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', [malwareRun(1)])
  await lose(database, 'malware_scans')
  await storeReports(database, 'clamav', [malwareRun(2)])
  expect(await storeReports(database, 'clamav', [malwareRun(1)])).toMatchObject({
    known: false,
    runs: [{ known: false }],
  })
  expect(await scanDays(database)).toEqual(['01', '02'])
})

it('a log that goes on takes away no scan with the id of its deleted part', async () => {
  const database = await temporaryDatabase('all')
  const part = malwareRun(1, { status: 'incomplete', complete: false, open: true })
  await storeReports(database, 'clamav', [part], {}, 'log: begun')
  await lose(database, 'malware_scans')
  await storeReports(database, 'clamav', [malwareRun(2)], {}, 'another')
  await storeReports(database, 'clamav', [malwareRun(3)], {}, 'log: begun, and ended')
  expect(await scanDays(database)).toEqual(['02', '03'])
})

it('which file a detection comes from is known after its scan was deleted', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', [hit('/a'), malwareRun(1)])
  await lose(database, 'malware_scans')
  await storeReports(database, 'clamav', [malwareRun(2)])
  const found = await (database.db as unknown as Kysely<WritableTables>)
    .selectFrom('secdash_import_detections as seen')
    .innerJoin('secdash_import_runs as run', 'run.run_id', 'seen.first_run_id')
    .select('run.scan_date')
    .execute()
  expect(found).toEqual([{ scan_date: '2026-03-01 12:00:00' }])
})

const openPaths = async ({ db }: TestDatabase) => {
  const rows = await db
    .selectFrom('malware_detections')
    .select('file_path')
    .where('resolved_at', 'is', null)
    .execute()
  return rows.map(({ file_path }) => file_path)
}

const SCOPE = { scope: ['/srv'] }
const found = (day: number) => [hit('/srv/x'), malwareRun(day)]

it('a run that is there still does not prove gone what it has found itself', async () => {
  const database = await temporaryDatabase('all')
  for (const day of [1, 3]) await storeReports(database, 'clamav', found(day), SCOPE)
  await lose(database, 'malware_detections')
  await lose(database, 'malware_scans', `scan_date < '2026-03-02'`)
  await storeReports(database, 'clamav', found(2), SCOPE)
  const again = () => storeReports(database, 'clamav', found(3), SCOPE)
  expect(await again()).toMatchObject({ runs: [{ known: true, resolvedDetections: 0 }] })
  await again()
  expect(await openPaths(database)).toEqual(['/srv/x'])
  // Nor does one of before.
  await storeReports(database, 'clamav', [malwareRun(2, { files: 11 })], SCOPE)
  expect(await openPaths(database)).toEqual(['/srv/x'])
})

it('what a log held before it grew is stored anew, too', async () => {
  const database = await temporaryDatabase('all')
  const days = (...all: number[]) => all.flatMap(found)
  await storeReports(database, 'clamav', days(1), SCOPE, 'a log')
  await storeReports(database, 'clamav', days(1, 3), SCOPE, 'a log, grown')
  await lose(database, 'malware_detections')
  await lose(database, 'malware_scans', `scan_date < '2026-03-02'`)
  const again = () => storeReports(database, 'clamav', days(1, 3), SCOPE, 'a log, grown')
  expect(await again()).toMatchObject({ known: false })
  expect(await scanDays(database)).toEqual(['01', '03'])
  expect(await openPaths(database)).toEqual(['/srv/x'])
  expect(await again()).toMatchObject({ known: true })
})

describe('the very same file is known, also where its times are read in another zone', () => {
  const log = (zone: number, ...days: number[]) =>
    days.flatMap((day) => [hit('/srv/x'), malwareRun(day, { startedAt: march(day) + zone * 3600 })])
  const KNOWN = { known: true, hadOtherDates: true, runs: [] }

  it('and where it is a log that has grown', async () => {
    const database = await temporaryDatabase('all')
    await storeReports(database, 'clamav', log(0, 1), SCOPE, 'a log')
    expect(await storeReports(database, 'clamav', log(2, 1), SCOPE, 'a log')).toEqual(KNOWN)
    await storeReports(database, 'clamav', log(0, 1, 3), SCOPE, 'a log, grown')
    const grown = await storeReports(database, 'clamav', log(2, 1, 3), SCOPE, 'a log, grown')
    expect(grown).toEqual(KNOWN)
    expect(await scanDays(database)).toEqual(['01', '03'])
  })

  it('and where it ends in a run without a date', async () => {
    const database = await temporaryDatabase('all')
    const cut = malwareRun(3, {
      startedAt: null,
      status: 'incomplete',
      complete: false,
      open: true,
    })
    const inZone = (zone: number) =>
      storeReports(
        database,
        'clamav',
        [malwareRun(2, { startedAt: march(2) + zone * 3600 }), cut],
        SCOPE,
        'a log',
      )
    await inZone(0)
    await storeReports(database, 'clamav', found(2), {}, 'another')
    expect(await inZone(2)).toEqual({ known: true, runs: [] })
    expect(await openPaths(database)).toEqual(['/srv/x'])
  })

  it('and where its rows were deleted, and it was stored with another zone', async () => {
    const database = await temporaryDatabase('all')
    const inZone = (zone: number) =>
      storeReports(database, 'clamav', log(zone, 1, 3), SCOPE, 'a log')
    await inZone(0)
    await lose(database, 'malware_detections')
    await lose(database, 'malware_scans')
    expect(await inZone(2)).toMatchObject({ known: false })
    expect(await inZone(0)).toEqual(KNOWN)
    expect(await scanDays(database)).toEqual(['01', '03'])
  })

  it('and where something came late that it may resolve', async () => {
    const database = await temporaryDatabase('all')
    const clean = (zone: number) =>
      storeReports(
        database,
        'clamav',
        [malwareRun(3, { startedAt: march(3) + zone * 3600 })],
        SCOPE,
        'a log',
      )
    await clean(0)
    await storeReports(database, 'clamav', found(1), SCOPE, 'another')
    expect(await clean(2)).toEqual(KNOWN)
    expect(await openPaths(database)).toEqual(['/srv/x'])
    expect(await clean(0)).toMatchObject({ known: false, runs: [{ known: true }] })
    expect(await openPaths(database)).toEqual([])
    expect(await scanDays(database)).toEqual(['01', '03'])
  })
})

describe('what was decided about a deleted row is not held against the next with its id', () => {
  it('of a detection', async () => {
    const database = await temporaryDatabase('all')
    const both = async () => {
      await storeReports(database, 'clamav', found(1), SCOPE)
      await storeReports(database, 'clamav', [malwareRun(2)], SCOPE)
    }
    await both()
    await lose(database, 'malware_detections')
    await lose(database, 'malware_scans')
    await both()
    expect(await openPaths(database)).toEqual([])
  })

  it('of a finding', async () => {
    const database = await temporaryDatabase('all')
    const { db, url } = database
    await storeReports(database, 'lynis', [finding('A'), complianceRun(1)])
    const { finding_id } = await db
      .selectFrom('compliance_findings')
      .select('finding_id')
      .executeTakeFirstOrThrow()
    await resolveRows(url, {
      kind: 'finding',
      ids: [finding_id],
      reopen: false,
      by: 'me',
      note: '',
      at: '2026-03-09 00:00:00',
    })
    await lose(database, 'compliance_findings')
    await lose(database, 'compliance_scans')
    await storeReports(database, 'lynis', [finding('A'), complianceRun(1)])
    await storeReports(database, 'lynis', [finding('B'), complianceRun(2)])
    expect(await openChecks(database)).toEqual(['B'])
  })
})
