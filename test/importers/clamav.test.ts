import { describe, expect, it } from 'vitest'
import { Refused } from '../../src/importers/refused.ts'
import { importerOf } from '../../src/importers/registry.ts'
import { clamdscanTotals, clamscanTotals, found, logged, printed } from '../support/clamav-text.ts'
import { imported } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'

/** As many as the totals say, unless told otherwise. */
const CLEAN = ['/srv/a: OK', '/srv/b: OK', '/srv/c: OK']

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000

const one = async (content: string, zone = 'UTC') => {
  const { malwareRuns, ...rest } = await imported('clamav', content, { zone })
  expect(malwareRuns).toHaveLength(1)
  return { ...rest, run: malwareRuns[0] }
}

describe('one run', () => {
  it('has the totals of clamscan', async () => {
    const { run } = await one(printed(CLEAN, clamscanTotals({ known: 8_699_162 })))
    expect(run).toEqual({
      kind: 'malware-run',
      scanType: 'clamav',
      toolVersion: '1.4.6',
      host: null,
      startedAt: at('2026-11-15T00:40:27'),
      status: 'clean',
      files: 3,
      infections: 0,
      seconds: 62,
      summary: {
        known_viruses: 8_699_162,
        engine_version: '1.4.6',
        data_scanned_gb: 0.5,
        data_read_gb: 0.25,
        directories: 1,
      },
      covers: null,
      complete: true,
      open: false,
    })
  })

  it('starts at the time of the zone that the report is said to have', async () => {
    const { run } = await one(printed(['/srv/a: OK'], clamscanTotals()), 'Asia/Kolkata')
    expect(run?.startedAt).toBe(at('2026-11-14T19:10:27'))
  })

  it('has no time when its date does not exist, and says so', async () => {
    const { run, remarks } = await one(clamscanTotals({ start: '2026:02:30 00:40:27' }))
    expect(run).toMatchObject({ startedAt: null, status: 'clean', complete: true })
    expect(remarks).toEqual(['the start date 2026:02:30 00:40:27 is no date'])
  })

  it('before 0.103 has no date and ends with its time', async () => {
    const { run: unknown } = await one(
      printed(['/srv/a: OK'], clamscanTotals({ version: '0.102.4' })).replace('0.102.4', 'devel'),
    )
    expect(unknown).toMatchObject({ status: 'incomplete', complete: false })
    for (const version of ['0.99.2', '0.102.4']) {
      const { run } = await one(printed(CLEAN, clamscanTotals({ version })))
      expect(run).toMatchObject({ startedAt: null, status: 'clean', complete: true, open: false })
    }
  })

  it.each([
    ['296 B', 0],
    ['512.00 KiB', 0.000488],
    ['1.50 GiB', 1.5],
    ['2.00 TiB', 2048],
    ['1.00 parsecs', undefined],
    ['-1.00 MB', undefined],
  ])('with %s of data scanned has %s GB', async (amount, gigabytes) => {
    const totals = clamscanTotals().replace('512.00 MB', amount)
    expect((await one(printed([], totals))).run?.summary['data_scanned_gb']).toBe(gigabytes)
  })

  it('counts infected files, and names each signature of a file once', async () => {
    const lines = [found('/a', 'X.1'), found('/a', 'Y.2'), found('/a', 'X.1'), found('/b', 'X.1')]
    const { run, hits } = await one(printed(lines, clamscanTotals({ infected: 2 })))
    expect(hits.map(({ path, signature }) => `${path} ${signature}`)).toEqual([
      '/a X.1',
      '/a Y.2',
      '/b X.1',
    ])
    expect(run).toMatchObject({ status: 'infected', infections: 2, complete: true })
  })

  it('keeps both numbers when they differ, and is not complete', async () => {
    const { run, remarks } = await one(printed([found('/a')], clamscanTotals({ infected: 5 })))
    expect(run).toMatchObject({
      status: 'infected',
      infections: 1,
      complete: false,
      summary: { reported_infected_files: 5 },
    })
    expect(remarks).toEqual(['ClamAV counts 5 infected files, its report names 1'])
  })

  it('is infected when only its totals say so', async () => {
    const { run } = await one(printed(['/a: OK'], clamscanTotals({ infected: 1 })))
    expect(run).toMatchObject({ status: 'infected', infections: 0, complete: false })
  })

  it('gives severities by the name of the signature', async () => {
    const lines = [found('/a'), found('/b', 'PUA.Adware.Demo-3'), found('/c', 'Win.Trojan.X-1')]
    const { hits } = await one(printed(lines, clamscanTotals({ infected: 3 })))
    expect(hits.map(({ severity }) => severity)).toEqual(['critical', 'low', 'high'])
  })

  it('with --bell and its errors in the same file has the paths without the bell', async () => {
    const lines = [found('/srv/a'), `\x07${found('/srv/b')}`, '\x07\x07/srv/c: OK', '\x07']
    const { run, hits, cleanFiles } = await one(
      printed(lines, clamscanTotals({ files: 3, infected: 2 })),
    )
    expect(hits.map(({ path }) => path)).toEqual(['/srv/a', '/srv/b'])
    expect(cleanFiles).toEqual(['/srv/c'])
    expect(run).toMatchObject({ status: 'infected', infections: 2, complete: true })
  })

  it('of Windows has lines that end with CR, and may begin with a mark', async () => {
    const text = `\uFEFF${printed([found('C:\\x\\a b.exe'), 'C:\\x\\b: OK'], clamscanTotals({ infected: 1, files: 2 }))}`
    const { run, hits, cleanFiles } = await one(text.replaceAll('\n', '\r\n'))
    expect(hits[0]?.path).toBe('C:\\x\\a b.exe')
    expect(cleanFiles).toEqual(['C:\\x\\b'])
    expect(run).toMatchObject({ status: 'infected', complete: true })
  })
})

describe('a run that is not clean, though nothing was found', () => {
  it.each([
    ['without signatures', clamscanTotals({ known: 0, files: 0 }), 'error'],
    ['without signatures for its files', clamscanTotals({ known: 0 }), 'error'],
    ['without files', clamscanTotals({ files: 0 }), 'error'],
    ['with errors', clamscanTotals({ errors: 2 }), 'incomplete'],
    ['with a number without end', clamscanTotals({ files: '9'.repeat(30) }), 'incomplete'],
    ['with a negative number', clamscanTotals({ known: '-1' }), 'incomplete'],
    ['without its number of hits', clamscanTotals({ infected: 'NaN' }), 'incomplete'],
    ['with errors that cannot be counted', clamscanTotals({ errors: -1 }), 'incomplete'],
    ['of clamdscan with errors', clamdscanTotals({ errors: 1 }), 'error'],
    ['of clamdscan that names nothing', clamdscanTotals(), 'incomplete'],
  ])('%s', async (_name, totals, status) => {
    const { run } = await one(totals)
    expect(run).toMatchObject({ status, infections: 0, complete: false, open: false })
    expect(run?.summary['reason']).toBeTypeOf('string')
  })

  it.each([
    ["Can't open file or directory", { known: 0, files: 0 }, 'no signatures were loaded'],
    ["Can't open file", {}, "ClamAV reported an error: Can't open file"],
    ['x'.repeat(300), {}, `ClamAV reported an error: ${'x'.repeat(200)}`],
  ])('for the reason that helps: %s', async (error, totals, reason) => {
    const { run } = await one(`ERROR: ${error}\nERROR: more\n${clamscanTotals(totals)}`)
    expect(run).toMatchObject({ status: 'error', summary: { reason } })
  })

  it.each([
    "WARNING: /srv/nosuch: Can't access file",
    "WARNING: Can't open file /srv/x: Permission denied",
    'WARNING: /srv/fifo: Not supported file type',
    '/srv/x: Access denied',
    "/srv/x: Can't open directory.",
    "/srv/x: Can't allocate memory ERROR",
    '/srv/x: lstat() failed: Permission denied. ERROR',
    '/srv/x: Failed to open file',
    '/srv/x: no reply from clamd',
    '/srv/x: stat() failed with No such file or directory, clamd may not be responding',
  ])('when a line says: %s', async (line) => {
    const { run } = await one(logged([line], clamscanTotals()))
    expect(run).toMatchObject({ status: 'incomplete', complete: false, summary: { errors: 1 } })
  })

  it('when clamdscan lost clamd on the way', async () => {
    const line = 'ERROR: Clamd closed the connection before scanning all files.'
    const { run } = await one(printed(['/srv/a: OK', line], clamdscanTotals()))
    expect(run).toMatchObject({ status: 'error', complete: false })
  })

  it('is clean after a warning that concerns no file, but not complete after one of the engine', async () => {
    const warning = 'WARNING: System limit for file size is lower than engine->maxfilesize'
    expect((await one(logged([warning], clamscanTotals()))).run).toMatchObject({
      status: 'clean',
      complete: true,
    })
    const engine = 'LibClamAV Error: cli_scanxz: decompress file exceeds limits'
    expect((await one(printed([engine], clamscanTotals()))).run).toMatchObject({
      status: 'clean',
      complete: false,
    })
  })
})

describe('a run that was cut', () => {
  const whole = printed(['/srv/a: OK', '/srv/b: OK'], clamscanTotals())

  it('is never clean, wherever it is cut', async () => {
    for (let length = 1; length < whole.length - 1; length++) {
      const { malwareRuns } = await imported('clamav', whole.slice(0, length)).catch((error) => {
        expect(error).toBeInstanceOf(Refused)
        return { malwareRuns: [] }
      })
      for (const { status, complete, open } of malwareRuns) {
        expect({ length, status, complete, open }).toEqual({
          length,
          status: 'incomplete',
          complete: false,
          open: true,
        })
      }
    }
  })

  it('keeps its hits and counts the files that it names', async () => {
    const { run, hits } = await one(printed([found('/a'), '/b: OK', '/srv/torn: Php.We']))
    expect(hits).toHaveLength(1)
    expect(run).toMatchObject({ status: 'infected', files: 2, complete: false, open: true })
  })

  it('of a log may hold nothing but its first line', async () => {
    const { run } = await one(logged([]))
    expect(run).toMatchObject({ status: 'incomplete', files: 0, startedAt: null, open: true })
    expect((await one(logged([]).trimEnd())).run).toEqual(run)
  })
})

describe('a run of -v that was killed', () => {
  const announced = (...paths: string[]) => paths.map((it) => `Scanning ${it}`)

  it('is one though it names nothing but what it is about to scan', async () => {
    const lines = announced('/srv/a', '/srv/b.zip', '/srv/b.zip!ZIP:c', '/srv/d')
    for (const text of [printed(lines), printed(lines).slice(0, -3), logged(lines)]) {
      const { run, hits } = await one(text)
      expect(hits).toEqual([])
      expect(run).toMatchObject({
        status: 'incomplete',
        // The third may not have been scanned to its end.
        files: 2,
        complete: false,
        open: true,
        summary: { reason: 'the report does not come to its end' },
      })
    }
  })

  it('counts what it has scanned, whether it names what was clean or not', async () => {
    const lines = [...announced('/srv/a', '/srv/b'), found('/srv/b'), ...announced('/srv/c')]
    expect((await one(printed(lines))).run).toMatchObject({ status: 'infected', files: 2 })
    const named = ['Scanning /srv/a', '/srv/a: OK', 'Scanning /srv/b', found('/srv/b')]
    expect((await one(printed(named))).run).toMatchObject({ status: 'infected', files: 2 })
    const denied = ["WARNING: Can't open file /srv/b: Permission denied", 'Scanning /srv/c']
    expect((await one(printed([...announced('/srv/a', '/srv/b'), ...denied]))).run).toMatchObject({
      files: 1,
      summary: { errors: 1 },
    })
  })

  it('is told from the run behind it', async () => {
    const { malwareRuns } = await imported(
      'clamav',
      printed(announced('/srv/a', '/srv/b')) + logged(CLEAN, clamscanTotals()),
    )
    expect(malwareRuns.map(({ status, open }) => [status, open])).toEqual([
      ['incomplete', false],
      ['clean', false],
    ])
  })

  it('is no run of its own where a script has written one before its log', async () => {
    const text = printed(announced('/srv')) + logged(CLEAN, clamscanTotals())
    const { malwareRuns } = await imported('clamav', text)
    expect(malwareRuns).toMatchObject([{ status: 'clean', complete: true }])
  })

  it('is no report for who does not name the tool, and none without a path', async () => {
    const mayBe = async (text: string) =>
      (await importerOf('clamav')?.mayBeOwn?.(memoryInput('x', text))) ?? null
    expect(importerOf('clamav')?.recognises('Scanning /srv/a\n')).toBe(false)
    expect(await mayBe('Scanning /srv/a\nScanning /srv/b\n')).toBe(true)
    expect(await mayBe('Scanning 10.0.0.1 [1000 ports]\n')).toBe(false)
    expect(await mayBe('Scanning /srv/a\nDone.\nNothing was found.\n')).toBe(false)
  })
})

describe('a log with several runs', () => {
  const first = logged([found('/a')], clamscanTotals({ infected: 1 }))
  const killed = logged([found('/b'), '/srv/to'])
  const last = logged([found('/c')], clamscanTotals({ infected: 1, start: '2026:11:16 00:40:27' }))

  it('tells a killed run from the whole ones around it', async () => {
    for (const middle of [killed, killed.slice(0, -1), logged(['/srv/torn by a full disk'])]) {
      const { malwareRuns, hits } = await imported('clamav', first + middle + last)
      expect(malwareRuns.map(({ status, complete, open }) => [status, complete, open])).toEqual([
        ['infected', true, false],
        [middle.includes('FOUND') ? 'infected' : 'incomplete', false, false],
        ['infected', true, false],
      ])
      // The end of the run before it is the last time that is known.
      const startedAt = at('2026-11-15T00:41:28')
      expect(malwareRuns[1]).toMatchObject({ startedAt, isDatedByLast: true })
      expect(malwareRuns[2]).not.toHaveProperty('isDatedByLast')
      expect(hits.at(-1)?.path).toBe('/c')
    }
  })

  it('ends with an open run when that one has no totals yet', async () => {
    const { malwareRuns } = await imported('clamav', first + killed)
    expect(malwareRuns.map(({ open }) => open)).toEqual([false, true])
    // It was written when its file was.
    expect(malwareRuns.map(({ startedAt }) => startedAt)).toEqual([expect.any(Number), null])
  })

  it('may be output that was appended, with no line between', async () => {
    const clean = printed([], clamscanTotals())
    const infected = printed([found('/a')], clamscanTotals({ infected: 1 }))
    const { malwareRuns } = await imported('clamav', clean + clean + infected + clean)
    expect(malwareRuns.map(({ status, complete }) => [status, complete])).toEqual([
      ['clean', true],
      ['clean', true],
      ['infected', true],
      ['clean', true],
    ])
  })

  it.each([
    ['of infected files alone', [found('/a')], []],
    ['of all files', ['/srv/a: OK', found('/a'), '/srv/b: OK'], CLEAN],
  ])('tells a killed run by totals without a hit, in output %s', async (_, killed, lines) => {
    const { reports } = await imported(
      'clamav',
      printed(killed) + printed(lines, clamscanTotals({ files: 3 })),
    )
    const startedAt = at('2026-11-15T00:40:27')
    expect(reports.filter(({ kind }) => kind !== 'clean-file')).toMatchObject([
      { kind: 'hit', path: '/a' },
      // It was over when the next one began.
      { status: 'infected', infections: 1, files: killed.length, startedAt, isDatedByEnd: true },
      { status: 'clean', infections: 0, startedAt, complete: false, open: false },
    ])
    expect(reports.at(-1)).not.toMatchObject({ summary: { reported_infected_files: 0 } })
  })

  it.each([
    ['counts errors: limits are among them', printed([found('/a')], clamscanTotals({ errors: 1 }))],
    ['is a log', logged([found('/a')], clamscanTotals())],
    // A file name may hold such a line.
    ['names no more files than it counts', printed([found('/a'), ...CLEAN], clamscanTotals())],
  ])('is one run where it %s', async (_, text) => {
    const { malwareRuns } = await imported('clamav', text)
    expect(malwareRuns).toMatchObject([
      { status: 'infected', summary: { reported_infected_files: 0 } },
    ])
  })

  it('blames an error behind the totals on the next run', async () => {
    const failed = printed(["ERROR: Can't get file status"], clamscanTotals({ known: 0, files: 0 }))
    const { malwareRuns } = await imported('clamav', printed([], clamscanTotals()) + failed)
    expect(malwareRuns.map(({ status }) => status)).toEqual(['clean', 'error'])
  })

  it('begins the next run with what -v announces', async () => {
    const verbose = logged(['Scanning /srv/a'], clamscanTotals())
    const { malwareRuns } = await imported('clamav', `${verbose}Scanning /srv/b\n`)
    expect(malwareRuns.map(({ status, open }) => [status, open])).toEqual([
      ['incomplete', false],
      ['incomplete', true],
    ])
  })

  it('does not care for what a script adds behind the totals', async () => {
    const { malwareRuns } = await imported(
      'clamav',
      `${first}Scan finished, have a nice day.\n${last}`,
    )
    expect(malwareRuns.map(({ complete }) => complete)).toEqual([true, true])
  })
})

describe('clamdscan', () => {
  it('covers the folders that it found clean, and knows no number of files', async () => {
    const { run, cleanFiles } = await one(printed(['/srv/a: OK', '/srv/b: OK'], clamdscanTotals()))
    expect(cleanFiles).toEqual(['/srv/a', '/srv/b'])
    expect(run).toMatchObject({
      status: 'clean',
      files: 0,
      toolVersion: null,
      covers: ['/srv/a', '/srv/b'],
      complete: true,
      summary: { files_scanned: 'unknown' },
    })
  })

  it('covers nothing by a list of files that is too long', async () => {
    const files = Array.from({ length: 1001 }, (_, i) => `/srv/${i}: OK`)
    const { run, cleanFiles } = await one(printed(files, clamdscanTotals()))
    expect(run).toMatchObject({ status: 'clean', covers: [], complete: true })
    expect(cleanFiles).toHaveLength(1001)
  })

  it('is not complete with hits: the connection may have been lost', async () => {
    const { run } = await one(printed([found('/srv/a')], clamdscanTotals({ infected: 1 })))
    expect(run).toMatchObject({ status: 'infected', complete: false })
    expect(run?.summary['reason']).toBeUndefined()
  })

  it('is not whole where its start stands without its end', async () => {
    const text = printed(['/srv/a: OK'], clamdscanTotals())
    const { run } = await one(text.slice(0, text.indexOf('End Date')))
    expect(run).toMatchObject({ status: 'incomplete', open: true })
    // As 0.102 has it: nobody can tell it from a whole one.
    expect((await one(text.slice(0, text.indexOf('Start Date')))).run).toMatchObject({
      status: 'clean',
      complete: false,
    })
  })
})
