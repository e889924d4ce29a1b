import { expect, it } from 'vitest'
import { Refused } from '../../../src/importers/refused.ts'
import type { Report } from '../../../src/importers/report.ts'
import type { Source } from '../../../src/store/reading/source.ts'
import { newReader } from '../../support/check.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import { itOn } from '../../support/only-on.ts'
import {
  complianceRun,
  finding,
  hit,
  malwareRun,
  OPTIONS,
  sourceOfReports,
  storeIn,
  storeReports,
} from '../../support/stored.ts'

const counts = async ({ db }: TestDatabase) => {
  const tables = [
    'malware_scans',
    'malware_detections',
    'compliance_scans',
    'compliance_findings',
    'secdash_imports',
    'secdash_import_runs',
  ]
  const counts: number[] = []
  for (const table of tables) {
    const rows = await db
      .selectFrom(table as never)
      .selectAll()
      .execute()
    counts.push(rows.length)
  }
  return counts
}

const NOTHING = [0, 0, 0, 0, 0, 0]
const many = Array.from({ length: 700 }, (_, index) => hit(`/${index}`))

/** Another content each time that it is read. */
function changing(readings: readonly (readonly Report[])[]): Source {
  let reading = 0
  return {
    ...sourceOfReports('clamav', readings[0] ?? []),
    async *reports() {
      yield* readings[reading++] ?? []
    },
  }
}

it('nothing is stored when the file fails at its end', async () => {
  const database = await temporaryDatabase('all')
  const source: Source = {
    ...sourceOfReports('clamav', []),
    async *reports() {
      yield* [...many, malwareRun(1)]
      throw new Refused('it was cut')
    },
  }
  await expect(storeIn(database.url, source)).rejects.toThrow('it was cut')
  expect(await counts(database)).toEqual(NOTHING)
})

it.each([
  ['a hit more', [...many, hit('/more'), malwareRun(1)]],
  ['a hit less', [...many.slice(1), malwareRun(1)]],
  ['another severity', [hit('/0', { severity: 'low' }), ...many.slice(1), malwareRun(1)]],
  ['a clean file more', [...many, { kind: 'clean-file', path: '/' } as const, malwareRun(1)]],
  ['another total', [...many, malwareRun(1, { files: 99 })]],
  ['a run less', []],
  ['a run more', [...many, malwareRun(1), malwareRun(2)]],
])('nothing is stored when the file changes while it is read: %s', async (_what, second) => {
  const database = await temporaryDatabase('all')
  const source = changing([[...many, malwareRun(1)], second])
  await expect(storeIn(database.url, source)).rejects.toThrow(
    'it changed while it was read; import it again',
  )
  expect(await counts(database)).toEqual(NOTHING)
})

it('nothing is stored when a finding is another one in the second reading', async () => {
  const database = await temporaryDatabase('all')
  const readings = [
    [finding('A'), complianceRun(1)],
    [finding('A', { status: 'pass' }), complianceRun(1)],
  ]
  await expect(storeIn(database.url, changing(readings))).rejects.toThrow(
    'it changed while it was read; import it again',
  )
  expect(await counts(database)).toEqual(NOTHING)
})

it('nothing is stored when the database refuses the last row', async () => {
  const database = await temporaryDatabase('all')
  const wrong = finding('B', { severity: 'urgent' as never })
  const reports = [finding('A'), complianceRun(1), wrong, complianceRun(2)]
  await expect(storeReports(database, 'lynis', reports)).rejects.toThrow()
  expect(await counts(database)).toEqual(NOTHING)
})

it('a dry run says what would be stored, and stores nothing', async () => {
  const database = await temporaryDatabase('all')
  const source = sourceOfReports('clamav', [...many, malwareRun(1)])
  const stored = await storeIn(database.url, source, OPTIONS, { dryRun: true })
  expect(stored.runs).toMatchObject([{ known: false, newDetections: 700 }])
  expect(await counts(database)).toEqual(NOTHING)
})

it('a file without a run is refused', async () => {
  const database = await temporaryDatabase('all')
  await expect(storeReports(database, 'clamav', [])).rejects.toThrow('it holds no run of a scanner')
})

it('records without a run are a defect, not a clean scan', async () => {
  const database = await temporaryDatabase('all')
  await expect(storeReports(database, 'clamav', [hit('/a')])).rejects.toThrow('without a run')
  expect(await counts(database)).toEqual(NOTHING)
})

// In one process SQLite would wait for itself; test/import/import-processes.test.ts has several.
itOn('postgres', 'mariadb')(
  'two that store at once wait for each other, and find each hit once',
  async () => {
    const database = await temporaryDatabase('all')
    const days = [1, 2, 3, 4, 5, 6]
    await Promise.all(
      days.map((day) => storeReports(database, 'clamav', [hit('/a'), hit('/b'), malwareRun(day)])),
    )
    expect((await counts(database)).slice(0, 2)).toEqual([6, 2])
  },
)

itOn('postgres', 'mariadb')('an account that may not write is told what it may not', async () => {
  const database = await temporaryDatabase('all')
  const reader = await newReader(database)
  const source = sourceOfReports('clamav', [malwareRun(1)])
  await expect(storeIn(reader.url, source)).rejects.toThrow(
    /cannot be written: the account in its address may not do so \(.*denied.*secdash_import_turn.*\); name the one/,
  )
})
