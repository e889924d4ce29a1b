import { describe, expect, it } from 'vitest'
import { clamscanTotals, found, logged, printed } from '../support/clamav-text.ts'
import { imported } from '../support/imported.ts'

const DASHES = `${'-'.repeat(79)}\n`

const one = async (content: string) => {
  const { malwareRuns, ...rest } = await imported('clamav', content)
  expect(malwareRuns).toHaveLength(1)
  return { ...rest, run: malwareRuns[0] }
}

describe('a path', () => {
  const pathsOf = async (...lines: string[]) =>
    (await one(printed(lines, clamscanTotals({ infected: 1 })))).hits.map(({ path }) => path)

  it.each([
    '/srv/a: Demo.Fake-1 FOUND',
    '/srv/résumé: FOUND.php',
    '/srv/a: OK',
    "/srv/a: moved to '/b'",
    '/srv/new\nline.php',
    '/srv/two\n\nlines\n.php',
    '/srv/ends with\n',
    '/srv/x\n---------\nKnown viruses: 0',
    './here\nthere',
    `/srv/x\n${'-'.repeat(79)}\ny`,
    '/srv/x\nERROR: y\nz',
    'stdin',
  ])('may be %j', async (path) => {
    expect(await pathsOf('/srv/0: OK', ...found(path).split('\n'))).toEqual([path])
    expect(await pathsOf(...found(path).split('\n'), '/srv/z: OK')).toEqual([path])
  })

  it('below the folder that was scanned may hold a new line too', async () => {
    expect(await pathsOf('www/a.php: OK', 'www/new', found('line.php'))).toEqual([
      'www/new\nline.php',
    ])
    // Nothing says that this is the beginning of a path.
    expect(await pathsOf('Looking for viruses', found('line.php'))).toEqual(['line.php'])
    expect(await pathsOf('who knows', found(''))).toEqual(['(unknown)'])
  })

  it('may hold bytes that are no UTF-8', async () => {
    const bytes = Buffer.from(
      printed([found('/srv/\u00e9t\u00e9')], clamscanTotals({ infected: 1 })),
      'latin1',
    )
    const { hits } = await imported('clamav', bytes)
    expect(hits[0]?.path).toBe('/srv/\\xE9t\\xE9')
  })

  it('is not what a message says, nor what -v announces', async () => {
    expect(
      await pathsOf(
        '/srv/nosuch: No such file or directory',
        "WARNING: /srv/nosuch: Can't access file",
        'Scanning /srv/new',
        'line.php',
        '/srv/new',
        found('line.php'),
      ),
    ).toEqual(['/srv/new\nline.php'])
    expect(await pathsOf('Scanning /srv/a', '/b', '/srv/a', found('/b'))).toEqual(['/srv/a\n/b'])
  })

  it('is whole behind a message, and not twice with -v', async () => {
    const noise = ['/etc/cron.daily/scan: line 3: mail: not found', 'LibClamAV Warning: old']
    expect(await pathsOf(...noise, found('/srv/a'))).toEqual(['/srv/a'])
    const named = '/srv/a: X.Y FOUND'
    expect(
      await pathsOf('Scanning /srv/0', '/srv/0: OK', `Scanning ${named}`, found(named)),
    ).toEqual([named])
  })

  it('is not what -v announces first, whatever the name looks like', async () => {
    const named = '/srv/a: X.Y FOUND'
    expect(await pathsOf(`Scanning ${named}`, found(named))).toEqual([named])
    expect(await pathsOf(`Scanning ${named}`, `${named}: OK`)).toEqual([])
    const lines = ['Scanning /srv/a', 'b: X.Y FOUND']
    expect(await pathsOf(...lines, '/srv/a', found('b: X.Y FOUND'))).toEqual([
      '/srv/a\nb: X.Y FOUND',
    ])
    expect(await pathsOf(...lines, '/srv/a', 'b: X.Y FOUND: OK')).toEqual([])
    // What was killed behind its announcement says nothing about the next run.
    expect(await pathsOf('Scanning /srv/a', found('/srv/b'))).toEqual(['/srv/b'])
  })

  it('is not lost where -v -i goes on to another folder, of which nothing was named before', async () => {
    const lines = ['Scanning www/a', found('www/a'), 'Scanning www/b']
    expect(await pathsOf(...lines, 'Scanning other/c', found('other/c'))).toEqual([
      'www/a',
      'other/c',
    ])
    expect(await pathsOf('Scanning /srv/a', 'Scanning c.php', found('c.php'))).toEqual(['c.php'])
  })

  it('is whole behind what -v has not announced', async () => {
    const verbose = ['Scanning /srv/0', '/srv/0: OK', 'Scanning /srv/1']
    for (const before of [
      // The last line of a run that was killed, and the first one of the next.
      '/srv/1Scanning /srv/a',
      '/etc/cron.daily/scan: line 3: 77 Killed',
    ]) {
      expect(await pathsOf(...verbose, before, found('/srv/a'))).toEqual(['/srv/a'])
    }
    // A file in the archive is called b, and goes on with /c.
    const archive = ['Scanning /srv/a.zip', 'Scanning /srv/a.zip!ZIP:b', '/c', found('/srv/a.zip')]
    expect(await pathsOf(...archive)).toEqual(['/srv/a.zip'])
  })

  it('may go on with a root, except in the first line of a run', async () => {
    const lines = ['/srv/folder', found('/srv/a.php')]
    expect(await pathsOf('/srv/0: OK', ...lines)).toEqual(['/srv/folder\n/srv/a.php'])
    // Nothing tells it from what a script prints before the scan.
    expect(await pathsOf(...lines)).toEqual(['/srv/a.php'])
  })

  it.each([
    ['run-parts', ['/etc/cron.daily/clamscan:']],
    ['run-parts, and an empty line', ['/etc/cron.daily/clamscan:', '']],
    ['the linker', ['/usr/bin/clamscan: /lib/libcurl.so.4: no version information available']],
    ['a shell, twice', ['/etc/cron.daily/scan: line 3: x: not found', '/bin/x: line 4: y']],
    ['run-parts and the engine', ['/etc/cron.daily/clamscan:', 'LibClamAV Warning: old']],
    ['df', ['/dev/sda1  50G  20G  30G  40% /']],
    ['a folder', ['/srv']],
  ])('is not what stands before the scan: %s', async (_name, lines) => {
    expect(await pathsOf(...lines, found('/srv/a'))).toEqual(['/srv/a'])
    expect(await pathsOf('/srv/0: OK', ...lines.slice(0, 1), found('/srv/a'))).toEqual([
      lines[0]?.startsWith('/dev/') ? `${lines[0]}\n/srv/a` : '/srv/a',
    ])
  })

  it('without a root is not what stands before the scan either', async () => {
    const header = '/etc/cron.daily/clamscan:'
    expect(await pathsOf(header, found('./a'))).toEqual(['./a'])
    expect(await pathsOf(header, '', found('www/a'))).toEqual(['www/a'])
    expect(await pathsOf(header, 'Scanning /srv/a: b', '/srv/a: b', found('/c'))).toEqual([
      '/srv/a: b\n/c',
    ])
  })

  it('is none in lines longer than any path', async () => {
    const long = `/${'x'.repeat(70_000)}`
    expect(await pathsOf('/srv/0: OK', '/srv/torn', long, found('/a'))).toEqual(['/a'])
    const lines = Array.from({ length: 200 }, () => `/${'y'.repeat(100)}`)
    expect(await pathsOf(...lines, found('/a'))).toEqual(['/a'])
  })

  it('is not in a line that only ends like one with a verdict', async () => {
    const lines = ['nothing ERROR', 'nothing FOUND', ': FOUND', 'a: two words FOUND']
    expect(await pathsOf(...lines, found('/a'))).toEqual(['/a'])
  })

  it('is not given away by what --log-hash and --log-file-type add', async () => {
    const lines = [
      found('/srv/a'),
      `/srv/a FileHash: ${'0a'.repeat(32)} (sha2-256)`,
      '/srv/a FileType: CL_TYPE_TEXT_ASCII',
      "/srv/a: moved to '/q/a'",
    ]
    const { hits } = await one(printed(lines, clamscanTotals({ infected: 1 })))
    expect(hits).toMatchObject([{ path: '/srv/a', action: 'quarantined' }])
  })
})

describe('an action', () => {
  const actionsOf = async (...lines: string[]) =>
    (await one(printed(lines, clamscanTotals({ infected: 1 })))).hits.map(({ action }) => action)

  it.each([
    ["/srv/a: moved to '/q/a'", 'quarantined'],
    ["/srv/a: copied to '/q/a.001'", 'copied'],
    ['/srv/a: Removed.', 'removed'],
    ["/srv/a (real path: '/mnt/a'): moved to '/q/a'", 'quarantined'],
    ["ERROR: Can't move file /srv/a to (null)", 'failed'],
    ["ERROR: Can't unlink '/srv/a' after copy: Permission denied", 'failed'],
    ["ERROR: Can't move file /srv/other to (null)", 'none'],
    ["/srv/b: moved to '/q/b'", 'none'],
    ["/srv/a: moved to 'x: OK", 'none'],
    ['/srv/a: Removed.: OK', 'none'],
  ])('of %s is %s', async (line, action) => {
    expect(await actionsOf(found('/srv/a'), line)).toEqual([action])
  })

  it('holds for every signature of the file, and for no other file', async () => {
    const lines = [found('/a', 'X'), found('/a', 'Y'), "/a: moved to '/q/a'", found('/b', 'X')]
    expect(await actionsOf(...lines)).toEqual(['quarantined', 'quarantined', 'none'])
  })

  it('is found when both names hold a new line', async () => {
    const lines = ['/srv/new', found('line'), '/srv/new', "line: moved to '/q/new", "line'"]
    const { hits, cleanFiles } = await one(
      printed([...lines, '/srv/x: OK', '/srv/y: OK'], clamscanTotals({ infected: 1 })),
    )
    expect(hits).toMatchObject([{ path: '/srv/new\nline', action: 'quarantined' }])
    expect(cleanFiles).toEqual(['/srv/x', '/srv/y'])
  })
})

describe('what -a prints a second time', () => {
  const lines = (first: string, second: string) => [found(first), found(second)]

  it.each([
    ['/srv/a.zip', '/srv/a.zip!(1)ZIP:b.exe'],
    ['/srv/a.zip', '/srv/a.zip!(0)'],
    ['/srv/a.zip', '/srv/a.zip!ZIP:in.zip!(2)ZIP:b: c.exe'],
    ['/srv/a.zip', '...!(1)ZIP:b.exe'],
    // up to 0.99
    ['/srv/a.zip!(1)ZIP:b.exe', '/srv/a.zip'],
    ['...!(1)ZIP:b.exe', '/srv/a.zip'],
  ])('is one hit: %s, %s', async (first, second) => {
    const { run, hits } = await one(printed(lines(first, second), clamscanTotals({ infected: 1 })))
    expect(hits.map(({ path }) => path)).toEqual(['/srv/a.zip'])
    expect(run?.complete).toBe(true)
    // Without totals, that each comes twice says it.
    expect((await one(printed(lines(first, second)))).hits).toHaveLength(1)
  })

  it('is another file when the totals count it, or when not every hit comes twice', async () => {
    const pair = lines('/srv/a', '/srv/a!(0)')
    const { run, hits } = await one(printed(pair, clamscanTotals({ infected: 2 })))
    expect(hits.map(({ path }) => path)).toEqual(['/srv/a', '/srv/a!(0)'])
    expect(run).toMatchObject({ infections: 2, complete: true })
    const { run: named } = await one(
      printed([...pair, '/srv/z: OK'], clamscanTotals({ infected: 2, files: 3 })),
    )
    expect(named).toMatchObject({ infections: 2, complete: true })
    expect((await one(printed([...pair, found('/srv/b')]))).hits).toHaveLength(3)
    // All of them come twice, and one is named like a repeat: that one is missed, and told.
    const twice = [...pair, ...pair, ...lines('/srv/c', '/srv/c!(0)')]
    const verbose = await one(printed(twice, clamscanTotals({ infected: 3 })))
    expect(verbose.hits.map(({ path }) => path)).toEqual(['/srv/a', '/srv/c'])
    expect(verbose.run).toMatchObject({ complete: false, summary: { reported_infected_files: 3 } })
  })

  it('may be missing for the last hit of a run that was killed', async () => {
    const pairs = ['/srv/a', '/srv/b', '/srv/c'].flatMap((it) => lines(it, `${it}!(1)`))
    const pathsOf = async (...more: string[]) =>
      (await one(printed([...pairs, ...more]))).hits.map(({ path }) => path)
    expect(await pathsOf(found('/srv/d'))).toEqual(['/srv/a', '/srv/b', '/srv/c', '/srv/d'])
    // Where the report goes on behind it, it was not -a.
    expect(await pathsOf(found('/srv/d'), '/srv/e: OK')).toHaveLength(7)
    expect(await pathsOf(found('/srv/d'), found('/srv/e'))).toHaveLength(8)
  })

  it('is known by what -v announces, wherever the run was killed', async () => {
    const pathsOf = async (...lines: string[]) =>
      (await one(printed(lines))).hits.map(({ path }) => path)
    const pair = [
      'Scanning /srv/a.zip',
      'Scanning /srv/a.zip!ZIP:b',
      ...lines('/srv/a.zip', '/srv/a.zip!(1)ZIP:b'),
    ]
    expect(await pathsOf(...pair, 'Scanning /srv/c', found('/srv/c'))).toEqual([
      '/srv/a.zip',
      '/srv/c',
    ])
    // up to 0.99
    const turned = ['Scanning /srv/a', ...lines('/srv/a!(0)', '/srv/a')]
    expect(await pathsOf(...turned, 'Scanning /srv/c', found('/srv/c'))).toEqual([
      '/srv/a',
      '/srv/c',
    ])
    // A file that is called so.
    const files = ['Scanning /srv/a', found('/srv/a'), 'Scanning /srv/a!(0)', found('/srv/a!(0)')]
    expect(await pathsOf(...files)).toEqual(['/srv/a', '/srv/a!(0)'])
  })

  it('is no other file where -v has announced the first line of its name', async () => {
    const lines = ['Scanning /srv/a', 'b', '/srv/a', found('b'), '/srv/a', found('b!(0)')]
    const { hits, remarks } = await one(printed(lines, clamscanTotals({ infected: 1 })))
    expect(hits).toMatchObject([{ path: '/srv/a\nb' }])
    expect(remarks).toEqual([])
  })

  it('is told without end, and kept with one', async () => {
    const files = Array.from({ length: 1001 }, (_, i) => lines(`/srv/${i}`, `/srv/${i}!(0)`))
    expect((await one(printed(files.flat()))).hits).toHaveLength(1001)
    const signatures = Array.from({ length: 1001 }, (_, i) => found('/srv/a', `X.${i}`))
    expect((await one(printed(signatures))).hits).toHaveLength(1000)
  })

  it('is another file under another signature', async () => {
    const pair = [found('/srv/a', 'X'), found('/srv/a!(0)', 'Y')]
    expect((await one(printed(pair, clamscanTotals({ infected: 2 })))).hits).toHaveLength(2)
  })
})

describe('proof that a file is clean', () => {
  const cleanIn = async (...lines: string[]) =>
    (await imported('clamav', printed(lines, clamscanTotals()))).cleanFiles

  it('is its own OK', async () => {
    expect(
      await cleanIn('/srv/a: OK', '/srv/b: x: OK', '/srv/new', 'line: OK', 'C:\\a: OK    '),
    ).toEqual(['/srv/a', '/srv/b: x', '/srv/new\nline', 'C:\\a'])
  })

  it('is not what was not scanned', async () => {
    const lines = ['Empty file', 'Symbolic link', 'Excluded', 'Excluded (/proc)', 'Access denied']
    expect(await cleanIn('/srv/z: OK', ...lines.map((it) => `/srv/a: ${it}`))).toEqual(['/srv/z'])
  })

  it('is not a name without a root, nor a stream', async () => {
    expect(await cleanIn('README.md: OK', 'stdin: OK', './a: OK')).toEqual([])
  })

  it.each([
    // A folder whose name ends with a new line, and what stands in it: /srv/evil.php
    ['a verdict in the name', ['/home/a: OK', '/srv/evil.php: OK'], 1, 0],
    ['an infected file, with -i', ['/home/a: OK', '/srv/evil.php: OK', found('z')], 9, 1],
    ['an empty file', ['/home/a: OK', '/srv/evil.php: OK', 'x: Empty file', '/b: OK'], 1, 0],
    ['-v', ['Scanning /home/a: OK', '/srv/evil.php', '/home/a: OK', '/srv/evil.php: OK'], 1, 0],
  ])('is none when there is one too many: %s', async (_name, lines, files, infected) => {
    const { malwareRuns } = await imported(
      'clamav',
      printed(lines, clamscanTotals({ files, infected })),
    )
    expect(malwareRuns).toMatchObject([{ complete: false }])
  })

  it('is the rest of a name behind the beginning of one', async () => {
    const lines = ['/home/a', '/srv/evil.php: OK']
    expect(await cleanIn('/srv/0: OK', ...lines)).toEqual(['/srv/0', '/home/a\n/srv/evil.php'])
  })

  it('is none behind a line that may be the beginning of its name', async () => {
    for (const before of [['/home/a'], ['/home/a:'], ['/home/a:', ''], ['/srv']]) {
      expect(await cleanIn(...before, '/srv/evil.php: OK', '/srv/b: OK')).toEqual(['/srv/b'])
    }
  })
})

describe('totals that a name forges', () => {
  const block = clamscanTotals({ version: '0.102.4' }).trimEnd()

  it.each(['', 'WARNING: y\n', 'ERROR: y\n', 'Scanning /y\n', '/y: z\n'])(
    'are part of the name: %j',
    async (more) => {
      const { run, hits } = await one(
        printed(
          [`/srv/x\n${more}${block}\n: OK`, found('/srv/b')],
          clamscanTotals({ infected: 1, files: 9 }),
        ),
      )
      expect(run).toMatchObject({ files: 9, infections: 1 })
      expect(hits.map(({ path }) => path)).toEqual(['/srv/b'])
    },
  )

  it('leave no more than a sign of a run when nothing comes to an end', async () => {
    const { run } = await one(`/srv/x\n${clamscanTotals()}`)
    expect(run).toMatchObject({ status: 'incomplete', complete: false, open: true })
  })

  it('are totals behind what another program says, but prove nothing', async () => {
    for (const before of [
      '/etc/cron.daily/clamscan:',
      '/usr/bin/clamscan: /lib/libcurl.so.4: no version information available',
    ]) {
      const { run, hits } = await one(printed([before], clamscanTotals()))
      expect(hits).toEqual([])
      expect(run).toMatchObject({ status: 'clean', files: 3, complete: false, open: false })
    }
  })

  it('end each run of a script that names its folders', async () => {
    const clean = clamscanTotals()
    const { malwareRuns, hits } = await imported(
      'clamav',
      `/srv/www:\n${clean}/srv/mail:\n${clean}/srv/home:\n${found('/srv/home/x')}\n${clamscanTotals({ infected: 1 })}`,
    )
    expect(malwareRuns.map(({ status, complete }) => [status, complete])).toEqual([
      ['clean', false],
      ['clean', false],
      ['infected', true],
    ])
    expect(hits.map(({ path }) => path)).toEqual(['/srv/home/x'])
  })

  it('are not clean when the end of a name follows them', async () => {
    for (const verdict of [': OK', 'y: OK', found('')]) {
      const { malwareRuns } = await imported(
        'clamav',
        printed([`/srv/x:\n${block}\n${verdict}`], clamscanTotals({ files: 9, infected: 1 })),
      )
      expect(malwareRuns[0]).toMatchObject({ status: 'incomplete', complete: false })
    }
  })

  describe('where -v announces it', () => {
    const dated = clamscanTotals({ files: 1 }).trimEnd()
    const announced = (path: string, verdict: string) => [`Scanning ${path}`, `${path}${verdict}`]
    const rest = announced('/srv/evil', ': Php.Webshell-1 FOUND')
    const whole = clamscanTotals({ files: 3, infected: 1 })

    it.each([
      ['OK', '', ': OK', 1],
      ['OK, with more behind them', '\ny', ': OK', 1],
      ['a hit', '', ': Php.Webshell-1 FOUND', 2],
    ])('are part of the name: %s', async (_, more, verdict, infected) => {
      const name = `/srv/x${dated}${more}`
      const lines = [...announced('/srv/a', ': OK'), ...announced(name, verdict), ...rest]
      const { run, hits } = await one(printed(lines, clamscanTotals({ files: 3, infected })))
      expect(run).toMatchObject({ status: 'infected', files: 3, infections: infected })
      expect(hits.map(({ path }) => path)).toEqual([...(infected === 2 ? [name] : []), '/srv/evil'])
    })

    it.each([
      ['with -i', (name: string) => [`Scanning ${name}`]],
      [
        'with -i, and the line that begins a run',
        (name: string) => [`Scanning ${name}\n${DASHES}`],
      ],
      [
        'with -a',
        (name: string) => [`Scanning ${name}`, ...announced(`${name}!ZIP:m`, ': X-1 FOUND')],
      ],
    ])('prove nothing, %s', async (_, lines) => {
      const text = printed([...lines(`/srv/x${dated}`), ...rest], whole)
      const { malwareRuns, hits } = await imported('clamav', text)
      expect(malwareRuns.filter(({ complete, files }) => complete && files !== 3)).toEqual([])
      expect(hits.map(({ path }) => path)).toContain('/srv/evil')
    })

    it('prove what they say where nothing follows them, and they count as many files', async () => {
      const lines = ['Scanning /srv/a', 'Scanning /srv/b.zip', 'Scanning /srv/b.zip!ZIP:c']
      const { run } = await one(printed(lines, clamscanTotals({ files: 2 })))
      expect(run).toMatchObject({ status: 'clean', complete: true })
      const killed = await one(printed(lines, clamscanTotals({ files: 1 })))
      expect(killed.run).toMatchObject({ complete: false })
    })
  })

  it('are not believed with the line before them that begins a run', async () => {
    const name = `/srv/x\n${'-'.repeat(79)}\n${block}\n`
    for (const verdict of [': OK', `y: OK`, found(''), 'Scanning /z\n/z: OK']) {
      const text = logged([`${name}${verdict}`], clamscanTotals({ files: 9 }))
      const { malwareRuns } = await imported('clamav', text)
      expect(malwareRuns.filter(({ complete, files }) => complete && files !== 9)).toEqual([])
      expect(malwareRuns.filter(({ status, files }) => status === 'clean' && files !== 9)).toEqual(
        [],
      )
    }
  })
})
