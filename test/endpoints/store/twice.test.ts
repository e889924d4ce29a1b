// In the night in which the clocks are put back an hour comes twice: what it tells by its times alone
// must close nothing that was found after it.
import { describe, expect, it } from 'vitest'
import type { MalwareRun, Report } from '../../../src/importers/report.ts'
import type { StoreOptions } from '../../../src/store/options.ts'
import { repeatedHour } from '../../../src/store/repeated-hour.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import {
  complianceRun,
  finding,
  hit,
  malwareRun,
  resolveRows,
  storeReports,
} from '../../support/stored.ts'

/** A time of the night of 25 October as a log without a zone has it: always read as the first. */
const berlin = (time: string): number => Date.parse(`2026-10-25T${time}:00+02:00`) / 1000

const NOW = Date.UTC(2026, 11, 1) / 1000

const FOUND = '/www/a'

const run = (time: string, found: boolean): Report[] => {
  const it: Partial<MalwareRun> = { startedAt: berlin(time), status: found ? 'infected' : 'clean' }
  return [...(found ? [hit(FOUND)] : []), malwareRun(1, { ...it, infections: found ? 1 : 0 })]
}

const ZONES: readonly Partial<StoreOptions>[] = [
  { zone: 'Europe/Berlin' },
  { zone: 'UTC', reportZone: 'Europe/Berlin' },
]

const activePaths = async ({ db }: TestDatabase): Promise<string[]> => {
  const active = db.selectFrom('malware_detections').where('resolved_at', 'is', null)
  return (await active.select('file_path').execute()).map(({ file_path }) => file_path)
}

/** A log that is stored whenever a scan has been added to it; what is active after each. */
async function grown(scans: readonly Report[][], zones: Partial<StoreOptions>) {
  const database = await temporaryDatabase('all')
  const options = { ...zones, scope: ['/www'], now: NOW }
  const active: number[] = []
  const log: Report[] = []
  for (const scan of scans) {
    log.push(...scan)
    await storeReports(database, 'clamav', log, options)
    active.push((await activePaths(database)).length)
  }
  return active
}

describe.each(ZONES)('in the hour that comes twice, $zone', (zones) => {
  it('a scan does not resolve what was found after it', async () => {
    // The last three are of the second time.
    const scans = [run('02:50', false), run('02:05', true), run('02:35', true), run('02:40', true)]
    expect(await grown(scans, zones)).toEqual([0, 1, 1, 1])
  })

  it('a scan does not resolve what it has found itself', async () => {
    const scans = [run('02:43', true), run('02:08', true)]
    expect(await grown(scans, zones)).toEqual([1, 1])
  })

  it('a scan resolves what was found before it, whichever time it is of', async () => {
    const first = [run('02:10', true), run('02:50', false)]
    expect(await grown(first, zones)).toEqual([1, 0])
    const second = [run('02:50', true), run('02:10', false)]
    expect(await grown(second, zones)).toEqual([1, 0])
    const after = [run('02:50', true), run('03:10', false)]
    expect(await grown(after, zones)).toEqual([1, 0])
  })

  it('what was resolved and is found again is open again', async () => {
    const scans = [run('01:50', true), run('02:50', false), run('02:35', true)]
    expect(await grown(scans, zones)).toEqual([1, 0, 1])
  })

  it('what was resolved, and is found again and again, is one detection', async () => {
    const database = await temporaryDatabase('all')
    const clean: Report = { kind: 'clean-file', path: FOUND }
    const scans = [run('01:50', true), [clean, ...run('02:50', false)]]
    // Of the second time.
    scans.push(run('02:35', true), run('02:40', true))
    for (const scan of scans) await storeReports(database, 'clamav', scan, { ...zones, now: NOW })
    expect(await activePaths(database)).toEqual([FOUND])
  })

  it('a compliance scan closes the findings of the one that was stored before it', async () => {
    const database = await temporaryDatabase('all')
    const options = { ...zones, now: NOW }
    const open = async () => {
      const active = database.db.selectFrom('compliance_findings').where('resolved_at', 'is', null)
      return (await active.select('check_id').execute()).map(({ check_id }) => check_id)
    }
    const scan = (time: string, check: string) =>
      storeReports(
        database,
        'lynis',
        [finding(check), complianceRun(1, { startedAt: berlin(time) })],
        options,
      )
    await scan('02:50', 'OLD-1')
    await scan('02:05', 'NEW-1')
    expect(await open()).toEqual(['NEW-1'])
    await scan('03:05', 'NEW-2')
    // Of before that hour, and stored late.
    await scan('01:55', 'LATE-1')
    expect(await open()).toEqual(['NEW-2'])
  })
})

it('a scan of that hour resolves nothing that a person reopened in it', async () => {
  const database = await temporaryDatabase('all')
  const options = { zone: 'Europe/Berlin', scope: ['/www'], now: NOW }
  const log = run('01:50', true)
  await storeReports(database, 'clamav', log, options)
  const { detection_id } = await database.db
    .selectFrom('malware_detections')
    .select('detection_id')
    .executeTakeFirstOrThrow()
  const decide = (time: string, reopen: boolean) =>
    resolveRows(database.url, {
      kind: 'detection',
      ids: [detection_id],
      reopen,
      by: 'ana',
      note: 'looked at',
      at: `2026-10-25 ${time}:00`,
    })
  await decide('01:55', false)
  log.push(...run('02:50', false))
  await storeReports(database, 'clamav', log, options)
  // Twenty minutes later, and the log goes on with a scan that proves nothing.
  await decide('02:10', true)
  log.push(malwareRun(1, { startedAt: berlin('02:20'), status: 'incomplete', complete: false }))
  await storeReports(database, 'clamav', log, options)
  expect(await activePaths(database)).toEqual([FOUND])
})

it('a compliance scan of that hour closes nothing that a person reopened in it', async () => {
  const database = await temporaryDatabase('all')
  const options = { zone: 'Europe/Berlin', now: NOW }
  const scan = (time: string, ...checks: string[]) => {
    const run = complianceRun(1, { startedAt: berlin(time) })
    return storeReports(database, 'lynis', [...checks.map((it) => finding(it)), run], options)
  }
  await scan('01:30', 'OLD-1')
  const { finding_id } = await database.db
    .selectFrom('compliance_findings')
    .select('finding_id')
    .executeTakeFirstOrThrow()
  for (const [time, reopen] of [
    ['01:40', false],
    // Of the second time, while a scan of the first is at work.
    ['02:10', true],
  ] as const) {
    await resolveRows(database.url, {
      kind: 'finding',
      ids: [finding_id],
      reopen,
      by: 'ana',
      note: 'looked at',
      at: `2026-10-25 ${time}:00`,
    })
  }
  const open = async () => {
    const active = database.db.selectFrom('compliance_findings').where('resolved_at', 'is', null)
    return (await active.select('check_id').execute()).map(({ check_id }) => check_id)
  }
  expect((await scan('02:40')).runs).toMatchObject([{ superseded: { older: 0 } }])
  expect(await open()).toEqual(['OLD-1'])
  // By the clock 3:10, when that hour is over.
  expect((await scan('04:10')).runs).toMatchObject([{ superseded: { older: 1 } }])
  expect(await open()).toEqual([])
})

it('what a person resolved in that hour stays so while the log that tells of it grows', async () => {
  const database = await temporaryDatabase('all')
  const options = { zone: 'Europe/Berlin', now: NOW }
  const log = [hit('/www/first', { at: berlin('00:10') }), hit(FOUND, { at: berlin('02:10') })]
  const grow = (content: string, infections: number) => {
    const open = { status: 'infected', complete: false, open: true, infections } as const
    const day = malwareRun(1, { ...open, startedAt: berlin('00:10') })
    return storeReports(database, 'clamav', [...log, day], options, content)
  }
  await grow('a', 2)
  const { detection_id } = await database.db
    .selectFrom('malware_detections')
    .select('detection_id')
    .where('file_path', '=', FOUND)
    .executeTakeFirstOrThrow()
  await resolveRows(database.url, {
    kind: 'detection',
    ids: [detection_id],
    reopen: false,
    by: 'ana',
    note: 'removed',
    at: '2026-10-25 02:20:00',
  })
  log.push(hit('/www/b', { at: berlin('04:00') }))
  await grow('ab', 3)
  expect((await activePaths(database)).sort()).toEqual(['/www/b', '/www/first'])
  log.push(hit(FOUND, { at: berlin('05:00') }))
  await grow('abc', 4)
  expect((await activePaths(database)).sort()).toEqual([FOUND, '/www/b', '/www/first'])
})

it.each([
  ['2026-10-25 01:59:59', 'Europe/Berlin', null],
  ['2026-10-25 02:00:00', 'Europe/Berlin', ['2026-10-25 02:00:00', '2026-10-25 03:00:00']],
  ['2026-10-25 02:59:59', 'Europe/Berlin', ['2026-10-25 02:00:00', '2026-10-25 03:00:00']],
  ['2026-10-25 03:00:00', 'Europe/Berlin', null],
  ['2026-03-29 02:30:00', 'Europe/Berlin', null],
  ['2026-04-05 01:45:00', 'Australia/Lord_Howe', ['2026-04-05 01:30:00', '2026-04-05 02:00:00']],
  ['2026-10-25 02:30:00', 'UTC', null],
])('%s in %s comes twice: %j', (dateTime, zone, expected) => {
  const hour = repeatedHour(dateTime, { zone })
  expect(hour && [hour.from, hour.to]).toEqual(expected)
})
