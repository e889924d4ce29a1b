import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileInput } from '../../src/importers/input/input.ts'
import { lookOf, recognised } from '../../src/importers/recognise.ts'
import { NotItsOwn, Refused } from '../../src/importers/refused.ts'
import { importerOf } from '../../src/importers/registry.ts'
import { clamscanTotals, found, printed } from '../support/clamav-text.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { lineCuts } from '../support/cuts.ts'
import { imported, importedFile, ownReport } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'

describe('recognises', () => {
  const recognises = (head: string) => importerOf('clamav')?.recognises(head)

  it.each([
    ['hits only', found('/srv/a')],
    ['clean files only', '/srv/a: OK\n/srv/b: OK\n'],
    ['much of -v', `${'Scanning /srv/a!ZIP:b\n'.repeat(2000)}/srv/a: OK\n`],
    [
      'hits that were moved to another disk',
      `${found('/srv/a')}\ntraverse_rename: Failed to rename: /srv/a\n\tto: /q/a\nError:Invalid cross-device link\n/srv/a: moved to '/q/a'\n`,
    ],
    [
      'hits that were removed, with -v',
      `${"traverse_to: Handle opened for 'srv' directory.\n".repeat(9)}Scanning /srv/a\n${found('/srv/a')}\n/srv/a: Removed.\n`,
    ],
    [
      'a head that ends in a path',
      `/srv/a: OK\n${`/${'b'.repeat(999)}: OK\n`.repeat(70)}`.slice(0, 65_536),
    ],
    [
      'a file named after another tool',
      printed(['/AIDE 1/ClamAV update process started: OK'], clamscanTotals()),
    ],
  ])('%s', (_name, head) => {
    expect(recognises(head)).toBe(true)
  })

  it.each([
    ['sums that were checked', 'a: OK\nb: FAILED\nc: OK\n'],
    ['a syslog', `Nov 15 00:41:25 web01 clamd[12]: ${found('/srv/a')}\n`],
    ['a newer syslog', `2026-11-15T00:41:25+00:00 web01 clamd[12]: ${found('/srv/a')}\n`],
    ['a text with a hit', `Dear all,\n\nlook at this:\n${found('/srv/a')}\nRegards\n`],
    ['what begins a log of freshclam', `${'-'.repeat(38)}\n`],
    ['nothing', ''],
  ])('not %s', async (_name, head) => {
    expect(recognises(head)).toBe(false)
    await expect(imported('clamav', head)).rejects.toThrow('it is no report of ClamAV')
  })

  it.each([
    ['hits of maldet', `{HEX}php.demo.1 : ${found('/srv/a')}\n`, /maldet/],
    ['freshclam', 'ClamAV update process started at Sun Nov 15 00:41:32 2026\n', /freshclam/],
    ['clamonacc', `${'-'.repeat(38)}\nClamInotif: watching '/srv'\n${found('/a')}\n`, /clamonacc/],
    ['--gen-json', '{\n"RootFileType":"CL_TYPE_PDF",\n"FileMD5":"f6"\n}', /gen-json/],
    [
      'an error',
      "LibClamAV Error: cl_load(): No such file\nERROR: Can't get file status\n",
      /error/,
    ],
    [
      'an error of a path',
      "/srv/x: No such file or directory\nWARNING: /srv/x: Can't access file\n",
      /error/,
    ],
  ])('and refuses by its name: %s', async (_name, head, reason) => {
    expect(recognises(head)).toBe(false)
    await expect(imported('clamav', head)).rejects.toBeInstanceOf(NotItsOwn)
    expect(lookOf(head)).toMatch(reason)
  })
})

describe('what fills the beginning of a report', () => {
  const noise = [
    ['links', '/etc/ssl/certs/a.0: Symbolic link\n'],
    ['warnings of the engine', 'LibClamAV Warning: cli_loadldb: signature for X is not used\n'],
    ['words of other programs', 'Fetching the signatures, please wait\n'],
  ] as const

  it.each(noise)('does not hide it from who names the tool: %s', async (_name, line) => {
    const text = line.repeat(3000) + printed([found('/srv/a')], clamscanTotals({ infected: 1 }))
    const { malwareRuns, hits } = await imported('clamav', text)
    expect(malwareRuns).toMatchObject([{ status: 'infected', complete: true }])
    expect(hits.map(({ path }) => path)).toEqual(['/srv/a'])
  })

  it.each(noise)('makes no report of it: %s', async (_name, line) => {
    await expect(imported('clamav', line.repeat(3000))).rejects.toBeInstanceOf(Refused)
  })

  it('may be links where there are no totals', async () => {
    const text = `${'/srv/a: Symbolic link\n'.repeat(9)}/srv/b: Excluded\n${found('/srv/c')}\n`
    expect((await imported('clamav', text)).hits).toHaveLength(1)
  })

  it('does not hide it in a folder, where that is ClamAV’s own', async () => {
    const mayBeOwn = (text: string) => importerOf('clamav')?.mayBeOwn?.(memoryInput('x', text))
    for (const [name, line] of noise) {
      const own = name !== 'words of other programs'
      expect([name, await mayBeOwn(line.repeat(3000) + clamscanTotals())]).toEqual([name, own])
      expect([name, await mayBeOwn(line)]).toEqual([name, false])
    }
    expect(await mayBeOwn(clamscanTotals())).toBe(true)
  })

  it('is told for what it is, where all is one long line', async () => {
    const text = `PK\x03\x04${'x'.repeat(17 * 1024 * 1024)}`
    await expect(imported('clamav', text)).rejects.toThrow('it is no report of ClamAV')
    expect(lookOf(text)).toMatch('it looks like a zip archive')
  })
})

describe('real reports', () => {
  it('of a log with actions and a second run', async () => {
    const { malwareRuns, hits, remarks } = await importedFile(
      'clamav',
      ownReport('clamav/1.4.6_move.log'),
    )
    expect(malwareRuns.map(({ status, files, infections }) => [status, files, infections])).toEqual(
      [
        ['infected', 124, 59],
        ['clean', 65, 0],
      ],
    )
    expect(new Set(hits.map(({ action }) => action))).toEqual(new Set(['quarantined']))
    expect(hits.map(({ path }) => path)).toContain(
      '/srv/site/www/wp-content/uploads/2026/11/new\nline.php',
    )
    expect(remarks).toEqual([])
  })

  it.each([
    'clamav/1.4.6_move.log',
    'clamav/1.4.6_infected_full.stdout.txt',
    'clamav/1.4.6_cron_appended.log',
    'clamav/1.5.4_infected_only.stdout.txt',
  ])('%s is never clean by mistake when it is cut', (name) => neverCleanWhenCut(ownReport(name)))
})

async function neverCleanWhenCut(path: string) {
  const content = readFileSync(path)
  const { malwareRuns: whole } = await imported('clamav', content)
  for (const cut of lineCuts(content)) {
    const runs = await imported('clamav', cut).then(
      ({ malwareRuns }) => malwareRuns,
      (error) => {
        expect(error).toBeInstanceOf(Refused)
        return []
      },
    )
    for (const run of runs) {
      // What clamdscan says without a date, it said in full before 0.103.
      const isClean = run.status === 'clean' && run.toolVersion !== null
      if (run.complete || isClean) expect(whole).toContainEqual(run)
    }
  }
}

interface Expected {
  readonly runs: readonly {
    infected_files: number
    scanned_files: number | null
    time_sec: number
  }[]
  readonly unique_paths: number
  readonly unique_path_signature: number
  readonly detections: readonly (readonly [path: string, signature: string])[] | string
}

describe.skipIf(!hasCollection)('the collection', () => {
  const names = hasCollection
    ? globSync('{own,public}/{clamav,clamd,freshclam}/*', { cwd: collected('') })
    : []
  const expected: Record<string, Expected> = hasCollection
    ? JSON.parse(readFileSync(collected('EXPECTED.json'), 'utf8'))
    : {}
  const refused = /stderr|move_fail|metadata\.json|clamonacc|freshclam/
  /** A byte that is no UTF-8 is half a surrogate pair there. */
  const decoded = (path: string) =>
    path.replace(
      /[\uDC80-\uDCFF]/g,
      (it) => `\\x${(it.charCodeAt(0) - 0xdc00).toString(16).toUpperCase()}`,
    )

  it.each(names.filter((it) => !refused.test(it)))('%s holds what was counted', async (name) => {
    const { runs, unique_paths, unique_path_signature, detections } =
      expected[name.replace(/^\w+\//, '')] ?? {}
    const { malwareRuns, hits } = await importedFile('clamav', collected(name))
    const pairs = new Set(hits.map(({ path, signature }) => `${path}\n${signature}`))
    if (unique_path_signature !== undefined) {
      expect(pairs.size).toBe(unique_path_signature)
      expect(new Set(hits.map(({ path }) => path)).size).toBe(unique_paths)
    }
    if (Array.isArray(detections)) {
      expect([...pairs].sort()).toEqual(
        [
          ...new Set(detections.map(([path, signature]) => `${decoded(path)}\n${signature}`)),
        ].sort(),
      )
    }
    if (runs === undefined || runs.length === 0) return
    expect(
      malwareRuns.map(({ infections, files, seconds, summary }) => ({
        infected_files: summary['reported_infected_files'] ?? infections,
        scanned_files: summary['files_scanned'] === 'unknown' ? null : files,
        seconds,
      })),
    ).toEqual(
      runs.map(({ infected_files, scanned_files, time_sec }) => ({
        infected_files,
        scanned_files,
        seconds: Math.round(time_sec),
      })),
    )
  })

  it.each(names.filter((it) => refused.test(it)))('%s is refused', async (name) => {
    await expect(importedFile('clamav', collected(name))).rejects.toBeInstanceOf(Refused)
  })

  it.each(names.filter((it) => !refused.test(it)))(
    '%s is never clean by mistake when it is cut',
    (name) => neverCleanWhenCut(collected(name)),
  )

  it('of -v has no hit that the whole has not, wherever it is cut', async () => {
    const content = readFileSync(collected('own/clamav/1.4.6_archive_verbose.stdout.txt'))
    const whole = new Set((await imported('clamav', content)).hits.map(({ path }) => path))
    expect(whole.size).toBe(48)
    for (const line of content.toString('latin1').matchAll(/\n/g)) {
      const { malwareRuns, hits } = await imported('clamav', content.subarray(0, line.index + 1))
      expect(malwareRuns).toHaveLength(1)
      expect(hits.map(({ path }) => path).filter((it) => !whole.has(it))).toEqual([])
    }
  })

  it('is claimed by nobody else, and claims nothing of others', async () => {
    const files = globSync('{own,public}/*/*', { cwd: collected('') })
    for (const name of files) {
      const { head } = await fileInput(collected(name), name)
      const own = names.includes(name) && !refused.test(name)
      expect({ name, own: importerOf('clamav')?.recognises(head) }).toEqual({ name, own })
      if (own) expect(recognised(head)?.tool).toBe('clamav')
    }
  })
})
