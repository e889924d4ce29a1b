import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import {
  IMPORT_TABLE_NAMES,
  type WritableTables,
} from '../../../src/database/schema/import-tables.ts'
import { TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import type { Report } from '../../../src/importers/report.ts'
import type { StoreOptions } from '../../../src/store/options.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import {
  complianceRun,
  finding,
  hit,
  malwareRun,
  march,
  OPTIONS,
  sourceOfReports,
  spans,
  storeIn,
  storeReports,
} from '../../support/stored.ts'

/** Every row of every table, but for who took a turn. */
async function allRows({ db }: TestDatabase): Promise<unknown> {
  const tables = [...TABLE_NAMES, ...IMPORT_TABLE_NAMES].filter(
    (it) => it !== 'secdash_import_turn',
  )
  const rows: Record<string, unknown> = {}
  for (const table of tables)
    rows[table] = await db
      .selectFrom(table as never)
      .selectAll()
      .execute()
  return rows
}

const first = [hit('/a'), malwareRun(1, { status: 'infected', infections: 1 })]
const second = [hit('/a'), hit('/b'), malwareRun(2, { status: 'infected', infections: 2 })]

/** From when to when each detection was active. */
const NAMELESS: readonly [tool: string, reports: readonly Report[]][] = [
  ['docker-bench', [finding('5.1'), complianceRun(1, { host: null })]],
  ['clamav', [malwareRun(1, { host: null })]],
]

it.each(NAMELESS)(
  'the same bytes of %s on another machine are of another server',
  async (tool, reports) => {
    const database = await temporaryDatabase('all')
    const on = async (thisMachine: string) =>
      (await storeReports(database, tool, reports, { thisMachine })).runs.map(({ known }) => known)
    expect(await on('web-01')).toEqual([false])
    expect(await on('web-02')).toEqual([false])
    const before = await allRows(database)
    for (const machine of ['web-01', 'web-02']) expect(await on(machine)).toEqual([])
    expect(await allRows(database)).toEqual(before)
  },
)

it('the same bytes read by another tool are another report, whichever came first', async () => {
  const reports = [finding('1'), complianceRun(1)]
  for (const tools of [
    ['prowler', 'securityhub'],
    ['securityhub', 'prowler'],
  ]) {
    const database = await temporaryDatabase('all')
    const stored = async (tool: string) => (await storeReports(database, tool, reports)).known
    expect([await stored(tools[0] ?? ''), await stored(tools[1] ?? '')]).toEqual([false, false])
    expect([await stored(tools[0] ?? ''), await stored(tools[1] ?? '')]).toEqual([true, true])
  }
})

it('of a file with hosts and without, what is of this machine is known on no other', async () => {
  const database = await temporaryDatabase('all')
  const ours = malwareRun(1, { host: null })
  const on = async (thisMachine: string, ...reports: Report[]) =>
    (await storeReports(database, 'rkhunter', reports, { thisMachine })).runs.map((it) => it.known)
  await on('web-01', ours)
  expect(await on('web-01', ours, malwareRun(2))).toEqual([true, false])
  expect(await on('web-02', ours, malwareRun(2))).toEqual([false, true])
})

it('the same posture is known on every machine', async () => {
  const database = await temporaryDatabase('all')
  const components = { compliance: 1, redteam: 2, incident: 3, monitoring: 4 }
  const report: Report = {
    kind: 'posture',
    recordedAt: march(1),
    ...components,
    controlsImplemented: 0,
    controlsTotal: 0,
    incidents: { critical: 0, high: 0, medium: 0, low: 0 },
  }
  await storeReports(database, 'posture', [report], { thisMachine: 'web-01' })
  const again = await storeReports(database, 'posture', [report], { thisMachine: 'web-02' })
  expect(again).toEqual({ known: true, runs: [] })
})

it('a run whose beginning was cut off since is known by its end', async () => {
  const database = await temporaryDatabase('all')
  const totals = { infections: 2, files: 79, seconds: 11 }
  const infected = { scanType: 'maldet', status: 'infected', ...totals } as const
  const startedAt = march(1) + 14
  await storeReports(database, 'maldet', [
    hit('/a'),
    hit('/b'),
    malwareRun(1, { ...infected, startedAt }),
  ])
  const before = await allRows(database)
  const rest = { ...infected, infections: 1, startedAt: march(1), beganBy: startedAt + 7 }
  const stored = (more: object) =>
    storeReports(database, 'maldet', [hit('/b'), malwareRun(1, { ...rest, ...more })])
  expect(await stored({})).toMatchObject({ known: true, runs: [{ known: true }] })
  expect(await allRows(database)).toEqual(before)
  for (const other of [
    { startedAt: startedAt + 1 },
    { beganBy: startedAt - 1 },
    { files: 80 },
    { seconds: 12 },
    { infections: 3 },
    { host: 'web02' },
    { scanType: 'clamav' },
  ]) {
    expect(await stored(other), JSON.stringify(other)).toMatchObject({ runs: [{ known: false }] })
  }
})

it('the rest of a run is not taken for another run of that minute with the same totals', async () => {
  const database = await temporaryDatabase('all')
  const rest = (pid: number) =>
    malwareRun(1, {
      ...{ scanType: 'maldet', status: 'infected', infections: 1, files: 79, seconds: 11 },
      ...{ startedAt: march(1), beganBy: march(1) + 20 },
      summary: { scan_id: `260301-1200.${pid}` },
    })
  const both = [hit('/a'), rest(50), hit('/b'), rest(51)]
  expect((await storeReports(database, 'maldet', both)).runs).toMatchObject([
    { known: false, newDetections: 1 },
    { known: false, newDetections: 1 },
  ])
})

it('the rest of a run is known where the whole stands before it in the same file', async () => {
  const database = await temporaryDatabase('all')
  const totals = { infections: 2, files: 79, seconds: 11, summary: { scan_id: '260301-1200.50' } }
  const infected = { scanType: 'maldet', status: 'infected', ...totals } as const
  const startedAt = march(1) + 14
  const whole = [hit('/a'), hit('/b'), malwareRun(1, { ...infected, startedAt })]
  const rest = malwareRun(1, { ...infected, infections: 1, beganBy: startedAt + 7 })
  const { runs } = await storeReports(database, 'maldet', [...whole, hit('/b'), rest])
  expect(runs).toMatchObject([{ known: false }, { known: true, date: '2026-03-01 12:00:14' }])
  const scans = await database.db.selectFrom('malware_scans').select('infections_found').execute()
  expect(scans).toEqual([{ infections_found: 2 }])
})

it('the rest of a run that was never stored is stored once, however much of it is cut off', async () => {
  const database = await temporaryDatabase('all')
  const rest = (infections: number, seconds: number) =>
    storeReports(database, 'maldet', [
      ...['/a', '/b'].slice(-infections).map((path) => hit(path)),
      malwareRun(1, {
        ...{ status: 'infected', infections, files: 79, seconds: 11 },
        ...{ startedAt: march(1), beganBy: march(1) + seconds },
      }),
    ])
  expect(await rest(2, 20)).toMatchObject({ known: false })
  const before = await allRows(database)
  expect(await rest(1, 22)).toMatchObject({ known: true })
  expect(await allRows(database)).toEqual(before)
})

it('storing the same file again changes nothing', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', first)
  const before = await allRows(database)
  expect(await storeReports(database, 'clamav', first)).toEqual({ known: true, runs: [] })
  expect(await allRows(database)).toEqual(before)
})

it('storing the same runs from another file changes nothing', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', first, {}, 'one')
  const before = await allRows(database)
  const stored = await storeReports(database, 'clamav', first, {}, 'two')
  expect(stored).toMatchObject({ known: true, runs: [{ known: true }] })
  expect(await allRows(database)).toEqual(before)
})

it('a log that has grown adds only its new runs', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', first)
  const stored = await storeReports(database, 'clamav', [...first, ...second])
  expect(stored.runs).toMatchObject([
    { known: true },
    { known: false, newDetections: 1, knownDetections: 1 },
  ])
  expect(await database.db.selectFrom('malware_scans').select('scan_date').execute()).toHaveLength(
    2,
  )
})

it('a run is the same where the rest of the log has cast doubt on its end', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'yara', [malwareRun(1)])
  const grown = [malwareRun(1, { complete: false }), malwareRun(2, { complete: false })]
  const stored = await storeReports(database, 'yara', grown)
  expect(stored.runs).toMatchObject([{ known: true }, { known: false }])
})

it('two equal runs in one log are two runs, and stay two', async () => {
  const database = await temporaryDatabase('all')
  const run = malwareRun(1, { startedAt: null })
  await storeReports(database, 'clamav', [run, run])
  await storeReports(database, 'clamav', [run, run, run])
  await storeReports(database, 'clamav', [run, run])
  expect(await database.db.selectFrom('malware_scans').select('scan_id').execute()).toHaveLength(3)
})

it('what a person resolved stays resolved when the same file comes again', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', first)
  await database.db
    .updateTable('malware_detections')
    .set({ resolved_at: '2026-03-01 13:00:00' })
    .execute()
  const before = await allRows(database)
  await storeReports(database, 'clamav', first, {}, 'another file')
  expect(await allRows(database)).toEqual(before)
})

it('what was resolved and is found again is a new detection', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', first)
  await database.db
    .updateTable('malware_detections')
    .set({ resolved_at: '2026-03-01 13:00:00' })
    .execute()
  await storeReports(database, 'clamav', second)
  const rows = await database.db
    .selectFrom('malware_detections')
    .select(['file_path', 'resolved_at'])
    .orderBy('detection_id')
    .execute()
  expect(rows.map((it) => [it.file_path, it.resolved_at])).toEqual([
    ['/a', '2026-03-01 13:00:00'],
    ['/a', null],
    ['/b', null],
  ])
})

it('an old report that comes late finds the detection of its time, and dates it back', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', [hit('/a'), malwareRun(5)])
  await storeReports(database, 'clamav', [hit('/a'), malwareRun(1)])
  await database.db
    .updateTable('malware_detections')
    .set({ resolved_at: '2026-03-06 12:00:00' })
    .execute()
  await storeReports(database, 'clamav', [hit('/a'), malwareRun(3)])
  expect(await spans(database)).toEqual([
    { detected_at: '2026-03-01 12:00:00', resolved_at: '2026-03-06 12:00:00' },
  ])
})

it('an old report that comes late leaves the detection alone that began after a clean scan', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', [hit('/a'), malwareRun(1)])
  await storeReports(database, 'clamav', [malwareRun(10)], { scope: ['/'] })
  await storeReports(database, 'clamav', [hit('/a'), malwareRun(20)])
  const before = await spans(database)
  expect(before).toEqual([
    { detected_at: '2026-03-01 12:00:00', resolved_at: '2026-03-10 12:00:00' },
    { detected_at: '2026-03-20 12:00:00', resolved_at: null },
  ])
  const late = await storeReports(database, 'clamav', [hit('/a'), malwareRun(5)])
  expect(late.runs).toMatchObject([{ newDetections: 0, knownDetections: 1 }])
  expect(await spans(database)).toEqual(before)
})

it('a file is stored again when its rows were deleted meanwhile', async () => {
  const database = await temporaryDatabase('all')
  const reports = [finding('A-1'), complianceRun(1)]
  await storeReports(database, 'lynis', reports)
  await database.db.deleteFrom('compliance_scans').execute()
  expect(await storeReports(database, 'lynis', reports)).toMatchObject({
    known: false,
    runs: [{ known: false }],
  })
  expect(await database.db.selectFrom('compliance_findings').select('check_id').execute()).toEqual([
    { check_id: 'A-1' },
  ])
})

it('an open run gives way to the whole of it when the log has grown', async () => {
  const database = await temporaryDatabase('all')
  const part = malwareRun(1, { status: 'incomplete', startedAt: null, complete: false, open: true })
  const whole = malwareRun(1, { status: 'infected', infections: 2, files: 90 })
  // Later than what the whole says of itself: it saw its hits last, until it is gone.
  const fallback = { at: march(20), from: 'file' } as const
  await storeReports(database, 'clamav', [...first, hit('/x'), part], { fallback }, 'log: begun')
  await storeReports(
    database,
    'clamav',
    [...first, hit('/x'), hit('/y'), whole],
    {},
    'log: begun, and ended',
  )
  const scans = await database.db
    .selectFrom('malware_scans')
    .selectAll()
    .orderBy('scan_id')
    .execute()
  expect(scans.map(({ status }) => status)).toEqual(['infected', 'infected'])
  const rows = await database.db
    .selectFrom('malware_detections')
    .select(['file_path', 'scan_id'])
    .orderBy('file_path')
    .execute()
  expect(rows).toEqual([
    { file_path: '/a', scan_id: scans[0]?.scan_id },
    { file_path: '/x', scan_id: scans[1]?.scan_id },
    { file_path: '/y', scan_id: scans[1]?.scan_id },
  ])
  // Where each comes from, and who saw it last: the run of the whole, as the part is gone.
  const seen = await (database.db as unknown as Kysely<WritableTables>)
    .selectFrom('secdash_import_detections as seen')
    .innerJoin('malware_detections as it', 'it.detection_id', 'seen.detection_id')
    .innerJoin('secdash_import_runs as first', 'first.run_id', 'seen.first_run_id')
    .innerJoin('secdash_import_runs as last', 'last.run_id', 'seen.last_run_id')
    .select(['it.file_path', 'first.row_id as first', 'last.row_id as last'])
    .orderBy('it.file_path')
    .execute()
  expect(seen).toEqual(
    rows.map(({ file_path, scan_id }) => ({ file_path, first: scan_id, last: scan_id })),
  )
})

it('a killed run at the end of one log stays when another log begins alike', async () => {
  const database = await temporaryDatabase('all')
  const killed = malwareRun(1, {
    status: 'incomplete',
    startedAt: null,
    complete: false,
    open: true,
  })
  await storeReports(database, 'clamav', [killed], {}, 'monday')
  await storeReports(database, 'clamav', [malwareRun(2)], {}, 'tuesday: all of it')
  const scans = await database.db
    .selectFrom('malware_scans')
    .select('status')
    .orderBy('scan_id')
    .execute()
  expect(scans.map(({ status }) => status)).toEqual(['incomplete', 'clean'])
})

it.each([
  ['another server', { server: 'web-02' }, 'scan.log'],
  ['another name', { server: 'web-01' }, 'tuesday.log'],
])('a killed run stays when a log of %s begins with the same bytes', async (_, options, name) => {
  const database = await temporaryDatabase('all')
  const killed = malwareRun(1, {
    status: 'incomplete',
    startedAt: null,
    complete: false,
    open: true,
  })
  const storeLog = (log: string, run: Report, content: string, more: Partial<StoreOptions>) =>
    storeIn(
      database.url,
      { ...sourceOfReports('clamav', [run], content), name: log },
      { ...OPTIONS, ...more },
    )
  await storeLog('scan.log', killed, '-----', { server: 'web-01' })
  await storeLog(name, malwareRun(2), '----- and all the rest', options)
  const scans = await database.db
    .selectFrom('malware_scans')
    .select('status')
    .orderBy('scan_id')
    .execute()
  expect(scans.map(({ status }) => status)).toEqual(['incomplete', 'clean'])
})

it('where each row comes from is recorded', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', first)
  const rows = (await allRows(database)) as Record<string, object[]>
  expect(rows['secdash_imports']).toMatchObject([
    {
      tool: 'clamav',
      tool_version: '1.4.6',
      source_name: 'report.log',
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      size_bytes: first.map((it) => `${JSON.stringify(it)}\n`).join('').length,
      imported_at: '2026-06-01 00:00:00',
    },
  ])
  const [scan] = rows['malware_scans'] as { scan_id: number }[]
  const [detection] = rows['malware_detections'] as { detection_id: number }[]
  const [file] = rows['secdash_imports'] as { import_id: number }[]
  const [run] = rows['secdash_import_runs'] as { run_id: number }[]
  expect(run).toMatchObject({
    import_id: file?.import_id,
    position: 0,
    kind: 'malware',
    tool: 'clamav',
    server_name: 'web01',
    row_id: scan?.scan_id,
  })
  expect(rows['secdash_import_detections']).toMatchObject([
    { detection_id: detection?.detection_id, first_run_id: run?.run_id, last_run_id: run?.run_id },
  ])
})

const undated = malwareRun(1, { startedAt: null })
const onDay = (day: number, hour = 0) => ({
  fallback: { at: march(day) + 3600 * hour, from: 'file' as const },
})

it('a report without a date is the same on the same day, and another one on another', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', [undated], onDay(1))
  const again = await storeReports(database, 'clamav', [undated], onDay(1, 2))
  expect(again.known).toBe(true)
  const next = await storeReports(database, 'clamav', [undated], onDay(2))
  expect(next).toMatchObject({ known: false, runs: [{ known: false }] })
  expect(await database.db.selectFrom('malware_scans').select('scan_date').execute()).toHaveLength(
    2,
  )
})

it('in a log without dates that grows, each run is stored once, whatever the day', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', [undated], onDay(1))
  await storeReports(database, 'clamav', [undated, undated], onDay(2))
  await storeReports(database, 'clamav', [undated, undated, undated], onDay(3))
  const scans = await database.db.selectFrom('malware_scans').select('scan_date').execute()
  expect(scans.map(({ scan_date }) => scan_date.slice(8, 10))).toEqual(['01', '02', '03'])
})

/** One file with that many clean runs that all read the same. */
const storeLog = (database: TestDatabase, name: string, runs: number, day: number) => {
  const reports = Array.from({ length: runs }, () => undated)
  const source = { ...sourceOfReports('clamav', reports), name }
  return storeIn(database.url, source, { ...OPTIONS, ...onDay(day) })
}

const scanDays = async ({ db }: TestDatabase) =>
  (await db.selectFrom('malware_scans').select('scan_date').orderBy('scan_id').execute()).map(
    ({ scan_date }) => Number(scan_date.slice(8, 10)),
  )

it('a log without dates that was rotated has all its runs stored, like the one before it', async () => {
  const database = await temporaryDatabase('all')
  for (const day of [1, 2, 3, 4]) await storeLog(database, 'chk.log', day, day)
  for (const day of [5, 6, 7, 8]) await storeLog(database, 'chk.log', day - 4, day)
  expect(await scanDays(database)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  // The log of before, under its new name, and this one again: nothing is new.
  await storeLog(database, 'chk.log.1', 4, 4)
  await storeLog(database, 'chk.log', 4, 9)
  expect(await scanDays(database)).toHaveLength(8)
})

it('the first import of a rotated log without dates may find several runs in it', async () => {
  const database = await temporaryDatabase('all')
  await storeLog(database, 'chk.log', 4, 4)
  expect((await storeLog(database, 'chk.log', 2, 6)).known).toBe(false)
  expect((await storeLog(database, 'chk.log', 3, 7)).runs.map(({ known }) => known)).toEqual([
    true,
    true,
    false,
  ])
  expect(await scanDays(database)).toEqual([4, 4, 4, 4, 6, 6, 7])
})

it('a run without a date that a log got before its rotation is found in the rotated one', async () => {
  const database = await temporaryDatabase('all')
  await storeLog(database, 'chk.log', 2, 2)
  await storeLog(database, 'chk.log', 1, 4)
  for (const _ of ['once', 'again']) await storeLog(database, 'chk.log.1', 3, 3)
  await storeLog(database, 'chk.log', 2, 5)
  expect(await scanDays(database)).toEqual([2, 2, 4, 3, 5])
})

it.each([
  ['/var/log/chk-2026-03.log', '/var/log/chk-2026-04.log'],
  ['/var/log/host.log', '/var/log/jail.log'],
  ['/var/log/chk.log', '/var/log/chk2.log'],
])('what was stored of %s says nothing of %s, which begins alike', async (one, other) => {
  const database = await temporaryDatabase('all')
  await storeLog(database, one, 2, 2)
  await storeLog(database, other, 3, 8)
  expect(await scanDays(database)).toEqual([2, 2, 8, 8, 8])
  await storeLog(database, other, 4, 9)
  expect(await scanDays(database)).toHaveLength(6)
})

it.each([
  ['/var/log/chk.log', '/var/log/chk.log.1'],
  ['/var/log/chk.log', '/var/log/old/chk.log-20260308'],
  ['/var/log/chk.log', '/var/log/chk-20260308.log'],
  ['/srv/logs/chk.log', '/mnt/chk.log'],
  ['chkrootkit', 'chkrootkit_old'],
])('what was stored of %s is known in %s, as it is called by now', async (one, other) => {
  const database = await temporaryDatabase('all')
  await storeLog(database, one, 2, 2)
  await storeLog(database, other, 3, 8)
  expect(await scanDays(database)).toEqual([2, 2, 8])
})

it('a run without a date among dated ones is stored once while its log grows', async () => {
  const database = await temporaryDatabase('all')
  const log = [malwareRun(1), undated, malwareRun(2), malwareRun(3)]
  for (const length of [2, 3, 4]) {
    await storeReports(database, 'clamav', log.slice(0, length), onDay(length))
  }
  expect(await database.db.selectFrom('malware_scans').select('scan_id').execute()).toHaveLength(4)
})
