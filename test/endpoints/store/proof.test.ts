import { describe, expect, it } from 'vitest'
import type { MalwareRun, Report } from '../../../src/importers/report.ts'
import type { StoreOptions } from '../../../src/store/options.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import { hit, malwareRun, march, resolveRows, spans, storeReports } from '../../support/stored.ts'

const clean = (path: string): Report => ({ kind: 'clean-file', path })

/** A server on which /www/a and /www/sub/b and /home/c were found on the first of March. */
async function infectedServer(): Promise<TestDatabase> {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'clamav', [
    hit('/www/a'),
    hit('/www/sub/b'),
    hit('/home/c'),
    malwareRun(1, { status: 'infected', infections: 3 }),
  ])
  return database
}

const activePaths = async ({ db }: TestDatabase): Promise<string[]> => {
  const rows = await db
    .selectFrom('malware_detections')
    .select('file_path')
    .where('resolved_at', 'is', null)
    .execute()
  return rows.map(({ file_path }) => file_path).sort()
}

const ALL = ['/home/c', '/www/a', '/www/sub/b']

async function afterScan(
  records: readonly Report[],
  run: Partial<MalwareRun> = {},
  options: Partial<StoreOptions> = {},
  day = 2,
): Promise<string[]> {
  const database = await infectedServer()
  await storeReports(database, 'clamav', [...records, malwareRun(day, run)], options)
  return activePaths(database)
}

describe('a detection is resolved', () => {
  it('when that very file was scanned later and found clean', async () => {
    expect(await afterScan([clean('/www/a'), clean('/other')])).toEqual(['/home/c', '/www/sub/b'])
  })

  it('when it lies in a scope that was covered, and was not found again', async () => {
    expect(await afterScan([hit('/www/sub/b')], {}, { scope: ['/www'] })).toEqual([
      '/home/c',
      '/www/sub/b',
    ])
  })

  it('by a log that names its host with its domain and without', async () => {
    const database = await temporaryDatabase('all')
    const found = malwareRun(1, { host: 'web01', status: 'infected', infections: 1 })
    const { runs } = await storeReports(database, 'rkhunter', [
      hit('/www/a'),
      found,
      clean('/www/a'),
      malwareRun(2),
    ])
    expect(runs).toMatchObject([{ newDetections: 1 }, { resolvedDetections: 1 }])
    expect(runs[0]).not.toHaveProperty('isOfSeveral')
  })

  it('in each of several scopes', async () => {
    expect(await afterScan([], {}, { scope: ['/www/sub/', '/home'] })).toEqual(['/www/a'])
  })

  it('with the time of the scan, and a record of the proof', async () => {
    const database = await infectedServer()
    const stored = await storeReports(database, 'clamav', [clean('/www/a'), malwareRun(2)])
    expect(stored.runs).toMatchObject([{ resolvedDetections: 1 }])
    const { db } = database
    const rows = await db
      .selectFrom('malware_detections')
      .select(['detection_id', 'resolved_at'])
      .where('file_path', '=', '/www/a')
      .execute()
    expect(rows).toMatchObject([{ resolved_at: '2026-03-02 12:00:00' }])
    const scan = stored.runs[0]?.kind === 'malware' ? stored.runs[0].scanId : null
    expect(
      await db
        .selectFrom('secdash_resolutions' as never)
        .selectAll()
        .execute(),
    ).toMatchObject([
      {
        kind: 'detection',
        row_id: rows[0]?.detection_id,
        outcome: 'resolved',
        changed_at: '2026-03-02 12:00:00',
        changed_by: 'secdash import',
        note: `found clean by scan ${scan} (clamav, 2026-03-02 12:00:00)`,
      },
    ])
  })

  it('by a scope that is named only when the same report is imported again', async () => {
    const database = await infectedServer()
    await storeReports(database, 'clamav', [malwareRun(2)])
    expect(await activePaths(database)).toEqual(ALL)
    await storeReports(database, 'clamav', [malwareRun(2)], { scope: ['/www'] })
    expect(await activePaths(database)).toEqual(['/home/c'])
  })

  it.each([
    ['names it as clean', [clean('/www/a')], {}, ['/home/c', '/www/sub/b']],
    ['covered its folder', [], { scope: ['/www'] }, ['/home/c']],
  ])(
    'when the report that found it came late, and the newer one, which %s, comes again',
    async (_name, records, options, left) => {
      const database = await temporaryDatabase('all')
      const newer = [...records, malwareRun(2)]
      const older = [...ALL.map((path) => hit(path)), malwareRun(1, { status: 'infected' })]
      await storeReports(database, 'clamav', newer, options)
      await storeReports(database, 'clamav', older, options)
      expect(await activePaths(database)).toEqual(ALL)
      const again = await storeReports(database, 'clamav', newer, options)
      expect(await activePaths(database)).toEqual(left)
      expect(again).toMatchObject({ known: false, runs: [{ known: true }] })
      expect((await storeReports(database, 'clamav', newer, options)).known).toBe(true)
      const scans = await database.db.selectFrom('malware_scans').select('scan_id').execute()
      expect(scans).toHaveLength(2)
    },
  )

  it('also when there are more of them than one statement holds', async () => {
    const database = await temporaryDatabase('all')
    const hits = Array.from({ length: 5200 }, (_, index) => hit(`/www/${index}`))
    await storeReports(database, 'clamav', [...hits, malwareRun(1)])
    await storeReports(database, 'clamav', [malwareRun(2)], { scope: ['/www'] })
    expect(await activePaths(database)).toEqual([])
  })

  it('when only the cut last line of a log had it, and the log has grown since', async () => {
    const database = await temporaryDatabase('all')
    const cut = malwareRun(1, { status: 'incomplete', complete: false, open: true })
    const whole = malwareRun(1, { status: 'infected', infections: 2 })
    const scope = { scope: ['/www'] }
    await storeReports(database, 'yara', [hit('/www/a'), hit('/www/lo'), cut], scope, 'a lo')
    expect(await activePaths(database)).toEqual(['/www/a', '/www/lo'])
    const grown = [hit('/www/a'), hit('/www/long'), whole]
    await storeReports(database, 'yara', grown, scope, 'a long end')
    expect(await activePaths(database)).toEqual(['/www/a', '/www/long'])
  })
})

describe('a file that was found clean, and is infected again on the same day', () => {
  const hour = (hour: number) => march(3) + (hour - 12) * 3600
  const day = malwareRun(3, {
    startedAt: hour(8),
    status: 'infected',
    infections: 1,
    complete: false,
    open: true,
  })
  /** From when to when each detection was active. */
  const acted = ({ db }: TestDatabase) =>
    db
      .selectFrom('malware_detections')
      .select(['detected_at', 'resolved_at', 'action_taken'])
      .orderBy('detection_id')
      .execute()

  it('is a new detection', async () => {
    const database = await temporaryDatabase('all')
    const before = [hit('/a', { at: hour(8) }), hit('/a', { at: hour(9), action: 'cleaned' })]
    await storeReports(database, 'clamav', [...before, day], {}, 'log')
    await storeReports(database, 'clamav', [clean('/a'), malwareRun(3)])
    const later = [hit('/a', { at: hour(14) }), hit('/a', { at: hour(15) })]
    const stored = await storeReports(
      database,
      'clamav',
      [...before, ...later, day],
      {},
      'log grown',
    )
    expect(stored.runs).toMatchObject([{ newDetections: 1, knownDetections: 1 }])
    expect(await acted(database)).toEqual([
      {
        detected_at: '2026-03-03 08:00:00',
        resolved_at: '2026-03-03 12:00:00',
        action_taken: 'cleaned',
      },
      { detected_at: '2026-03-03 14:00:00', resolved_at: null, action_taken: 'none' },
    ])
  })

  it('was never clean where the log is stored first', async () => {
    const database = await temporaryDatabase('all')
    const all = [8, 14].map((it) => hit('/a', { at: hour(it) }))
    await storeReports(database, 'clamav', [...all, day])
    await storeReports(database, 'clamav', [clean('/a'), malwareRun(3)])
    expect(await acted(database)).toMatchObject([
      { detected_at: '2026-03-03 08:00:00', resolved_at: null },
    ])
  })

  it('is counted once, however often one run names it', async () => {
    const database = await temporaryDatabase('all')
    const often = Array.from({ length: 2_000 }, (_, i) => hit('/a', { at: hour(8) + i }))
    const first = await storeReports(database, 'clamav', [...often, day], {}, 'log')
    expect(first.runs).toMatchObject([{ newDetections: 1, knownDetections: 0 }])
    const again = await storeReports(
      database,
      'clamav',
      [...often, hit('/b'), day],
      {},
      'log grown',
    )
    expect(again.runs).toMatchObject([{ newDetections: 1, knownDetections: 1 }])
  })
})

describe('a detection stays active', () => {
  it('after an empty report without a scope', async () => {
    expect(await afterScan([])).toEqual(ALL)
  })

  it('when the scan was not complete, whatever it lists as clean', async () => {
    const cut = { status: 'incomplete', complete: false } as const
    expect(await afterScan([clean('/www/a')], cut, { scope: ['/'] })).toEqual(ALL)
  })

  it('when the report is older than the last time that it was found', async () => {
    const database = await infectedServer()
    await storeReports(database, 'clamav', [hit('/www/a'), malwareRun(9)])
    await storeReports(database, 'clamav', [clean('/www/a'), malwareRun(5)], { scope: ['/www'] })
    expect(await activePaths(database)).toEqual(['/home/c', '/www/a'])
  })

  it('when the scan began before it was found, though after the run that found it', async () => {
    const database = await temporaryDatabase('all')
    const hour = (it: number) => march(1) + 3600 * (it - 12)
    const found = [hit('/srv/a', { at: hour(1) }), hit('/srv/b', { at: hour(14) })]
    await storeReports(database, 'clamav', [
      ...found,
      malwareRun(1, { startedAt: hour(1), complete: false }),
    ])
    await storeReports(database, 'clamav', [malwareRun(1, { startedAt: hour(3) })], {
      scope: ['/srv'],
    })
    expect(await activePaths(database)).toEqual(['/srv/b'])
    await storeReports(database, 'clamav', [
      hit('/srv/b', { at: hour(18) }),
      malwareRun(1, { startedAt: hour(15), complete: false }),
    ])
    await storeReports(database, 'clamav', [malwareRun(1, { startedAt: hour(17) })], {
      scope: ['/srv'],
    })
    expect(await activePaths(database)).toEqual(['/srv/b'])
  })

  it('when a person reopened it after the scan, though a log that has grown names it again', async () => {
    const database = await infectedServer()
    const scope = { scope: ['/www/sub'] }
    const cleanRun = malwareRun(2)
    await storeReports(database, 'clamav', [cleanRun], scope)
    expect(await activePaths(database)).toEqual(['/home/c', '/www/a'])
    const rows = await database.db
      .selectFrom('malware_detections')
      .select('detection_id')
      .where('file_path', '=', '/www/sub/b')
      .execute()
    await resolveRows(database.url, {
      kind: 'detection',
      ids: rows.map(({ detection_id }) => detection_id),
      reopen: true,
      by: 'ops',
      note: '',
      at: '2026-03-03 09:00:00',
    })
    const cut = malwareRun(4, { status: 'incomplete', complete: false })
    await storeReports(database, 'clamav', [cleanRun, cut], scope)
    expect(await activePaths(database)).toEqual(ALL)
    await storeReports(database, 'clamav', [cleanRun, cut, malwareRun(5)], scope)
    expect(await activePaths(database)).toEqual(['/home/c', '/www/a'])
  })

  it('when the scan that names it as clean comes again, and is older, incomplete or of another server', async () => {
    const database = await temporaryDatabase('all')
    const log = [clean('/www/a'), malwareRun(2)]
    const others = [
      [clean('/www/a'), malwareRun(4, { complete: false, status: 'incomplete' })],
      [clean('/www/a'), malwareRun(5, { host: 'db01' })],
    ]
    for (const it of [log, ...others]) await storeReports(database, 'clamav', it)
    await storeReports(database, 'clamav', [hit('/www/a'), malwareRun(3)])
    for (const it of [log, ...others]) {
      expect(await storeReports(database, 'clamav', it)).toEqual({ known: true, runs: [] })
    }
    expect(await activePaths(database)).toEqual(['/www/a'])
  })

  it('when it was found after the scan, in a log without dates that has grown', async () => {
    const database = await temporaryDatabase('all')
    const run = (more: Partial<MalwareRun> = {}) => malwareRun(1, { startedAt: null, ...more })
    const cut = run({ status: 'incomplete', complete: false })
    const log = [run(), hit('/www/a'), run({ status: 'infected', infections: 1 }), cut]
    for (const [index, length] of [1, 3, 4].entries()) {
      await storeReports(database, 'clamav', log.slice(0, length), {
        scope: ['/www'],
        fallback: { at: march(index + 1), from: 'file' },
      })
    }
    expect(await activePaths(database)).toEqual(['/www/a'])
  })

  it('when a run of the same second found it after this one', async () => {
    const database = await temporaryDatabase('all')
    const early = malwareRun(1)
    await storeReports(database, 'clamav', [early, hit('/www/a'), malwareRun(1, { files: 11 })])
    await storeReports(database, 'clamav', [early], { scope: ['/www'] })
    expect(await activePaths(database)).toEqual(['/www/a'])
  })

  it.each([
    ['named as one', ['web01.example.org', 'db'], { server: 'web01' }],
    ['whose names become one', ['web01.example.org', 'web01.a.example'], {}],
  ])('when a log is of several hosts %s, and tells so', async (_, [one, other], options) => {
    const database = await temporaryDatabase('all')
    const log = [
      hit('/www/a'),
      malwareRun(1, { host: one ?? '', status: 'infected', infections: 1 }),
      clean('/www/a'),
      malwareRun(2, { host: other ?? '' }),
    ]
    const scope = { scope: ['/www'] }
    const { runs } = await storeReports(database, 'rkhunter', log, { ...options, ...scope })
    expect(runs).toMatchObject([{ isOfSeveral: true }, { resolvedDetections: 0 }])
    expect(await activePaths(database)).toEqual(['/www/a'])
    await storeReports(database, 'rkhunter', log, { ...options, ...scope })
    expect(await activePaths(database)).toEqual(['/www/a'])
  })

  it('when the scan was of another server, or by another tool', async () => {
    const database = await infectedServer()
    const scope = { scope: ['/'] }
    await storeReports(database, 'clamav', [clean('/www/a'), malwareRun(2, { host: 'db' })], scope)
    const maldet = malwareRun(2, { scanType: 'maldet' })
    await storeReports(database, 'maldet', [clean('/www/a'), maldet], scope)
    expect(await activePaths(database)).toEqual(ALL)
  })

  it('when it lies beside the scope, not in it', async () => {
    const database = await temporaryDatabase('all')
    const paths = ['/www2/a', '/www/../etc/b', '/ww', 'www/c']
    await storeReports(database, 'clamav', [...paths.map((path) => hit(path)), malwareRun(1)])
    await storeReports(database, 'clamav', [malwareRun(2)], { scope: ['/www'] })
    expect(await activePaths(database)).toEqual([...paths].sort())
  })

  it('when the report says that it covered less than the scope', async () => {
    const scope = { scope: ['/www', '/home'] }
    expect(await afterScan([], { covers: ['/home/'] }, scope)).toEqual(['/www/a', '/www/sub/b'])
    expect(await afterScan([], { covers: ['/www/sub'] }, scope)).toEqual(ALL)
    // Whatever way the folders are written.
    const around = { scope: ['/www/../home'] }
    expect(await afterScan([], { covers: ['/www'] }, around)).toEqual(ALL)
    const twice = { scope: ['/www//sub'] }
    expect(await afterScan([], { covers: ['/www/./sub/'] }, twice)).toEqual(['/home/c', '/www/a'])
  })

  it('when the same run finds it under one name of the file and clean under another line', async () => {
    expect(await afterScan([clean('/www/a'), hit('/www/a')])).toEqual(ALL)
  })

  it('when the scan is as old as the detection itself', async () => {
    expect(await afterScan([clean('/www/a')], { startedAt: march(1) - 1 })).toEqual(ALL)
  })
})

it('where a date is given because the clock was wrong, it is that of the hits, too', async () => {
  const database = await temporaryDatabase('all')
  const wrong = Date.UTC(2036, 2, 1) / 1000
  const reports = [hit('/www/a', { at: wrong }), malwareRun(1, { startedAt: wrong })]
  await storeReports(database, 'clamav', reports, { date: march(1) })
  const rows = await database.db.selectFrom('malware_detections').select('detected_at').execute()
  expect(rows).toEqual([{ detected_at: '2026-03-01 12:00:00' }])
  await storeReports(database, 'clamav', [malwareRun(2)], { scope: ['/www'] })
  expect(await activePaths(database)).toEqual([])
})

describe('what a killed run found, whose date is the end of the run before it', () => {
  const SCOPE = { scope: ['/srv'] }
  const INCOMPLETE = { status: 'incomplete', complete: false } as const
  /** Clean on the 1st, then killed, then another on the 8th. */
  const log = (last: Partial<MalwareRun>): Report[] => [
    malwareRun(1),
    hit('/srv/x'),
    malwareRun(1, { ...INCOMPLETE, isDatedByLast: true }),
    malwareRun(8, last),
  ]

  it('is not proven gone by a scan of which nobody knows whether it came later', async () => {
    const database = await temporaryDatabase('all')
    await storeReports(database, 'clamav', log(INCOMPLETE), SCOPE)
    await storeReports(database, 'clamav', [malwareRun(3)], SCOPE)
    expect(await activePaths(database)).toEqual(['/srv/x'])
    await storeReports(database, 'clamav', [malwareRun(9)], SCOPE)
    expect(await activePaths(database)).toEqual([])
  })

  it('is proven gone by the next', async () => {
    const database = await temporaryDatabase('all')
    await storeReports(database, 'clamav', log({}), SCOPE)
    expect(await activePaths(database)).toEqual([])
  })

  it('is the one that is open by then, which begins when the one before ended', async () => {
    const database = await foundBefore()
    await storeReports(database, 'clamav', [malwareRun(3)], SCOPE)
    await storeReports(database, 'clamav', [hit('/srv/x'), malwareRun(5, INCOMPLETE)])
    await storeReports(database, 'clamav', log(INCOMPLETE))
    expect(await spans(database)).toEqual([
      { detected_at: '2026-02-28 12:00:00', resolved_at: '2026-03-03 12:00:00' },
      { detected_at: '2026-03-03 12:00:00', resolved_at: null },
    ])
  })

  /** Found the day before, and known when the log is stored. */
  const foundBefore = async () => {
    const database = await temporaryDatabase('all')
    await storeReports(database, 'clamav', [hit('/srv/x'), malwareRun(0, INCOMPLETE)])
    return database
  }

  it('is a new one where the one before was proven gone meanwhile', async () => {
    const database = await foundBefore()
    await storeReports(database, 'clamav', [malwareRun(3)], SCOPE)
    await storeReports(database, 'clamav', log(INCOMPLETE), SCOPE)
    expect(await activePaths(database)).toEqual(['/srv/x'])
  })

  it.each([
    ['2026-03-05 12:00:00', [null, '2026-03-05 12:00:00']],
    ['2026-03-08 12:00:01', ['2026-03-08 12:00:01']],
  ])(
    'is a new one where a person resolved the one before, not after the next run began: %s',
    async (at, ends) => {
      const database = await foundBefore()
      const { detection_id } = await database.db
        .selectFrom('malware_detections')
        .select('detection_id')
        .executeTakeFirstOrThrow()
      await resolveRows(database.url, {
        kind: 'detection',
        ids: [detection_id],
        reopen: false,
        by: 'ana',
        note: 'deleted',
        at,
      })
      await storeReports(database, 'clamav', log(INCOMPLETE))
      const rows = (await spans(database)).reverse()
      expect(rows.map((it) => it.resolved_at)).toEqual(ends)
      // The new one does not begin before the old one ends: that would be two at once.
      expect(rows.map((it) => it.detected_at)).toEqual([...ends.slice(1), '2026-02-28 12:00:00'])
    },
  )
})
