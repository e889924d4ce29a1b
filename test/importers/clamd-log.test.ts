import { describe, expect, it } from 'vitest'
import { Refused } from '../../src/importers/refused.ts'
import { found } from '../support/clamav-text.ts'
import { imported } from '../support/imported.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000

const STARTED = [
  'Sun Nov 15 00:41:24 2026 -> +++ Started at Sun Nov 15 00:41:24 2026',
  'Sun Nov 15 00:41:24 2026 -> clamd daemon 1.4.6 (OS: Linux, ARCH: x86_64, CPU: x86_64)',
  'Sun Nov 15 00:41:24 2026 -> Loaded 8 signatures.',
]
const hit = (time: string, path: string, signature?: string) =>
  `${time} -> ${found(path, signature)}`
const log = (...lines: string[]) => imported('clamav', [...lines, ''].join('\n'))

describe('a log of clamd', () => {
  it('is a run for each day with hits, of which only the last may go on', async () => {
    const { malwareRuns, hits } = await log(
      ...STARTED,
      hit('Sun Nov 15 00:41:25 2026', '/a'),
      hit('Sun Nov 15 23:59:59 2026', '/b'),
      'Mon Nov 16 00:00:00 2026 -> SelfCheck: Database status OK.',
      'Mon Nov 16 04:00:00 2026 -> Database correctly reloaded (9 signatures)',
      hit('Tue Dec  1 10:00:00 2026', '/a'),
    )
    expect(malwareRuns).toMatchObject([
      { startedAt: at('2026-11-15T00:41:25'), infections: 2, open: false },
      { startedAt: at('2026-12-01T10:00:00'), infections: 1, open: true },
    ])
    expect(malwareRuns.map(({ summary }) => summary['known_viruses'])).toEqual([8, 9])
    expect(malwareRuns[0]).toMatchObject({
      toolVersion: '1.4.6',
      status: 'infected',
      files: 0,
      covers: null,
      complete: false,
      summary: { engine_version: '1.4.6', files_scanned: 'unknown', source: 'clamd.log' },
    })
    expect(hits.map((it) => it.at)).toEqual([
      at('2026-11-15T00:41:25'),
      at('2026-11-15T23:59:59'),
      at('2026-12-01T10:00:00'),
    ])
  })

  it('has a closed run when a day without hits follows', async () => {
    const { malwareRuns } = await log(
      hit('Sun Nov 15 00:41:25 2026', '/a'),
      'Mon Nov 16 00:00:00 2026 -> SelfCheck: Database status OK.',
    )
    expect(malwareRuns).toMatchObject([{ open: false, toolVersion: null }])
  })

  it('names a file as often as it is found, and counts it once', async () => {
    const { hits, malwareRuns } = await log(
      hit('Sun Nov 15 10:00:00 2026', '/a', 'X'),
      hit('Sun Nov 15 14:00:00 2026', '/a', 'X'),
      hit('Sun Nov 15 14:00:00 2026', '/a', 'Y'),
    )
    expect(hits.map((it) => [it.signature, it.at])).toEqual([
      ['X', at('2026-11-15T10:00:00')],
      ['X', at('2026-11-15T14:00:00')],
      ['Y', at('2026-11-15T14:00:00')],
    ])
    expect(malwareRuns[0]?.infections).toBe(1)
  })

  it('knows what was sent to it by who sent it: the number of a connection never comes again', async () => {
    const { hits, malwareRuns } = await log(
      hit('Sun Nov 15 10:00:00 2026', 'instream(172.17.0.1@47326)', 'X'),
      hit('Sun Nov 15 11:00:00 2026', 'instream(172.17.0.1@47330)', 'X'),
      hit('Sun Nov 15 12:00:00 2026', 'instream(local)', 'X'),
      hit('Sun Nov 15 13:00:00 2026', 'stream(10.0.0.7@1234)', 'X'),
      hit('Sun Nov 15 14:00:00 2026', 'fd[10]', 'X'),
      hit('Sun Nov 15 15:00:00 2026', '/srv/instream(10.0.0.7@1234)', 'X'),
    )
    expect(hits.map(({ path }) => path)).toEqual([
      'instream(172.17.0.1)',
      'instream(172.17.0.1)',
      'instream(local)',
      'stream(10.0.0.7)',
      'fd',
      '/srv/instream(10.0.0.7@1234)',
    ])
    expect(malwareRuns).toMatchObject([{ infections: 6 }])
  })

  it('drops the hash and the size of ExtendedDetectionInfo', async () => {
    const extended = `X.1(${'0a'.repeat(16)}:84)`
    const { hits } = await log(hit('Sun Nov 15 00:41:25 2026', '/a', extended))
    expect(hits[0]?.signature).toBe('X.1')
  })

  it('has paths with new lines, and lines that belong to nothing', async () => {
    const { hits } = await log(
      'rest of a rotated line',
      `Sun Nov 15 00:41:25 2026 -> /srv/new`,
      found('line.php'),
      hit('Sun Nov 15 00:41:26 2026', '/srv/a: X FOUND'),
      'b',
      'c',
      hit('Sun Nov 15 00:41:27 2026', '/srv/long'),
      'x'.repeat(70_000),
      hit('Sun Nov 15 00:41:28 2026', '/srv/noise'),
      ...Array.from({ length: 30 }, () => 'z'),
    )
    expect(hits.map(({ path }) => path)).toEqual([
      '/srv/new\nline.php',
      '/srv/a: X FOUND',
      '/srv/long',
      '/srv/noise',
    ])
  })

  it('counts what could not be scanned on a day with hits', async () => {
    const { malwareRuns } = await log(
      "Sun Nov 15 00:41:24 2026 -> /x: Can't allocate memory ERROR",
      hit('Sun Nov 15 00:41:25 2026', '/a'),
      "Sun Nov 15 00:41:26 2026 -> /y: Can't allocate memory ERROR",
    )
    expect(malwareRuns[0]?.summary['errors']).toBe(1)
  })

  it('proves no file clean', async () => {
    const { cleanFiles } = await log(
      hit('Sun Nov 15 00:41:25 2026', '/a'),
      'Sun Nov 15 00:41:26 2026 -> /a: OK',
    )
    expect(cleanFiles).toEqual([])
  })

  it('has no time for a day that does not exist', async () => {
    const { hits, malwareRuns } = await log(hit('Sun Nov 31 00:41:25 2026', '/a'))
    expect(hits[0]?.at).toBeNull()
    expect(malwareRuns[0]?.startedAt).toBeNull()
  })

  it('has no time for a hit of a clock that was not set: it is of the day beside it', async () => {
    const { hits, malwareRuns, remarks } = await log(
      hit('Thu Jan  1 00:02:10 1970', '/a'),
      "Thu Jan  1 00:02:11 1970 -> /x: Can't allocate memory ERROR",
      hit('Sun Nov 15 00:41:25 2026', '/b'),
      hit('Mon Nov 16 00:41:25 2026', '/c'),
      hit('Thu Jan  1 00:02:10 1970', '/d'),
      hit('Mon Nov 16 10:00:00 2026', '/e'),
      hit('Thu Jan  1 00:02:10 1970', '/f'),
    )
    expect(hits.map((it) => it.at)).toEqual([
      null,
      at('2026-11-15T00:41:25'),
      at('2026-11-16T00:41:25'),
      null,
      at('2026-11-16T10:00:00'),
      null,
    ])
    expect(malwareRuns).toMatchObject([
      { startedAt: at('2026-11-15T00:41:25'), infections: 2, summary: { errors: 1 }, open: false },
      { startedAt: at('2026-11-16T00:41:25'), infections: 4, open: true },
    ])
    expect(remarks).toHaveLength(1)
    expect(remarks[0]).toContain('of a clock that was not set')
  })

  it('waits for a hit with a day behind hits of a clock that was not set, also where a day without hits came before', async () => {
    const { malwareRuns } = await log(
      'Sun Nov 15 00:41:24 2026 -> SelfCheck: Database status OK.',
      hit('Thu Jan  1 00:02:10 1970', '/a'),
    )
    expect(malwareRuns).toMatchObject([{ startedAt: null, open: true }])
  })

  const selfCheck = (time: string) => `${time} -> SelfCheck: Database status OK.`
  const closed = [
    hit('Sun Nov 15 00:41:25 2026', '/a'),
    hit('Sun Nov 15 00:41:26 2026', '/b'),
    selfCheck('Mon Nov 16 00:10:00 2026'),
  ]

  it.each([
    [
      'a clock that was not set',
      [
        hit('Thu Jan  1 00:02:10 1970', '/c'),
        "Thu Jan  1 00:02:11 1970 -> /x: Can't allocate memory ERROR",
      ],
      null,
    ],
    [
      'a clock that was set back',
      [hit('Sun Nov 15 23:59:50 2026', '/c')],
      at('2026-11-15T23:59:50'),
    ],
  ])('adds nothing of %s to a day behind which another has begun', async (_, more, startedAt) => {
    const [before, whole] = [await log(...closed), await log(...closed, ...more)]
    expect(whole.malwareRuns[0]).toEqual(before.malwareRuns[0])
    expect(before.malwareRuns).toMatchObject([{ infections: 2, open: false }])
    expect(whole.malwareRuns.slice(1)).toMatchObject([{ startedAt, infections: 1, open: true }])
  })

  it('has a hit of a clock that was not set on the day of the next hit, where that before has none', async () => {
    const { malwareRuns } = await log(
      ...closed,
      hit('Thu Jan  1 00:02:10 1970', '/c'),
      selfCheck('Tue Nov 17 00:10:00 2026'),
      hit('Wed Nov 18 10:00:00 2026', '/d'),
      hit('Thu Jan  1 00:02:10 1970', '/e'),
      selfCheck('Thu Nov 19 00:10:00 2026'),
    )
    expect(malwareRuns).toMatchObject([
      { startedAt: at('2026-11-15T00:41:25'), infections: 2, open: false },
      { startedAt: at('2026-11-18T10:00:00'), infections: 3, open: false },
    ])
  })

  it('has one run without a time where the clock was never set', async () => {
    const { hits, malwareRuns } = await log(
      hit('Thu Jan  1 00:02:10 1970', '/a'),
      hit('Fri Jan  2 00:02:10 1970', '/b'),
    )
    expect(hits.map((it) => it.at)).toEqual([null, null])
    expect(malwareRuns).toMatchObject([{ startedAt: null, infections: 2, open: true }])
  })

  it('is refused when it has no hit, or no times', async () => {
    await expect(log(...STARTED)).rejects.toThrow('a log of clamd without a hit')
    await expect(
      log('+++ Started at Sun Nov 15 00:41:24 2026', found('/a'), 'x', 'y'),
    ).rejects.toThrow('without times; set LogTime yes in clamd.conf')
    await expect(log(...STARTED)).rejects.toBeInstanceOf(Refused)
  })
})
