import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../src/importers/refused.ts'
import { lineCuts } from '../support/cuts.ts'
import { imported, importedFile, ownReport } from '../support/imported.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000

interface Fields {
  readonly started?: string
  readonly completed?: string
  readonly id?: string
  readonly path?: string
  readonly files?: string
  readonly hits?: string
  readonly more?: string
}

const head = ({
  started = 'Nov 15 2026 00:54:14 -0500',
  completed = 'Nov 15 2026 00:54:25 -0500',
  id = '261115-0054.1898',
  path = '/srv/site',
  files = '79',
  hits = '0',
  more = '',
}: Fields = {}) => `HOST:      web01.example.org
SCAN ID:   ${id}
STARTED:   ${started}
COMPLETED: ${completed}
ELAPSED:   11s [find: 1s]

PATH:          ${path}
TOTAL FILES:   ${files}
TOTAL HITS:    ${hits}
TOTAL CLEANED: 0

${more}`
const END = `===============================================
Linux Malware Detect v1.6.5 < proj@rfxn.com >
`
const list = (...lines: string[]) => `FILE HIT LIST:\n${lines.map((it) => `${it}\n`).join('')}`

const one = async (content: string) => {
  const { malwareRuns, ...rest } = await imported('maldet', content)
  expect(malwareRuns).toHaveLength(1)
  return { ...rest, run: malwareRuns[0] }
}

describe('a session that was cut within a line', () => {
  const session = head({ hits: '2' }) + list('{HEX}x : /srv/a', '{HEX}x : /srv/b.php') + END

  it.each([
    ['a path', '/srv/b', ['/srv/a']],
    ['the line that ends the list', '=====', ['/srv/a', '/srv/b.php']],
  ])('has no hit with a part of a name: %s', async (_name, last, paths) => {
    const { hits, run, remarks } = await one(session.slice(0, session.indexOf(last) + last.length))
    expect(hits.map(({ path }) => path)).toEqual(paths)
    expect(run).toMatchObject({ status: 'infected', complete: false })
    expect(remarks).toContain('its last line has no end and is left out: it was cut')
  })

  it('is whole where only the last end is missing', async () => {
    for (const content of [session.trimEnd(), session.slice(0, session.indexOf('\nLinux'))]) {
      const { hits, remarks } = await one(content)
      expect(hits.map(({ path }) => path)).toEqual(['/srv/a', '/srv/b.php'])
      expect(remarks).toEqual([])
    }
  })

  it('may go on where its last line has not come, or not its whole version', async () => {
    for (const last of ['=\n', 'Linux Malware', 'Detect v1.6']) {
      const { run } = await one(session.slice(0, session.lastIndexOf(last) + last.length))
      expect(run, last).toMatchObject({ toolVersion: null, open: true })
    }
    for (const content of [session, session.trimEnd(), session.slice(0, -5)]) {
      expect((await one(content)).run).toMatchObject({ toolVersion: '1.6.5', open: false })
    }
  })

  it('has no totals with a part of a number', async () => {
    const { run } = await one(session.slice(0, session.indexOf('79') + 1))
    expect(run).toMatchObject({ status: 'incomplete', files: 0 })
  })
})

describe('a session', () => {
  it('is a run at the time of its own zone', async () => {
    const { run } = await one(head() + END)
    expect(run).toEqual({
      kind: 'malware-run',
      scanType: 'maldet',
      toolVersion: '1.6.5',
      host: 'web01.example.org',
      startedAt: at('2026-11-15T05:54:14'),
      status: 'clean',
      files: 79,
      infections: 0,
      seconds: 11,
      summary: {
        scan_id: '261115-0054.1898',
        engine_version: '1.6.5',
        path: '/srv/site',
        cleaned: 0,
      },
      covers: ['/srv/site'],
      // It does not say whether the ClamAV engine failed.
      complete: false,
      open: false,
    })
  })

  it('may have lost its first lines', async () => {
    const text = (head({ hits: '1' }) + list('x', '{HEX}x.1 : /a') + END).replace(/^.*\n/, '')
    const { run, hits } = await one(text.replace(/PATH.*\n/, '').replace(/ELAPSED.*\n/, ''))
    expect(run).toMatchObject({ host: null, seconds: 0, covers: null, status: 'infected' })
    expect(hits).toHaveLength(1)
    await expect(imported('maldet', 'FILE HIT LIST:\nSCAN ID: 261115-0054.1\n')).rejects.toThrow(
      'it has no scan id',
    )
    await expect(imported('maldet', `FILE HIT LIST:\n{HEX}x.1 : /a\n${END}`)).rejects.toThrow(
      Refused,
    )
  })

  it('may come with a banner before it, or with others', async () => {
    const banner = 'Linux Malware Detect v1.6.6\n   (C) 2002-2023, R-fx Networks\n\n'
    const { malwareRuns } = await imported(
      'maldet',
      banner + head() + END + head({ hits: '1' }) + list('{HEX}x.1 : /a') + END,
    )
    expect(malwareRuns.map(({ status }) => status)).toEqual(['clean', 'infected'])
  })

  it.each([
    ['no time of its end', head({ completed: '' }) + END, 'incomplete'],
    ['no last line', head(), 'incomplete'],
    ['no totals', head({ hits: '' }) + END, 'incomplete'],
    ['hits without end', head({ hits: '9'.repeat(20) }) + END, 'incomplete'],
    ['no files', head({ files: '0' }) + END, 'error'],
    ['an empty number of files', head({ files: '' }) + END, 'error'],
  ])('with %s is not clean', async (_name, text, status) => {
    const { run } = await one(text)
    expect(run).toMatchObject({ status, complete: false })
    expect(run?.summary['reason']).toBeTypeOf('string')
  })

  it('is not confused by a line named like a property', async () => {
    const { run } = await one(head({ more: 'constructor\n__proto__\n' }) + END)
    expect(run).toMatchObject({ status: 'clean', open: false })
  })

  it('is infected when its list is cut off', async () => {
    const { run, remarks } = await one(head({ hits: '8' }))
    expect(run).toMatchObject({
      status: 'infected',
      infections: 0,
      open: true,
      summary: { reported_hits: 8 },
    })
    expect(remarks).toEqual(['maldet counts 8 hits, its session names 0'])
  })

  it('does not cover folders that it names by a pattern', async () => {
    const path = '/home/?/public_html,/var/www'
    expect((await one(head({ path }) + END)).run?.covers).toEqual(['/var/www'])
    expect((await one(head({ path: '', more: 'RANGE: 2 days\n' }) + END)).run).toMatchObject({
      covers: null,
      summary: { range: '2 days' },
    })
  })

  it.each([
    ['in another language', { started: 'Dez 15 2026 00:54:14 +0100' }, '2026-12-14T23:54:14'],
    [
      'in a language that is not known',
      { started: 'xyz 15 2026 00:54:14 +0000' },
      '2026-11-15T00:54:14',
    ],
    [
      'in Croatian, where it is October',
      { started: 'lis 15 2026 00:54:14 +0000', id: '261015-0054.1898' },
      '2026-10-15T00:54:14',
    ],
    [
      'in Croatian, where it is June',
      { started: 'lip 15 2026 00:54:14 +0000', id: '260615-0054.1898' },
      '2026-06-15T00:54:14',
    ],
    [
      'in Croatian, where it is July',
      { started: 'srp 15 2026 00:54:14 +0000', id: '260715-0054.1898' },
      '2026-07-15T00:54:14',
    ],
    ['in Polish', { started: 'lis 15 2026 00:54:14 +0000' }, '2026-11-15T00:54:14'],
    [
      'of another day than its id',
      { started: 'lis 16 2026 00:54:14 +0000', id: '261015-0054.1898' },
      '2026-11-16T00:54:14',
    ],
    ['without a month in id or word', { started: 'xyz 15 2026 00:54:14 +0000', id: '1-2.3' }, null],
    ['of no day', { started: 'Feb 30 2026 00:54:14 +0000', id: '1-2.3' }, null],
  ])('has a time %s', async (_name, fields, time) => {
    const text = (head(fields) + END).replace('1-2.3', '261116-0000.1')
    const { run, remarks } = await one(text)
    expect(run?.startedAt).toBe(time === null ? null : at(time))
    expect(remarks).toHaveLength(time === null ? 1 : 0)
  })

  it('of 1.4 has a title, one time without a year, and an id with the year last', async () => {
    const text = `malware detect scan report for web01:
SCAN ID: 021215-1051.3559
TIME: Feb 12 10:51:26 +0000
PATH: /home
TOTAL FILES: 12
TOTAL HITS: 0
TOTAL CLEANED: 0

${END}`
    const { run: other } = await one(text.replace('021215', '051212').replace('Feb 12', 'May 12'))
    expect(other?.startedAt).toBe(at('2012-05-12T10:51:26'))
    const { run } = await one(text)
    expect(run).toMatchObject({
      host: 'web01',
      status: 'clean',
      startedAt: at('2015-02-12T10:51:26'),
    })
  })

  it('of a monitor is a list of hits', async () => {
    const text = head({ hits: '1' })
      .replace(/COMPLETED.*\nELAPSED.*\n\n/, 'MODE:      inotify digest\nELAPSED:   3d2h\n')
      .replace(/PATH.*\n/, '')
      .replace(/TOTAL CLEANED.*\n/, '')
    const { run, hits } = await one(text + list('{HEX}x.1 : /a') + END)
    expect(hits).toHaveLength(1)
    expect(run).toMatchObject({ status: 'infected', covers: null, seconds: 0 })
    expect(run?.summary).toMatchObject({ cleaned: 0 })
  })
})

describe('a hit of a session', () => {
  const hitsOf = async (text: string, hits = '1') =>
    (await one(head({ hits }) + text + END)).hits.map(({ path, signature, action, severity }) => ({
      path,
      signature,
      action,
      severity,
    }))
  const QUARANTINE = '/usr/local/maldetect/quarantine'

  it.each([
    ['/srv/a: Demo.Fake-1 FOUND', '/srv/a: Demo.Fake-1 FOUND', 'none'],
    [`/srv/a b.php => ${QUARANTINE}/a b.php.108026354`, '/srv/a b.php', 'quarantined'],
    [`/srv/a => b => ${QUARANTINE}/a => b.123`, '/srv/a => b', 'quarantined'],
    ['/srv/a => b', '/srv/a => b', 'none'],
    ['/srv/b => b.1', '/srv/b => b.1', 'none'],
    ['/srv/x => /y/z.php', '/srv/x => /y/z.php', 'none'],
    [`/srv/x => ${QUARANTINE}/x`, `/srv/x => ${QUARANTINE}/x`, 'none'],
    [`${' => '.repeat(40)}`.trimStart(), undefined, undefined],
    ['/srv/new\nline.php', '/srv/new\nline.php', 'none'],
    ['/srv/\u30d5\u30a1.php', '/srv/\u30d5\u30a1.php', 'none'],
  ])('with %j', async (text, path, action) => {
    const hits = await hitsOf(
      list(`{HEX}php.cmdshell.demo.1 : ${text}`),
      path === undefined ? '0' : '1',
    )
    expect(hits).toEqual(
      path === undefined
        ? []
        : [{ path, action, signature: '{HEX}php.cmdshell.demo.1', severity: 'critical' }],
    )
  })

  it('up to 1.5 stands in columns', async () => {
    expect(
      await hitsOf(
        list(
          `{MD5}EICAR.TEST.3.62     :  /srv/eicar.com  =>  ${QUARANTINE}/eicar.com.1`,
          '{HEX}php.cmdshell.demo.1  :  /srv/image.php',
        ),
        '2',
      ),
    ).toMatchObject([
      { path: '/srv/eicar.com', action: 'quarantined', severity: 'low' },
      { path: '/srv/image.php', action: 'none' },
    ])
  })

  it('was cleaned when the session says so', async () => {
    const text = `CLEANED & RESTORED FILES:\n/srv/a\n\nSUSPENDED ACCOUNTS:\nbob\n\n${list(
      `{HEX}x.1 : /srv/a => ${QUARANTINE}/a.1`,
      `{HEX}x.1 : /srv/b => ${QUARANTINE}/b.2`,
    )}`
    expect((await hitsOf(text, '2')).map(({ action }) => action)).toEqual([
      'cleaned',
      'quarantined',
    ])
  })

  it('comes once for each signature of a file', async () => {
    const text = list('{HEX}x.1 : /a', '{HEX}x.1 : /a', '{MD5}y.2 : /a')
    const { run, hits, remarks } = await one(head({ hits: '3' }) + text + END)
    expect(hits).toHaveLength(2)
    expect(run?.infections).toBe(1)
    expect(remarks).toEqual([])
  })

  it('may be one of more than the session should list', async () => {
    const long = `/${'x'.repeat(15_000)}\n`.repeat(1200)
    await expect(imported('maldet', `${head()}CLEANED & RESTORED FILES:\n${long}`)).rejects.toThrow(
      'over 16 MB of cleaned files',
    )
  })
})

describe('real sessions', () => {
  it('of a scan with quarantine', async () => {
    const { malwareRuns, hits } = await importedFile(
      'maldet',
      ownReport('maldet/1.6.5_session.261115-0054.1898'),
    )
    expect(malwareRuns).toMatchObject([
      { status: 'infected', files: 79, infections: 8, host: 'web01' },
    ])
    expect(new Set(hits.map(({ action }) => action))).toEqual(new Set(['quarantined']))
  })

  it.each(['1.6.5_session.261115-0053.50', '1.6.5_session.261115-0054.1898'])(
    '%s is never clean when it is cut',
    async (name) => {
      const content = readFileSync(ownReport(`maldet/${name}`))
      const end = content.indexOf('====')
      for (const cut of lineCuts(content)) {
        if (cut.length > end) continue
        const runs = await imported('maldet', cut).then(
          ({ malwareRuns }) => malwareRuns,
          (error) => {
            expect(error).toBeInstanceOf(Refused)
            return []
          },
        )
        for (const { status, complete } of runs) expect([status, complete]).not.toContain('clean')
      }
    },
  )
})
