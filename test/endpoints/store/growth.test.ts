// A log that is stored while its scan goes on, and again when it has grown: what becomes of what the
// part had found.
import type { Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { WritableTables } from '../../../src/database/schema/import-tables.ts'
import type { Report } from '../../../src/importers/report.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import {
  hit,
  malwareRun,
  march,
  OPTIONS,
  resolveRows,
  sourceOfReports,
  spans,
  storeIn,
  storeReports,
} from '../../support/stored.ts'

describe('what an open run has found', () => {
  const open = { status: 'incomplete', complete: false, open: true, startedAt: null } as const
  const at = (day: number, hours = 0) => ({
    fallback: { at: march(day) + hours * 3600, from: 'file' } as const,
  })
  const detections = ({ db }: TestDatabase) =>
    db
      .selectFrom('malware_detections')
      .select(['file_path', 'resolved_at'])
      .orderBy('file_path')
      .orderBy('detection_id')
      .execute()
  /** A person does, of the only detection of that file. */
  const resolveIn = async (
    database: TestDatabase,
    path: string,
    hour = '2026-03-06 00',
    reopen = false,
  ) => {
    const rows = await database.db
      .selectFrom('malware_detections')
      .select('detection_id')
      .where('file_path', '=', path)
      .execute()
    const ids = rows.map(({ detection_id }) => detection_id)
    const decision = { kind: 'detection', ids, reopen, by: 'me', note: '' } as const
    await resolveRows(database.url, { ...decision, at: `${hour}:00:00` })
  }
  const begun = async () => {
    const database = await temporaryDatabase('all')
    const part = [hit('/a'), hit('/lo'), malwareRun(1, open)]
    await storeReports(database, 'clamav', part, at(5), 'a lo')
    return database
  }

  it('is not found again in a copy of its log, behind a run with a date, whatever its name and time', async () => {
    const database = await temporaryDatabase('all')
    const log = sourceOfReports('clamav', [malwareRun(4), hit('/a'), malwareRun(1, open)])
    const storeAt = (day: number, name: string) =>
      storeIn(database.url, { ...log, name }, { ...OPTIONS, ...at(day) })
    await storeAt(5, 'scan.log')
    await resolveIn(database, '/a')
    expect(await storeAt(9, 'of-march.txt')).toMatchObject({ known: true })
    expect(await detections(database)).toEqual([
      { file_path: '/a', resolved_at: '2026-03-06 00:00:00' },
    ])
  })

  it.each([
    ['with a date', malwareRun(1)],
    ['without one', malwareRun(1, open)],
  ])('is taken back where the whole, %s, has it not', async (_, run) => {
    const database = await begun()
    const whole = [hit('/a'), hit('/long'), run]
    const { runs } = await storeReports(database, 'clamav', whole, at(6), 'a long end')
    expect(runs).toMatchObject([{ newDetections: 1, knownDetections: 1, withdrawn: 1 }])
    expect((await detections(database)).map(({ file_path }) => file_path)).toEqual(['/a', '/long'])
    const seen = await (database.db as unknown as Kysely<WritableTables>)
      .selectFrom('secdash_import_detections')
      .select('detection_id')
      .execute()
    expect(seen).toHaveLength(2)
  })

  const datesOf = ({ db }: TestDatabase) =>
    db.selectFrom('malware_detections').select(['file_path', 'detected_at']).execute()

  it.each([
    // Its file was written after the scan had begun.
    ['earlier', [], 1, '2026-03-01 12:00:00'],
    // It is dated by the end of the run before it.
    ['later, behind another run', [malwareRun(4)], 6, '2026-03-06 12:00:00'],
    // Dated by its end, or a new file that begins alike: it was found by then.
    ['later', [], 6, '2026-03-05 12:00:00'],
  ] as const)(
    'has the right date where that of the whole is %s',
    async (_, before, day, detected_at) => {
      const database = await temporaryDatabase('all')
      const part = [...before, hit('/a'), hit('/lo'), malwareRun(1, open)]
      await storeReports(database, 'clamav', part, at(5), 'a lo')
      const whole = [...before, hit('/a'), hit('/lo'), malwareRun(day)]
      await storeReports(database, 'clamav', whole, {}, 'a lo: all')
      expect(await datesOf(database)).toEqual([
        { file_path: '/a', detected_at },
        { file_path: '/lo', detected_at },
      ])
    },
  )

  it('stays where another scan has found it as well, or a person has resolved it', async () => {
    const database = await begun()
    await storeReports(database, 'clamav', [hit('/lo'), malwareRun(7)], {}, 'other')
    await resolveIn(database, '/a')
    const { runs } = await storeReports(database, 'clamav', [malwareRun(1)], {}, 'a lot else')
    expect(runs).toMatchObject([{ newDetections: 0, knownDetections: 0 }])
    expect(runs[0]).not.toHaveProperty('withdrawn')
    expect(await detections(database)).toEqual([
      { file_path: '/a', resolved_at: '2026-03-06 00:00:00' },
      { file_path: '/lo', resolved_at: null },
    ])
  })

  it('stays where a person has reopened it', async () => {
    const database = await begun()
    await resolveIn(database, '/lo')
    await resolveIn(database, '/lo', '2026-03-06 01', true)
    const whole = [hit('/a'), hit('/long'), malwareRun(1)]
    const { runs } = await storeReports(database, 'clamav', whole, {}, 'a long end')
    expect(runs).not.toMatchObject([{ withdrawn: expect.anything() }])
    const paths = (await detections(database)).map(({ file_path }) => file_path)
    expect(paths).toEqual(['/a', '/lo', '/long'])
  })

  it('stays where the run began before a person resolved what was found earlier', async () => {
    const database = await temporaryDatabase('all')
    await storeReports(database, 'clamav', [hit('/a'), malwareRun(1)], {}, 'of before')
    // That another scan has seen it last is no reason to take it for that one, either.
    await storeReports(database, 'clamav', [hit('/a'), malwareRun(4)], {}, 'of between')
    await resolveIn(database, '/a')
    await storeReports(database, 'clamav', [hit('/a'), malwareRun(7, open)], at(7), 'a')
    const { runs } = await storeReports(database, 'clamav', [hit('/a'), malwareRun(3)], {}, 'a end')
    expect(runs).toMatchObject([{ newDetections: 0, knownDetections: 1 }])
    expect(runs[0]).not.toHaveProperty('withdrawn')
    expect(await detections(database)).toEqual([
      { file_path: '/a', resolved_at: '2026-03-06 00:00:00' },
      { file_path: '/a', resolved_at: null },
    ])
  })

  it('stays resolved while the run goes on, and its file has later times', async () => {
    const database = await begun()
    await resolveIn(database, '/a', '2026-03-05 13')
    const many = Array.from({ length: 600 }, (_, index) => hit(`/many/${index}`))
    for (const [hour, rest] of [' c', ' c, and on'].entries()) {
      const longer = [
        hit('/a'),
        hit('/lo'),
        ...many,
        hit('/a'),
        malwareRun(1, { ...open, files: hour }),
      ]
      await storeReports(database, 'clamav', longer, at(5, hour + 2), `a lo${rest}`)
    }
    const active = (await detections(database)).filter(({ resolved_at }) => resolved_at === null)
    expect(active.map(({ file_path }) => file_path)).not.toContain('/a')
    expect(active).toHaveLength(601)
  })

  it('stays resolved where another scan has found it before a person resolved it', async () => {
    const database = await begun()
    const between = malwareRun(5, { startedAt: march(5) + 1800 })
    await storeReports(database, 'clamav', [hit('/a'), between], {}, 'other')
    await resolveIn(database, '/a', '2026-03-05 13')
    const longer = [hit('/a'), hit('/lo'), malwareRun(1, { ...open, files: 11 })]
    const { runs } = await storeReports(database, 'clamav', longer, at(5, 2), 'a lo c')
    expect(runs).toMatchObject([{ newDetections: 0, knownDetections: 2 }])
    expect(await detections(database)).toEqual([
      { file_path: '/a', resolved_at: '2026-03-05 13:00:00' },
      { file_path: '/lo', resolved_at: null },
    ])
  })

  it.each([
    ['with a date', malwareRun(1)],
    ['without one', malwareRun(1, open)],
  ])('is taken back where two parts had it, and the whole, %s, has it not', async (_, run) => {
    const database = await begun()
    const longer = [hit('/a'), hit('/lo'), malwareRun(1, { ...open, files: 11 })]
    await storeReports(database, 'clamav', longer, at(5, 1), 'a lon')
    const whole = [hit('/a'), hit('/long'), run]
    const { runs } = await storeReports(database, 'clamav', whole, at(6), 'a long end')
    expect(runs).toMatchObject([{ newDetections: 1, knownDetections: 1, withdrawn: 1 }])
    expect((await detections(database)).map(({ file_path }) => file_path)).toEqual(['/a', '/long'])
  })

  it.each([
    ['before the first part', -1],
    ['between the parts', 0.5],
  ])('stays where two parts had it, and a late report of a scan %s', async (_, hours) => {
    const database = await begun()
    const longer = [hit('/a'), hit('/lo'), malwareRun(1, { ...open, files: 11 })]
    await storeReports(database, 'clamav', longer, at(5, 1), 'a lon')
    const late = malwareRun(5, { startedAt: march(5) + hours * 3600 })
    await storeReports(database, 'clamav', [hit('/lo'), late], {}, 'late')
    const whole = [hit('/a'), hit('/long'), malwareRun(1, open)]
    await storeReports(database, 'clamav', whole, at(6), 'a long end')
    const paths = (await detections(database)).map(({ file_path }) => file_path)
    expect(paths).toEqual(['/a', '/lo', '/long'])
  })

  it.each([
    ['stays resolved where the whole is dated by its end, on the same day', 5, true, []],
    ['is found again where the whole is dated by its end, on another day', 6, true, ['/a']],
    [
      'is found again by a scan that began after that, in a file that begins alike',
      5,
      false,
      ['/a'],
    ],
  ])('%s', async (_, day, isDatedByEnd, active) => {
    const database = await begun()
    await resolveIn(database, '/a', '2026-03-05 13')
    const whole = [hit('/a'), malwareRun(1, { startedAt: march(day) + 7200, isDatedByEnd })]
    const { runs } = await storeReports(database, 'clamav', whole, {}, 'a lo: the end')
    expect(runs).toMatchObject([{ newDetections: active.length, withdrawn: 1 }])
    const left = (await detections(database)).filter(({ resolved_at }) => resolved_at === null)
    expect(left.map(({ file_path }) => file_path)).toEqual(active)
  })

  it('stays resolved where the whole, behind another run, is dated by its end', async () => {
    const database = await temporaryDatabase('all')
    const before = malwareRun(4, { isDatedByEnd: true })
    await storeReports(database, 'yara', [before, hit('/a'), malwareRun(1, open)], at(5), 'a')
    await resolveIn(database, '/a', '2026-03-05 13')
    const whole = malwareRun(1, { startedAt: march(5) + 7200, isDatedByEnd: true })
    await storeReports(database, 'yara', [before, hit('/a'), whole], {}, 'a end')
    expect(await detections(database)).toEqual([
      { file_path: '/a', resolved_at: '2026-03-05 13:00:00' },
    ])
  })

  it('stays resolved where the whole was killed, behind another run and before the next', async () => {
    const database = await temporaryDatabase('all')
    const before = malwareRun(4)
    await storeReports(database, 'clamav', [before, hit('/a'), malwareRun(1, open)], at(5), 'a')
    await resolveIn(database, '/a', '2026-03-05 13')
    const killed = malwareRun(4, { ...open, open: false, startedAt: march(4), isDatedByLast: true })
    const whole = [before, hit('/a'), hit('/new'), killed, malwareRun(7)]
    const { runs } = await storeReports(database, 'clamav', whole, {}, 'a, and on')
    expect(runs[1]).toMatchObject({ newDetections: 1, knownDetections: 1 })
    expect(await detections(database)).toEqual([
      { file_path: '/a', resolved_at: '2026-03-05 13:00:00' },
      { file_path: '/new', resolved_at: null },
    ])
  })

  it('begins when the one before it ended, though the whole is dated before that', async () => {
    const database = await temporaryDatabase('all')
    const before = [hit('/a'), malwareRun(2)]
    await storeReports(database, 'clamav', before, {}, 'a')
    await resolveIn(database, '/a', '2026-03-04 00')
    await storeReports(
      database,
      'clamav',
      [...before, hit('/a'), malwareRun(1, open)],
      at(6),
      'a, b',
    )
    const killed = malwareRun(2, { ...open, open: false, startedAt: march(2), isDatedByLast: true })
    const whole = [...before, hit('/a'), killed, malwareRun(7)]
    await storeReports(database, 'clamav', whole, {}, 'a, b, c')
    expect(await spans(database)).toEqual([
      { detected_at: '2026-03-02 12:00:00', resolved_at: '2026-03-04 00:00:00' },
      { detected_at: '2026-03-04 00:00:00', resolved_at: null },
    ])
  })

  it('is not taken for what a later scan has found, so that this proved it gone', async () => {
    const database = await temporaryDatabase('all')
    const scope = { scope: ['/srv'] }
    const found = hit('/srv/x')
    const part = [malwareRun(2), found, malwareRun(1, open)]
    await storeReports(database, 'clamav', part, { ...scope, ...at(3) }, 'a')
    await resolveIn(database, '/srv/x', '2026-03-04 00')
    const killed = malwareRun(2, { ...open, open: false, startedAt: march(2), isDatedByLast: true })
    const log = [malwareRun(2), found, killed, found, killed, found, malwareRun(6)]
    await storeReports(database, 'clamav', log, scope, 'a, b')
    const next = malwareRun(7, { ...open, open: false, startedAt: march(7) })
    const { runs } = await storeReports(database, 'clamav', [...log, next], scope, 'a, b, c')
    expect(runs.map((it) => it.kind === 'malware' && it.resolvedDetections)).toEqual([
      0, 0, 0, 0, 0,
    ])
    expect((await detections(database)).filter((it) => it.resolved_at === null)).toHaveLength(1)
  })

  it('stays resolved on another day where another run is written behind it', async () => {
    const database = await begun()
    await resolveIn(database, '/a')
    const killed = malwareRun(7, { ...open, open: false, startedAt: march(7), isDatedByEnd: true })
    const whole = [hit('/a'), hit('/lo'), killed, malwareRun(7)]
    const { runs } = await storeReports(database, 'clamav', whole, {}, 'a lo, and on')
    expect(runs).toMatchObject([{ newDetections: 0, knownDetections: 2 }, { newDetections: 0 }])
    expect(await detections(database)).toEqual([
      { file_path: '/a', resolved_at: '2026-03-06 00:00:00' },
      { file_path: '/lo', resolved_at: null },
    ])
  })

  it('is found again in a file of another day, which may be a new one that begins alike', async () => {
    const database = await begun()
    await resolveIn(database, '/a')
    const longer = [hit('/a'), hit('/lo'), hit('/new'), malwareRun(1, open)]
    const { runs } = await storeReports(database, 'clamav', longer, at(7), 'a lo, and new')
    expect(runs).toMatchObject([{ newDetections: 2, knownDetections: 1 }])
    expect(await detections(database)).toEqual([
      { file_path: '/a', resolved_at: '2026-03-06 00:00:00' },
      { file_path: '/a', resolved_at: null },
      { file_path: '/lo', resolved_at: null },
      { file_path: '/new', resolved_at: null },
    ])
  })
})

it('a run that reads like the one before it did when it was the last is another one', async () => {
  const database = await temporaryDatabase('all')
  const killed = { status: 'incomplete', complete: false } as const
  const last = [hit('/a'), malwareRun(1, { ...killed, open: true })]
  await storeReports(database, 'clamav', last, {}, 'a')
  const runs = [hit('/a'), malwareRun(1, killed), ...last]
  const stored = await storeReports(database, 'clamav', runs, {}, 'a a')
  expect(stored.runs).toMatchObject([{ known: false }, { known: false }])
  const scans = await database.db.selectFrom('malware_scans').select('scan_id').execute()
  expect(scans).toHaveLength(2)
  expect(await storeReports(database, 'clamav', runs, {}, 'a a')).toMatchObject({ known: true })
})

it.each([
  ['and a run before it has a date', malwareRun(1), ['clean', 'infected']],
  // Every log may begin so.
  ['but not where nothing before it has one', malwareRun(1, { startedAt: null }), undefined],
])('a run without a date goes on in a log that was rotated since, %s', async (_, before, whole) => {
  const database = await temporaryDatabase('all')
  const storeLog = (name: string, content: string, ...reports: Report[]) =>
    storeIn(database.url, { ...sourceOfReports('clamav', reports, content), name }, OPTIONS)
  const part = malwareRun(1, { status: 'incomplete', complete: false, open: true, startedAt: null })
  await storeLog('scan.log', 'first: a lo', before, hit('/a'), hit('/lo'), part)
  const ended = malwareRun(2, { status: 'infected', infections: 2 })
  await storeLog('scan.log.1', 'first: a long', before, hit('/a'), hit('/long'), ended)
  const scans = await database.db
    .selectFrom('malware_scans')
    .select('status')
    .orderBy('scan_id')
    .execute()
  const statuses = scans.map(({ status }) => status)
  if (whole === undefined) expect(statuses).toContain('incomplete')
  else expect(statuses).toEqual(whole)
})

it('what a log finds again, by a clock that is minutes ahead, after a person resolved it, is open', async () => {
  const database = await temporaryDatabase('all')
  const { now } = OPTIONS
  const [first, again] = [hit('/a', { at: now - 1200 }), hit('/a', { at: now + 120 })]
  const day = { startedAt: now - 1200, status: 'infected', complete: false, open: true } as const
  await storeReports(database, 'clamav', [first, malwareRun(1, day)], {}, 'a')
  const { detection_id } = await database.db
    .selectFrom('malware_detections')
    .select('detection_id')
    .executeTakeFirstOrThrow()
  await resolveRows(database.url, {
    kind: 'detection',
    ids: [detection_id],
    reopen: false,
    by: 'me',
    note: '',
    at: '2026-05-31 23:50:00',
  })
  const { runs } = await storeReports(
    database,
    'clamav',
    [first, again, malwareRun(1, day)],
    {},
    'a a',
  )
  expect(runs).toMatchObject([{ newDetections: 1 }])
  expect(await spans(database)).toEqual([
    { detected_at: '2026-05-31 23:40:00', resolved_at: '2026-05-31 23:50:00' },
    { detected_at: '2026-06-01 00:02:00', resolved_at: null },
  ])
})

it('a run goes on in a log that was rotated since, where its date is in the log', async () => {
  const database = await temporaryDatabase('all')
  const storeLog = (name: string, content: string, ...reports: Report[]) =>
    storeIn(database.url, { ...sourceOfReports('clamav', reports, content), name }, OPTIONS)
  const day = (infections: number) =>
    malwareRun(3, { status: 'infected', infections, complete: false, open: true })
  await storeLog('clamd.log', 'a', hit('/a'), day(1))
  await storeLog('clamd.log', 'd', hit('/d'), malwareRun(4))
  const { runs } = await storeLog('clamd.log.1', 'a b', hit('/a'), hit('/b'), day(2))
  expect(runs).toMatchObject([{ newDetections: 1, knownDetections: 1 }])
  const scans = await database.db
    .selectFrom('malware_scans')
    .select(['scan_date', 'infections_found'])
    .orderBy('scan_date')
    .execute()
  expect(scans).toEqual([
    { scan_date: '2026-03-03 12:00:00', infections_found: 2 },
    { scan_date: '2026-03-04 12:00:00', infections_found: 0 },
  ])
})
