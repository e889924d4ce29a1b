import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { eventLogRuns } from '../../src/importers/malware/maldet/maldet-event-log.ts'
import { lookOf } from '../../src/importers/recognise.ts'
import { Refused } from '../../src/importers/refused.ts'
import { lineCuts } from '../support/cuts.ts'
import { importContext, imported, importedFile, ownReport } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000

const QUARANTINE = '/usr/local/maldetect/quarantine'
const event = (pid: number, text: string, stamp = 'Nov 15 2026 00:54:02') =>
  `${stamp} web01 maldet(${pid}): ${text}`
const LOADED = '{scan} signatures loaded: 3 (1 MD5 | 2 HEX | 0 YARA | 0 USER)'
const LISTS = '{scan} building file list for /srv/site, this might take awhile...'
const hit = (path: string, signature = '{HEX}php.cmdshell.demo.1') =>
  `{hit} malware hit ${signature} found for ${path}`
const completed = (hits = 0, files = 79) =>
  `{scan} scan completed on /srv/site: files ${files}, malware hits ${hits}, cleaned hits 0, time 11s`
const saved = (pid: number) =>
  `{scan} scan report saved, to view run: maldet --report 261115-0054.${pid}`
const scan = (pid: number, ...texts: string[]) =>
  [LOADED, LISTS, ...texts].map((text) => event(pid, text))
const log = (...lines: string[]) => imported('maldet', lines.map((it) => `${it}\n`).join(''))
const one = async (...texts: string[]) => {
  const { malwareRuns, ...rest } = await log(...scan(50, ...texts))
  expect(malwareRuns).toHaveLength(1)
  return { ...rest, run: malwareRuns[0] }
}

describe('a scan of an event_log', () => {
  it('is a run', async () => {
    const { run } = await one(completed(), saved(50))
    expect(run).toEqual({
      kind: 'malware-run',
      scanType: 'maldet',
      toolVersion: null,
      host: 'web01',
      startedAt: at('2026-11-15T00:54:02'),
      status: 'clean',
      files: 79,
      infections: 0,
      seconds: 11,
      summary: { scan_id: '261115-0054.50', signatures: 3, path: '/srv/site', cleaned: 0 },
      covers: ['/srv/site'],
      complete: true,
      open: false,
    })
  })

  it.each([
    [
      'the engine failed',
      ['{scan} clamscan returned an error, check /x for details!', completed()],
      'error',
      false,
    ],
    [
      'there was no file',
      ['{scan} scan returned empty file list; check that path exists'],
      'error',
      false,
    ],
    [
      'signatures were missing',
      ['{scan} required signature file not found (/x), aborting!'],
      'error',
      false,
    ],
    ['nothing was loaded', ['{scan} signatures loaded: 0 (0 MD5)', completed()], 'error', false],
    ['no file was scanned', [completed(0, 0)], 'error', false],
    [
      'it was interrupted',
      ['{glob} scan interrupt by user, aborting scan...', saved(50)],
      'incomplete',
      false,
    ],
    [
      'the list was cut',
      ["{scan} file list 'find' operation reached maximum execution time (60sec)", completed()],
      'incomplete',
      false,
    ],
    [
      'a file could not be read',
      ['{scan} error could not read or hash /x, do we have permission?', completed()],
      'incomplete',
      false,
    ],
    [
      'its totals are torn',
      ['{scan} scan completed on /srv/site: files 79, malw'],
      'incomplete',
      true,
    ],
    ['it has no end', [], 'incomplete', true],
    [
      'its totals are without end',
      [completed().replace('hits 0', `hits ${'9'.repeat(20)}`)],
      'incomplete',
      false,
    ],
    ['its hits cannot be read', ['{hit} nothing', '{strlen} nothing'], 'incomplete', true],
  ])('is not clean when %s', async (_name, texts, status, open) => {
    const lines = texts[0]?.includes('loaded: 0') ? texts : [LOADED, ...texts]
    const end = lines.some((it) => it.endsWith('time 11s')) ? [saved(50)] : []
    const { malwareRuns } = await log(...[LISTS, ...lines, ...end].map((it) => event(50, it)))
    expect(malwareRuns).toMatchObject([{ status, complete: false, open }])
    expect(malwareRuns[0]?.summary['reason']).toBeTypeOf('string')
  })

  it.each([
    [
      'looks only at what is new',
      '{scan} building file list for /srv of new/modified files from last 2 days, this might take awhile...',
    ],
    ['was given a list', "{scan} user supplied file list '/tmp/x', found 3 files..."],
  ])('is not complete when it %s', async (_name, text) => {
    const { malwareRuns } = await log(...[LOADED, text, completed()].map((it) => event(50, it)))
    expect(malwareRuns).toMatchObject([{ status: 'clean', complete: false }])
  })

  it('is open where its month cannot be read: a later scan of the log may tell which it is', async () => {
    const lines = [LOADED, LISTS, completed(), saved(50)].map((it) =>
      event(50, it, 'Xyz 14 2026 00:54:02'),
    )
    const { malwareRuns } = await log(...lines)
    expect(malwareRuns).toMatchObject([{ startedAt: null, status: 'clean', open: true }])
  })

  it('is infected, and not complete, when its hits are not all there', async () => {
    const { run, remarks } = await one(hit('/srv/a'), completed(2))
    expect(run).toMatchObject({
      status: 'infected',
      infections: 1,
      complete: false,
      summary: { reported_hits: 2 },
    })
    expect(remarks).toEqual(['maldet counts 2 hits, its event_log names 1'])
    expect((await one(completed(1))).run).toMatchObject({ status: 'infected', infections: 0 })
  })

  it('keeps the reason when the engine failed after hits', async () => {
    const { run } = await one(
      '{scan} clamscan returned an error, check /x!',
      hit('/srv/a'),
      completed(1),
    )
    expect(run).toMatchObject({
      status: 'infected',
      complete: false,
      summary: { reason: 'the ClamAV engine failed' },
    })
  })

  it('up to 1.6.4 has no year but that of its id', async () => {
    const lines = [LOADED, LISTS, hit('/srv/a'), completed(1), saved(50)]
    const { malwareRuns, hits } = await log(...lines.map((it) => event(50, it, 'Nov 15 00:54:02')))
    expect(malwareRuns[0]?.startedAt).toBe(at('2026-11-15T00:54:02'))
    expect(hits[0]?.at).toBeNull()
    const { malwareRuns: killed, remarks } = await log(
      ...lines.slice(0, 3).map((it) => event(50, it, 'Nov 15 00:54:02')),
    )
    expect(killed[0]?.startedAt).toBeNull()
    expect(remarks).toEqual([
      'the time Nov 15 00:54:02 cannot be read, has no year, or is of no scan',
    ])
  })
})

describe('a month of an event_log', () => {
  const report = (pid: number, id: string) =>
    `{scan} scan report saved, to view run: maldet --report ${id}.${pid}`

  it('that is of another language is told by the ids, for scans without one too', async () => {
    const { malwareRuns, hits } = await log(
      ...[LOADED, LISTS, hit('/a'), completed(1)].map((it) => event(7, it, 'lis 14 2026 00:54:02')),
      ...[LOADED, LISTS, hit('/b'), completed(1), report(8, '261015-0054')].map((it) =>
        event(8, it, 'lis 15 2026 00:54:02'),
      ),
    )
    const times = [at('2026-10-14T00:54:02'), at('2026-10-15T00:54:02')]
    expect(malwareRuns.map(({ startedAt }) => startedAt)).toEqual(times)
    expect(hits.map((it) => it.at)).toEqual(times)
  })

  it('is that of the scan where it ended on another day, and of each host by itself', async () => {
    const { malwareRuns, hits } = await log(
      event(8, LOADED, 'lis 15 2026 23:54:02'),
      ...[hit('/b'), completed(1), report(8, '261015-2354')].map((it) =>
        event(8, it, 'lis 16 2026 00:01:00'),
      ),
      ...[LOADED, hit('/c'), completed(1), report(9, '261015-0054')].map((it) =>
        event(9, it, 'lis 15 2026 00:54:02').replace('web01', 'web02'),
      ),
      ...[LOADED, hit('/d'), completed(1)].map((it) => event(10, it, 'lis 17 2026 00:54:02')),
      ...[LOADED, hit('/e'), completed(1)].map((it) =>
        event(11, it, 'lis 17 2026 00:54:02').replace('web01', 'web03'),
      ),
    )
    expect(malwareRuns.map(({ startedAt }) => startedAt)).toEqual([
      at('2026-10-15T23:54:02'),
      at('2026-10-15T00:54:02'),
      at('2026-10-17T00:54:02'),
      at('2026-11-17T00:54:02'),
    ])
    expect(hits.map((it) => it.at)).toEqual([
      at('2026-10-16T00:01:00'),
      at('2026-10-15T00:54:02'),
      at('2026-10-17T00:54:02'),
      at('2026-11-17T00:54:02'),
    ])
  })

  it('is told by the first line of a scan that ends after midnight, with which its id agrees', async () => {
    const { malwareRuns, hits } = await log(
      event(14, LOADED, 'lis 14 2026 23:54:00'),
      event(14, hit('/a'), 'lis 14 2026 23:55:00'),
      ...[completed(1), report(14, '261014-2354')].map((it) =>
        event(14, it, 'lis 15 2026 00:05:00'),
      ),
    )
    expect(malwareRuns.map(({ startedAt }) => startedAt)).toEqual([at('2026-10-14T23:54:00')])
    expect(hits.map((it) => it.at)).toEqual([at('2026-10-14T23:55:00')])
  })

  it('is that which other ids have told where the id of a scan is of the day before', async () => {
    const { malwareRuns, hits } = await log(
      ...[LOADED, completed(), report(1, '261010-1000')].map((it) =>
        event(1, it, 'lis 10 2026 10:00:01'),
      ),
      ...[LOADED, hit('/b'), completed(1), report(2, '261015-2359')].map((it) =>
        event(2, it, 'lis 16 2026 00:00:01'),
      ),
    )
    const times = [at('2026-10-10T10:00:01'), at('2026-10-16T00:00:01')]
    expect(malwareRuns.map(({ startedAt }) => startedAt)).toEqual(times)
    expect(hits.map((it) => it.at)).toEqual(times.slice(1))
  })
})

describe('a hit of an event_log', () => {
  const actionsOf = async (...texts: string[]) =>
    (await one(hit('/srv/a'), ...texts, completed(1))).hits.map(({ action }) => action)

  it.each([
    [`{quar} malware quarantined from '/srv/a' to '${QUARANTINE}/a.108026354'`, 'quarantined'],
    ["{quar} fatal error handling '/srv/a'", 'failed'],
    ['{clean} clean successful on /srv/a', 'cleaned'],
    ['{clean} clean failed on /srv/a and returned to quarantine', 'quarantined'],
    ['{clean} clean failed on /srv/a', 'failed'],
    ["{quar} malware quarantined from '/srv/b' to '/q/b.1'", 'none'],
    ['{quar} account bob cpanel suspended', 'none'],
  ])('after %s', async (text, action) => {
    expect(await actionsOf(text)).toEqual([action])
  })

  it('has the time of its line and a name with anything in it', async () => {
    const path = "/srv/a' to 'b: Demo FOUND\nnext found for x"
    const { hits } = await one(
      hit(path),
      `{quar} malware quarantined from '${path}' to '/q/b.1'`,
      completed(1),
    )
    expect(hits).toMatchObject([
      { path, action: 'quarantined', severity: 'critical', at: at('2026-11-15T00:54:02') },
    ])
  })

  it('has no time where the clock was not set', async () => {
    const { hits, malwareRuns } = await log(
      ...[LOADED, hit('/srv/a')].map((it) => event(50, it, 'Jan 1 1970 00:02:10')),
      event(50, hit('/srv/b')),
    )
    expect(hits.map((it) => it.at)).toEqual([null, at('2026-11-15T00:54:02')])
    expect(malwareRuns.map(({ startedAt }) => startedAt)).toEqual([null])
  })

  it('may be a line that is too long', async () => {
    const { hits, run } = await one(
      '{strlen} malware string length hit on /srv/min.js',
      hit('/srv/a', '{CAV}X'),
      hit('/srv/a', '{CAV}Y'),
      completed(3),
    )
    expect(hits.map(({ path, signature }) => [path, signature])).toEqual([
      ['/srv/min.js', '{SA}stat.strlength'],
      ['/srv/a', '{CAV}X'],
      ['/srv/a', '{CAV}Y'],
    ])
    expect(run).toMatchObject({ infections: 2, complete: true })
  })
})

describe('an event_log', () => {
  it('holds the runs of processes that ran at the same time, in the order of their beginning', async () => {
    const [a, b] = [
      scan(1, hit('/a'), completed(1), saved(1)),
      scan(2, hit('/b'), completed(1), saved(2)),
    ]
    const mixed = a.flatMap((line, i) => [line, b[i] ?? ''])
    const { reports } = await log(...mixed)
    expect(reports.map((it) => (it.kind === 'hit' ? it.path : it.kind))).toEqual([
      '/a',
      'malware-run',
      '/b',
      'malware-run',
    ])
  })

  it('begins a new run after one that could not even begin', async () => {
    const failed =
      '{scan} required signature file not found (/x), try running -u|--update, aborting!'
    const { malwareRuns } = await log(event(1, failed), ...scan(1, completed()))
    expect(malwareRuns.map(({ status, open }) => [status, open])).toEqual([
      ['error', false],
      ['clean', true],
    ])
  })

  it('tells processes with the same number apart', async () => {
    const { malwareRuns } = await log(
      ...scan(1, completed(), saved(1), '{scan} quarantine is disabled! set quarantine_hits=1'),
      ...scan(1, hit('/a')),
      ...scan(1, completed()),
      event(1, hit('/b')),
    )
    expect(malwareRuns.map(({ status, open }) => [status, open])).toEqual([
      ['clean', false],
      ['infected', false],
      ['clean', false],
      ['infected', true],
    ])
  })

  it('tells processes with the same number on two hosts apart', async () => {
    const [a, b] = [scan(1, hit('/a'), completed(1)), scan(1, completed())]
    const mixed = a.flatMap((line, i) => [line, (b[i] ?? '').replace('web01', 'web02')])
    const { malwareRuns, hits } = await log(...mixed.filter((it) => it !== ''))
    expect(malwareRuns).toMatchObject([
      { host: 'web01', status: 'infected', infections: 1, files: 79 },
      { host: 'web02', status: 'clean', infections: 0, files: 79 },
    ])
    expect(hits).toHaveLength(1)
  })

  it('tells what monitors of two hosts found on one day apart', async () => {
    const lines = [
      event(9, '{mon} monitoring /up'),
      event(9, hit('/a')),
      event(9, hit('/b')),
      event(9, hit('/c')),
    ]
    const ofOther = lines.map((it) =>
      it.replace('web01', 'web02').replace('maldet(9)', 'maldet(8)'),
    )
    const mixed = lines.flatMap((line, i) => [line, ofOther[i] ?? ''])
    const { malwareRuns } = await log(...mixed)
    expect(malwareRuns).toMatchObject([
      { host: 'web01', infections: 3 },
      { host: 'web02', infections: 3 },
    ])
  })

  it('keeps the place of a run when it grows', async () => {
    const before = [...scan(1, hit('/a')), ...scan(2, completed(), saved(2))]
    const places = async (...lines: string[]) =>
      (await log(...lines)).malwareRuns.map(({ open }) => open)
    expect(await places(...before)).toEqual([true, false])
    expect(await places(...before, event(1, completed(1)), event(1, saved(1)))).toEqual([
      false,
      false,
    ])
  })

  it('has a run for each day on which a monitor or a hook found something', async () => {
    const { malwareRuns, hits } = await log(
      event(9, '{mon} starting inotify process on 3 paths, this might take awhile...'),
      event(9, hit('/a')),
      event(8, '{scan.hook} scan of /up/x in progress (id: 261115-0054.8)'),
      event(8, hit('/up/x')),
      event(8, "{quar} malware quarantined from '/up/x' to '/q/x.1'"),
      event(8, '{scan} executed eval find'),
      event(8, '{scan.hook} results returned FAIL hit found on /up/x (id: 261115-0054.8)'),
      event(9, '{mon} scanned 5 new/changed files with native engine', 'Nov 16 2026 00:00:00'),
      event(9, '{clean} clean successful on /a', 'Nov 16 2026 00:00:00'),
      event(9, hit('/b'), 'Nov 17 2026 00:00:00'),
      // The monitor was stopped, and its number came again.
      ...[LOADED, LISTS, completed()].map((it) => event(9, it, 'Nov 17 2026 01:00:00')),
    )
    expect(malwareRuns).toMatchObject([
      { status: 'infected', infections: 2, files: 0, complete: false, open: false },
      { status: 'infected', infections: 1, startedAt: at('2026-11-17T00:00:00') },
      { status: 'clean' },
    ])
    expect(hits.map(({ path, action }) => [path, action])).toEqual([
      ['/a', 'none'],
      ['/up/x', 'quarantined'],
      ['/b', 'none'],
    ])
  })

  it('has a file that a monitor finds again as often as it is found, and counts it once', async () => {
    const [morning, noon] = ['Nov 15 2026 10:00:00', 'Nov 15 2026 12:00:00']
    const moved = `{quar} malware quarantined from '/up/x' to '${QUARANTINE}/x.1'`
    const { hits, malwareRuns } = await log(
      event(7, '{mon} monitoring /up'),
      event(7, hit('/up/x'), morning),
      event(7, moved, morning),
      event(7, hit('/up/x'), noon),
      event(7, hit('/up/x', '{HEX}other'), noon),
    )
    expect(hits.map((it) => [it.signature, it.action, it.at])).toEqual([
      ['{HEX}php.cmdshell.demo.1', 'quarantined', at('2026-11-15T10:00:00')],
      ['{HEX}php.cmdshell.demo.1', 'none', at('2026-11-15T12:00:00')],
      ['{HEX}other', 'none', at('2026-11-15T12:00:00')],
    ])
    expect(malwareRuns).toMatchObject([{ infections: 1 }])
  })

  it('names a file of a scan once, however often it is hit', async () => {
    const { hits } = await log(
      event(50, LOADED),
      event(50, hit('/a'), 'Nov 15 2026 10:00:00'),
      event(50, hit('/a'), 'Nov 15 2026 10:00:01'),
    )
    expect(hits).toMatchObject([{ path: '/a', at: at('2026-11-15T10:00:00') }])
  })

  it('ends with an open run of a monitor', async () => {
    const { malwareRuns } = await log(event(9, '{mon} added /x'), event(9, hit('/a')))
    expect(malwareRuns).toMatchObject([{ open: true }])
  })

  it('is refused without a scan: updates and later quarantine are none', async () => {
    const lines = [
      event(1, '{sigup} performing signature update check...'),
      event(2, "{quar} malware quarantined from '/a' to '/q/a.1'"),
      event(3, '{clean} clean successful on /a'),
      event(4, '{glob} scan interrupt by user, aborting scan...'),
      event(5, '{mon} added /x'),
      event(5, "{quar} malware quarantined from '/a' to '/q/a.1'"),
    ]
    await expect(log(...lines)).rejects.toThrow('an event_log of maldet without a scan')
  })

  it('is refused when it holds too many scans, or too many hits that wait', async () => {
    const read = async (limits: { runs: number; waiting: number }) => {
      const lines = [...scan(1, hit('/a')), ...scan(2, hit('/b')), ''].join('\n')
      const context = importContext()
      const runs = eventLogRuns(memoryInput('event_log', lines), context, limits)
      const found: unknown[] = []
      for await (const report of runs) found.push(report)
      return found.length
    }
    expect(await read({ runs: 2, waiting: 450 })).toBe(4)
    await expect(read({ runs: 1, waiting: 450 })).rejects.toThrow('over 1 scans')
    await expect(read({ runs: 2, waiting: 50 })).rejects.toThrow('over 64 MB of hits')
    const monitors = Array.from({ length: 10_001 }, (_, pid) => event(pid, '{mon} added /x'))
    await expect(log(...monitors)).rejects.toThrow('over 10,000 monitors')
  })

  it('of a real server', async () => {
    const { malwareRuns, hits } = await importedFile('maldet', ownReport('maldet/1.6.5_event_log'))
    expect(
      malwareRuns.map(({ status, files, infections, complete }) => [
        status,
        files,
        infections,
        complete,
      ]),
    ).toEqual([
      ['clean', 19, 0, true],
      ['infected', 60, 8, true],
      ['error', 0, 0, false],
      ['infected', 79, 8, true],
      ['error', 3, 0, false],
    ])
    expect(hits.filter(({ action }) => action === 'quarantined')).toHaveLength(8)
  })

  it('of a real server proves nothing more when it is cut in front, as maldet itself does', async () => {
    const lines = readFileSync(ownReport('maldet/1.6.5_event_log'), 'utf8').split('\n')
    const { malwareRuns: whole } = await log(...lines.slice(0, -1))
    const clean = whole.filter(({ status }) => status === 'clean')
    for (let first = 1; first < lines.length - 1; first++) {
      const rest = await log(...lines.slice(first, -1)).catch((error) => error)
      if (rest instanceof Refused) continue
      for (const { status, complete, ...run } of rest.malwareRuns) {
        if (status === 'clean') expect(clean).toContainEqual(expect.objectContaining(run))
        if (complete) expect(whole).toContainEqual(expect.objectContaining(run))
      }
    }
    // Of the last scan, whose engine failed, only the totals are left.
    const failed = lines.findIndex((it) => it.includes('clamscan returned an error'))
    expect((await log(...lines.slice(failed + 1, -1))).malwareRuns).toMatchObject([
      { status: 'incomplete', summary: { reason: 'the log does not hold its beginning' } },
    ])
  })

  it.each([
    ['a hit', event(50, hit('/srv/b'))],
    ['totals', event(50, completed(1))],
    ['a stamp, which is no part of the name above it', 'Nov 15 2026 00:5'],
  ])('leaves out a last line without an end: %s', async (_name, last) => {
    const lines = scan(50, hit('/srv/a')).map((it) => `${it}\n`)
    const torn = await imported('maldet', [...lines, last].join(''))
    expect(torn.hits.map(({ path }) => path)).toEqual(['/srv/a'])
    expect(torn.malwareRuns).toMatchObject([{ infections: 1, complete: false, open: true }])
    expect(torn.remarks).toEqual([
      'its last line has no end and is left out: it is being written, or was cut',
    ])
  })

  it.each([
    ['261115-0053.50', '2026-11-15T00:53:00'],
    // Up to 1.4 the year came last.
    ['111526-0053.50', '2026-11-15T00:53:00'],
    ['261114-2300.50', '2026-11-14T23:00:00'],
    // After what it wrote, long before it, or no time at all: none of these is its beginning.
    ['261115-0055.50', null],
    ['250101-0000.50', null],
    ['269999-0000.50', null],
  ])('whose beginning is cut off tells by the id %s when that was', async (id, begun) => {
    const ends = [hit('/a'), completed(1), saved(50).replace('261115-0054.50', id)]
    const { malwareRuns } = await log(...ends.map((it) => event(50, it)))
    const writtenAt = at('2026-11-15T00:54:02')
    expect(malwareRuns).toMatchObject([
      begun === null
        ? { status: 'infected', startedAt: writtenAt }
        : { status: 'infected', startedAt: at(begun), beganBy: writtenAt },
    ])
    expect(malwareRuns[0]).not.toHaveProperty(begun === null ? 'beganBy' : 'nothing')
  })

  it('whose beginning is cut off, and whose end is not there, tells nothing by its id', async () => {
    const { malwareRuns } = await log(event(50, hit('/a')), event(50, saved(50)))
    expect(malwareRuns[0]).not.toHaveProperty('beganBy')
    expect((await one(completed(), saved(50))).run).not.toHaveProperty('beganBy')
  })

  it('of a real server proves nothing more when it is cut', async () => {
    const content = readFileSync(ownReport('maldet/1.6.5_event_log'))
    const { malwareRuns: whole } = await imported('maldet', content)
    for (const cut of lineCuts(content)) {
      const { malwareRuns } = await imported('maldet', cut)
      for (const { summary, open, ...run } of malwareRuns) {
        if (!run.complete && run.status !== 'clean') continue
        expect(whole).toContainEqual(expect.objectContaining(run))
        // Its id is the last that is written of it.
        expect(open).toBe(summary['scan_id'] === undefined)
      }
    }
  })
})

describe('what else maldet writes', () => {
  it.each([
    [
      'its terminal',
      'Linux Malware Detect v1.6.5\n\nmaldet(50): {scan} signatures loaded: 3\n',
      /terminal/,
    ],
    [
      'hits.hist',
      `1794704041:${'0a'.repeat(16)}:{MD5}X:44:68:root.root:644:1:2:3:/a\n`,
      /list of all hits/,
    ],
    ['session.hits', '{MD5}EICAR.TEST.3.62 : /srv/eicar.com\n', /session file beside it/],
    [
      'clamscan_log',
      'Nov 15 2026 00:54:28 web01 clamscan start\nERROR: Malformed database\n',
      /clamscan_log/,
    ],
    ['anything else', 'Dear all,\n', /no report that is known/],
    ['nothing', '', /empty/],
  ])('is refused: %s', async (_name, text, reason) => {
    await expect(imported('maldet', text)).rejects.toThrow('it is no report of maldet')
    expect(lookOf(text)).toMatch(reason)
  })
})
