// What maldet 2 writes: an event_log that counts hits and names no file, session files in columns.
import { describe, expect, it } from 'vitest'
import { lookOf, recognised } from '../../src/importers/recognise.ts'
import { Refused } from '../../src/importers/refused.ts'
import { imported } from '../support/imported.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000
const event = (text: string, time = '03:00:05', pid = 4711) =>
  `Nov 15 2026 ${time} web01.example.org maldet(${pid}): ${text}\n`
const BEGINS =
  event('{scan} compiling 24,101 signatures (hash hex csig)...', '03:00:01') +
  event(
    '{scan} signatures ready in 3s: 24,101 (17,222 MD5 | 5,031 HEX | 1,848 CSIG | 0 YARA | 0 USER)',
    '03:00:04',
  ) +
  event('{scan} building file list for /home, this might take awhile...') +
  event('{scan} scan of /home (120 files) in progress...')
const ends = (hits: number) =>
  event(
    `{scan} scan completed on /home: files 120, malware hits ${hits}, cleaned hits 0, time 10s`,
  ) + event('{scan} scan report saved, to view run: maldet --report 261115-0300.4711')
const RECORDED = event('{hit} 2 malware hits recorded [md5]', '03:00:08')

describe('an event_log of maldet 2', () => {
  it('proves a clean scan from its beginning to its end', async () => {
    const { malwareRuns, hits, remarks } = await imported('maldet', BEGINS + ends(0))
    expect(malwareRuns).toEqual([
      expect.objectContaining({
        host: 'web01.example.org',
        startedAt: at('2026-11-15T03:00:01'),
        status: 'clean',
        files: 120,
        infections: 0,
        seconds: 10,
        summary: {
          scan_id: '261115-0300.4711',
          signatures: 24_101,
          path: '/home',
          cleaned: 0,
        },
        covers: ['/home'],
        complete: true,
        open: false,
      }),
    ])
    expect(hits).toEqual([])
    expect(remarks).toEqual([])
  })

  it('has one detection for what it does not name, says where the names are, and resolves nothing', async () => {
    const { malwareRuns, hits, remarks } = await imported('maldet', BEGINS + RECORDED + ends(2))
    expect(malwareRuns).toEqual([
      expect.objectContaining({ status: 'infected', infections: 2, complete: false }),
    ])
    expect(hits).toEqual([
      {
        kind: 'hit',
        path: '/home/',
        signature: 'unnamed hits',
        severity: 'high',
        action: 'none',
        at: at('2026-11-15T03:00:08'),
      },
    ])
    expect(remarks).toEqual([expect.stringContaining('session.tsv')])
  })

  it.each([
    ['all were moved', '{quar} 2 files quarantined [md5]', 'quarantined'],
    ['some were not', '{quar} 1 files quarantined [md5]', 'none'],
    ['others were, by the length of strings', '{quar} 2 files quarantined [strlen]', 'none'],
  ])('tells of the quarantine: %s', async (_name, moved, action) => {
    const { hits } = await imported('maldet', BEGINS + RECORDED + event(moved) + ends(2))
    expect(hits).toEqual([expect.objectContaining({ action })])
  })

  it('names the folder while the scan goes on, as it will in the end', async () => {
    const { hits, malwareRuns } = await imported('maldet', BEGINS + RECORDED)
    expect(hits).toEqual([expect.objectContaining({ path: '/home/' })])
    expect(malwareRuns).toEqual([expect.objectContaining({ status: 'infected', open: true })])
  })

  it('names the root where several folders were scanned', async () => {
    const log = (BEGINS + RECORDED + ends(2)).replaceAll(' /home', ' /home,/srv')
    expect((await imported('maldet', log)).hits).toEqual([expect.objectContaining({ path: '/' })])
  })

  it('counts a hit by the length of strings once: the line above names it', async () => {
    const log =
      BEGINS +
      event('{strlen} malware string length hit 98000b on /home/a b.js') +
      event('{hit} 1 malware hits recorded [strlen]') +
      ends(1)
    const { hits, malwareRuns } = await imported('maldet', log)
    expect(hits).toEqual([
      expect.objectContaining({ path: '/home/a b.js', signature: '{SA}stat.strlength' }),
    ])
    expect(malwareRuns).toEqual([expect.objectContaining({ infections: 1, complete: true })])
  })

  it.each([
    ['an operator', event('{glob} scan stopped by operator, checkpoint pending')],
    [
      'a signal',
      event('{scan} workers detected lifecycle signal, aborting scan') +
        event('{scan} scan stopped by operator'),
    ],
    [
      'a person',
      event('{glob} scan interrupt by user, aborting scan...') +
        event('{scan} scan report saved, to view run: maldet --report 261115-0300.4711'),
    ],
  ])('is incomplete when it was stopped by %s', async (_name, end) => {
    const { malwareRuns } = await imported('maldet', BEGINS + end)
    expect(malwareRuns).toEqual([
      expect.objectContaining({
        status: 'incomplete',
        summary: expect.objectContaining({ reason: 'the scan was interrupted' }),
      }),
    ])
  })

  it('is incomplete when YARA failed, which its totals do not tell', async () => {
    const yara =
      event('{yara} starting native YARA scan stage...') +
      event('{yara} warning: error: rule "x" in /sigs/rfxn.yara(3): syntax error') +
      event('{yara} warning: /sigs/rfxn.yara exited with code 1') +
      event('{yara} native YARA scan stage completed')
    const { malwareRuns } = await imported('maldet', BEGINS + yara + ends(0))
    expect(malwareRuns).toEqual([
      expect.objectContaining({
        status: 'incomplete',
        complete: false,
        summary: expect.objectContaining({ reason: 'the YARA engine failed' }),
      }),
    ])
  })

  it('tells scans of one process number apart', async () => {
    const { malwareRuns } = await imported('maldet', BEGINS + BEGINS + ends(0))
    expect(malwareRuns.map(({ status }) => status)).toEqual(['incomplete', 'clean'])
  })

  it('has what was found before a scan was stopped, also in the one that goes on', async () => {
    const goesOn = event('{scan} continue mode: skipping hash stages (completed before checkpoint)')
    const { malwareRuns, hits } = await imported('maldet', BEGINS + goesOn + ends(2))
    expect(hits).toEqual([expect.objectContaining({ signature: 'unnamed hits' })])
    expect(malwareRuns).toEqual([
      expect.objectContaining({ status: 'infected', infections: 2, complete: false }),
    ])
  })

  it('is clean and not complete where it went on: what was looked at before is not in it', async () => {
    const goesOn = event('{scan} continue mode: skipping hash stages (completed before checkpoint)')
    const whole = await imported('maldet', BEGINS + ends(0))
    expect(whole.malwareRuns).toMatchObject([{ status: 'clean', complete: true }])
    const rest = await imported('maldet', BEGINS + goesOn + ends(0))
    expect(rest.malwareRuns).toMatchObject([{ status: 'clean', complete: false }])
  })

  it('takes what the monitor found for a day, and not for a scan', async () => {
    const log =
      event('{scan} scan of monitor (5 files) in progress...', '03:00:05', 9) +
      event('{hit} 1 malware hits recorded [hex]', '03:00:06', 9) +
      event('{mon} scanned 5 new/changed files', '03:00:07', 9)
    const { malwareRuns, hits } = await imported('maldet', log)
    expect(malwareRuns).toEqual([
      expect.objectContaining({
        status: 'infected',
        infections: 1,
        summary: { files_scanned: 'unknown', source: 'monitor or hook' },
      }),
    ])
    expect(hits).toEqual([expect.objectContaining({ path: '/', at: at('2026-11-15T03:00:06') })])
  })
})

const head = ({ kind = 'scan', hits = '2', files = '120' } = {}) =>
  `${[
    '#LMD:v1',
    kind,
    '261115-0400.4812',
    'web01.example.org',
    '/home',
    'all',
    ...(kind === 'scan'
      ? ['Nov 15 2026 04:00:01 +0100', 'Nov 15 2026 04:00:11 +0100', '10', '1']
      : ['-', '-', '-', '-']),
    files,
    hits,
    '0',
    '2.0.2',
    '2026111401',
    'md5',
    'native',
    '1',
    '-',
  ].join('\t')}\n`
const row = (signature: string, path: string, moved = '-') =>
  `${[signature, path, moved, 'MD5', 'MD5 Hash', 'unknown', '99', 'www', 'www', '644', '1'].join('\t')}\n`
const FIRST = row('{MD5}php.shell.1', '/home/a/x y.php', '/quarantine/x y.php.7781')
const SECOND = row('{HEX}php.base64.2', '/home/b/ : => z.php')

describe('a session file of maldet 2', () => {
  it('names what was found', async () => {
    const { malwareRuns, hits } = await imported('maldet', head() + FIRST + SECOND)
    expect(malwareRuns).toEqual([
      {
        kind: 'malware-run',
        scanType: 'maldet',
        toolVersion: '2.0.2',
        host: 'web01.example.org',
        startedAt: at('2026-11-15T03:00:01'),
        status: 'infected',
        files: 120,
        infections: 2,
        seconds: 10,
        summary: {
          scan_id: '261115-0400.4812',
          engine_version: '2.0.2',
          path: '/home',
          range: 'all',
          cleaned: 0,
        },
        covers: ['/home'],
        complete: false,
        open: false,
      },
    ])
    expect(hits.map(({ path, signature, action }) => [path, signature, action])).toEqual([
      ['/home/a/x y.php', '{MD5}php.shell.1', 'quarantined'],
      ['/home/b/ : => z.php', '{HEX}php.base64.2', 'none'],
    ])
  })

  it('is recognised', () => {
    expect(recognised(head() + FIRST)?.tool).toBe('maldet')
  })

  it('is not clean without hits: one that was killed looks the same', async () => {
    const { malwareRuns } = await imported('maldet', head({ hits: '0' }))
    expect(malwareRuns).toEqual([
      expect.objectContaining({
        status: 'incomplete',
        complete: false,
        summary: expect.objectContaining({ reason: expect.stringContaining('event_log') }),
      }),
    ])
  })

  it.each([
    ['behind a line', FIRST, false],
    ['inside a line', FIRST + SECOND.slice(0, 30), true],
  ])('may go on when it was cut %s', async (_name, rows, isTorn) => {
    const { malwareRuns, hits, remarks } = await imported('maldet', head() + rows)
    expect(hits.map(({ path }) => path)).toEqual(['/home/a/x y.php'])
    expect(malwareRuns).toEqual([expect.objectContaining({ status: 'infected', open: true })])
    expect(remarks).toContain('maldet counts 2 hits, its session names 1')
    expect(remarks.some((it) => it.includes('has no end'))).toBe(isTorn)
  })

  it('is refused when its first line was cut', async () => {
    await expect(imported('maldet', head().slice(0, -9))).rejects.toThrow(Refused)
  })

  it('is told by name when it has lost its first line, and for what hooks keep', () => {
    expect(lookOf(FIRST)).toContain('without the scan')
  })

  it('may hold several scans', async () => {
    const other = head({ hits: '1' }).replaceAll('0400.4812', '0500.4813')
    const { malwareRuns } = await imported('maldet', head() + FIRST + SECOND + other + FIRST)
    expect(malwareRuns.map(({ infections }) => infections)).toEqual([2, 1])
  })

  it('is a stream when the monitor wrote it, from the minute of its id', async () => {
    const monitor = head({ kind: 'monitor', hits: '-', files: '-' })
    const { malwareRuns, hits } = await imported('maldet', monitor + FIRST)
    expect(hits).toHaveLength(1)
    expect(malwareRuns).toEqual([
      expect.objectContaining({
        status: 'infected',
        startedAt: at('2026-11-15T04:00:00'),
        open: true,
      }),
    ])
    await expect(imported('maldet', monitor)).rejects.toThrow(Refused)
  })
})

const printed = (hits: number, list = '') => `HOST:      web01.example.org
SCAN ID:   261115-0400.4812
STARTED:   Nov 15 2026 04:00:01 +0100
COMPLETED: Nov 15 2026 04:00:11 +0100
ELAPSED:   10s [find: 1s]

PATH:        /home
RANGE:       all
FILES:       120
HITS:        ${hits}
CLEANED:     0
QUARANTINED: 0 (quarantine disabled)
BY TYPE:     MD5(${hits})

FILE HIT LIST:
${list}===============================================
`

describe('what maldet 2 prints with --report', () => {
  it('has its counts', async () => {
    const { malwareRuns, hits } = await imported('maldet', printed(1, '{MD5}x.1 : /home/x\n'))
    expect(malwareRuns).toEqual([
      expect.objectContaining({ status: 'infected', files: 120, infections: 1, seconds: 10 }),
    ])
    expect(hits.map(({ path }) => path)).toEqual(['/home/x'])
  })

  it('is the same scan as its session file: servers that had 1.6 before keep both', async () => {
    const version = 'Linux Malware Detect v2.0.2 < proj@rfxn.com >\n'
    const text = await imported('maldet', printed(1, '{MD5}x.1 : /home/x\n') + version)
    const table = await imported('maldet', head({ hits: '1' }) + row('{MD5}x.1', '/home/x'))
    expect(text.reports).toEqual(table.reports)
  })

  it('is not clean without hits', async () => {
    const { malwareRuns } = await imported('maldet', printed(0))
    expect(malwareRuns).toEqual([expect.objectContaining({ status: 'incomplete', files: 120 })])
  })

  it('is refused by name as JSON', () => {
    const json =
      '{"version": "1.0", "scanner": {"name": "Linux Malware Detect", "sig_version": "1"}}'
    expect(lookOf(json)).toContain('session.tsv')
  })
})
