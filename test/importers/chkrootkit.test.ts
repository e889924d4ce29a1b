import { describe, expect, it } from 'vitest'
import { Refused } from '../../src/importers/refused.ts'
import { importerOf } from '../../src/importers/registry.ts'
import { imported } from '../support/imported.ts'

const test = (name: string, result: string): string => `Checking \`${name}'... `.padEnd(60) + result

const search = (name: string, result: string): string =>
  `Searching for ${name}... `.padEnd(60) + result

const full = (...lines: string[]): string =>
  ["ROOTDIR is `/'", test('amd', 'not found'), ...lines, test('OSX_RSPLUG', 'not tested'), ''].join(
    '\n',
  )

const one = async (content: string) => {
  const { malwareRuns, ...rest } = await imported('chkrootkit', content)
  expect(malwareRuns).toHaveLength(1)
  return { ...rest, run: malwareRuns[0] }
}

const hitsIn = async (...lines: string[]) =>
  (await one(full(...lines))).hits.map((it) => [it.path, it.signature, it.severity])

describe('one run', () => {
  it('has its tests for files, and no time', async () => {
    const { run, cleanFiles } = await one(
      full(
        test('ls', 'not infected'),
        test('lkm', 'started'),
        search('T.R.K', 'not found'),
        test('lkm', 'finished'),
      ),
    )
    expect(run).toEqual({
      kind: 'malware-run',
      scanType: 'chkrootkit',
      toolVersion: null,
      host: null,
      startedAt: null,
      status: 'clean',
      files: 4,
      infections: 0,
      seconds: 0,
      summary: { tests: 4, searches: 1, not_tested: 1, warnings: 0, from_packages: 0 },
      covers: null,
      complete: true,
      open: false,
    })
    expect(cleanFiles).toEqual(['amd', 'ls'])
  })

  it('has the time that stands before it', async () => {
    for (const date of ['2026-11-15T00:56:08+00:00', 'Sun Nov 15 01:56:08 CET 2026']) {
      const { run } = await one(`${date}\n${full()}`)
      expect(run?.startedAt).toBe(Date.UTC(2026, 10, 15, 0, 56, 8) / 1000)
    }
  })

  it('of another system has the folder of that one', async () => {
    const lines = [test('ls', 'INFECTED'), test('lkm', 'Warning: Adore LKM installed')]
    const text = full(...lines).replace('`/', '`/mnt/rescue/')
    const { run, hits, cleanFiles } = await one(text)
    expect(hits.map(({ path }) => path)).toEqual(['ls in /mnt/rescue/', '/mnt/rescue/'])
    expect(cleanFiles).toEqual(['amd in /mnt/rescue/'])
    expect(run?.covers).toEqual(['/mnt/rescue/'])
    expect((await one(text.replace('/mnt/rescue/', './'))).cleanFiles).toEqual([])
  })

  it('ends with the last test only', async () => {
    const cut = full(test('ls', 'not infected')).replace(' not tested\n', ' not te')
    expect((await one(cut)).run).toMatchObject({
      status: 'incomplete',
      complete: false,
      open: true,
      summary: { reason: expect.stringContaining('come to its end') },
    })
  })

  it('is not complete without the rights to look everywhere', async () => {
    const line = '/usr/sbin/chkrootkit needs root privileges: some checks may not work\n'
    expect((await one(`${line}${full()}`)).run).toMatchObject({ status: 'clean', complete: false })
    const { malwareRuns } = await imported('chkrootkit', `${full()}${line}${full()}${full()}`)
    expect(malwareRuns.map(({ complete }) => complete)).toEqual([true, false, true])
    await expect(imported('chkrootkit', line)).rejects.toThrow('run it as root')
  })

  it('is not complete when a helper is missing', async () => {
    const lines = [
      test('sniffer', 'WARNING'),
      '',
      "WARNING: sniffer not tested: can't exec ./ifpromisc",
      '',
    ]
    expect((await one(full(...lines))).run).toMatchObject({ status: 'clean', complete: false })
    const old = full(test('sniffer', "not tested: can't exec ./ifpromisc"))
    expect((await one(old)).run).toMatchObject({ status: 'clean', complete: false })
  })
})

describe('up to 0.55', () => {
  it('an infected command is a hit', async () => {
    expect(await hitsIn(test('hdparm', 'INFECTED'), test('rshd', 'infected but disabled'))).toEqual(
      [
        ['hdparm', 'INFECTED', 'critical'],
        ['rshd', 'infected but disabled', 'critical'],
      ],
    )
  })

  it('a result may come behind the complaints of other programs', async () => {
    const { hits, cleanFiles, run } = await one(
      full(
        test('inetd', 'Warning: /boot/System.map-2.6.32 has an incorrect kernel version.'),
        'not infected',
        test('tcpdump', 'RTNETLINK answers: Invalid argument'),
        'not infected',
        test('top', 'RTNETLINK answers: Invalid argument'),
        'INFECTED',
      ),
    )
    expect(hits.map(({ path }) => path)).toEqual(['top'])
    expect(cleanFiles).toEqual(['amd', 'inetd', 'tcpdump'])
    expect(run?.summary['warnings']).toBe(1)
  })

  it('two tests may share a line', async () => {
    const { run } = await one(full(test('chkutmp', test('z2', 'chklastlog: nothing deleted'))))
    expect(run).toMatchObject({ files: 4, status: 'clean' })
  })

  it.each([
    [
      search('Showtee', 'Warning: Possible Showtee Rootkit installed'),
      '/',
      'Showtee Rootkit',
      'critical',
    ],
    [
      search("t0rn's v8 defaults", 'Possible t0rn v8 (or variation) rootkit installed'),
      '/',
      't0rn v8 (or variation) rootkit',
      'critical',
    ],
    [
      search('Romanian rootkit', ' /usr/include/file.h'),
      '/usr/include/file.h',
      'Romanian rootkit',
      'critical',
    ],
    [
      search("rootkit HiDrootkit's default files", '/var/lib/games/.k'),
      '/var/lib/games/.k',
      'HiDrootkit',
      'critical',
    ],
    [search('RK17 files and dirs', '/bin/rtty'), '/bin/rtty', 'RK17', 'critical'],
    [search('ZK rootkit default files and dirs', '/etc/x'), '/etc/x', 'ZK rootkit', 'critical'],
    [
      search('Linux.Proxy.1.0 ', 'INFECTED: Possible Malicious Linux.Proxy.10 installed'),
      '/',
      'Linux.Proxy.10',
      'critical',
    ],
    [
      search('Suckit rootkit', 'Warning: /sbin/init INFECTED'),
      '/sbin/init',
      'INFECTED',
      'critical',
    ],
    [
      search('Suckit rootkit', 'Warning: Suspect directory /dev/.golf'),
      '/dev/.golf',
      'suspicious directory',
      'medium',
    ],
    [
      search('64-bit Linux Rootkit ', 'Possible 64-bit Linux Rootkit'),
      '/',
      '64-bit Linux Rootkit',
      'critical',
    ],
    [search('suspect PHP files', '/tmp/a.php'), '/tmp/a.php', 'suspicious file', 'medium'],
    [test('lkm', 'Warning: Adore LKM installed'), '/', 'Adore LKM', 'critical'],
    [test('lkm', 'chkproc: Warning: Possible LKM Trojan installed'), '/', 'LKM Trojan', 'critical'],
    [
      test('slapper', 'Warning: Possible Slapper Worm installed (1234/httpd)'),
      '/',
      'Slapper Worm',
      'critical',
    ],
    [
      test('OSX_RSPLUG', 'Warning: OSX.RSPlug.A Trojan Horse found'),
      '/',
      'OSX.RSPlug.A Trojan Horse',
      'critical',
    ],
  ])('%s is a hit', async (line, path, signature, severity) => {
    expect(await hitsIn(line)).toEqual([[path, signature, severity]])
  })

  it('what is listed twice is one hit', async () => {
    const line = search('Romanian rootkit', '/usr/include/file.h /usr/include/file.h')
    expect(await hitsIn(line, line)).toHaveLength(1)
  })

  it('a port is a hit by its number', async () => {
    for (const ports of ['INFECTED PORTS: ( 465 4369)', 'INFECTED (PORTS:  465 4369)']) {
      expect(await hitsIn(test('bindshell', ports))).toEqual([
        ['port 465', 'bindshell', 'critical'],
        ['port 4369', 'bindshell', 'critical'],
      ])
    }
  })

  it('files in a list are hits', async () => {
    expect(
      await hitsIn(
        test('aliens', ''),
        '/dev/a /dev/b',
        search(
          'suspicious files and dirs, it may take a while',
          'The following suspicious files and directories were found:  ',
        ),
        '/usr/lib/.path /usr/lib/.packlist',
        '/usr/lib/.d',
        '',
        '/usr/lib/.e',
      ),
    ).toEqual([
      ['/dev/a', 'suspicious file', 'medium'],
      ['/dev/b', 'suspicious file', 'medium'],
      ['/usr/lib/.path', 'suspicious file', 'medium'],
      ['/usr/lib/.packlist', 'suspicious file', 'medium'],
      ['/usr/lib/.d', 'suspicious file', 'medium'],
      ['/usr/lib/.e', 'suspicious file', 'medium'],
    ])
  })

  it('what helpers print is counted, and is no hit', async () => {
    const { run, hits } = await one(
      full(
        search(
          'anomalies in shell history files',
          "Warning: `//root/.mysql_history' file size is zero",
        ),
        test('sniffer', 'lo: not promisc and no packet sniffer sockets'),
        'eth0: PACKET SNIFFER(/sbin/dhclient[12])',
        test('wted', '1 deletion(s) between Sun Nov 15 and Mon Nov 16'),
        test('z2', 'user bob deleted or never logged from lastlog!'),
        test('chkutmp', ' The tty of the following user process(es) were not found'),
        ' in /var/run/utmp !',
        '/proc/12/fd: Permission denied',
      ),
    )
    expect(hits).toEqual([])
    expect(run).toMatchObject({ status: 'clean', summary: { warnings: 4 } })
  })
})

describe('from 0.57', () => {
  const warned = (name: string, ...lines: string[]) => [search(name, 'WARNING'), '', ...lines, '']

  it('a block names the files', async () => {
    const hits = await hitsIn(
      ...warned(
        'Showtee rootkit',
        'WARNING: Possible Showtee rootkit installed:',
        '/usr/include/a b.h',
        '/usr/include/file.h [Not from a Debian package]',
      ),
      ...warned(
        'Romanian rootkit',
        'WARNING: Possible Romanian rootkit installed:',
        '/usr/include/file.h [From Debian package: libx:amd64]',
      ),
      ...warned(
        'Linux BPF Door',
        'WARNING: Possible Linux BPFDoor Malware installed:',
        '/proc/920/stack:[<0>] unix_seqpacket_recvmsg+0x43/0x70',
      ),
      ...warned(
        "sniffer's logs",
        "WARNING: The following potential sniffer's logs were found:",
        '/tmp/tcp.log',
      ),
      ...warned(
        'suspect PHP files',
        'WARNING: The following suspicious PHP files were found:',
        '/tmp/a.php',
      ),
    )
    expect(hits).toEqual([
      ['/usr/include/a b.h', 'Showtee rootkit', 'critical'],
      ['/usr/include/file.h', 'Showtee rootkit', 'critical'],
      ['/usr/include/file.h', 'Romanian rootkit', 'critical'],
      ['/proc/920/stack', 'Linux BPFDoor Malware', 'critical'],
      ['/tmp/tcp.log', 'sniffer log', 'medium'],
      ['/tmp/a.php', 'suspicious PHP file', 'medium'],
    ])
  })

  it.each([
    ['Possible 55808 Worm installed', '/', '55808 Worm', 'critical'],
    [
      'Possible HKRK rootkit installed in /etc/rc.d/init.d/network',
      '/etc/rc.d/init.d/network',
      'HKRK rootkit',
      'critical',
    ],
    [
      'Possible Malicious Syslogk LKM rootkit installed: /proc/syslogk',
      '/proc/syslogk',
      'Syslogk LKM rootkit',
      'critical',
    ],
    [
      'INFECTED: Possible Malicious Linux.Proxy.10 installed in /etc/passwd',
      '/etc/passwd',
      'Linux.Proxy.10',
      'critical',
    ],
    ['Possible Suckit: /sbin/init INFECTED', '/sbin/init', 'INFECTED', 'critical'],
    [
      '/usr/bin/ssh may be INFECTED by Linux/Ebury 1.4',
      '/usr/bin/ssh',
      'Linux/Ebury 1.4',
      'critical',
    ],
    [
      'Suspect directory /lib/.so/ found. Looking for sniffer logs:',
      '/lib/.so/',
      'suspicious directory',
      'medium',
    ],
    ['Potential bindshell installed: infected ports: 465', 'port 465', 'bindshell', 'critical'],
    ['Some test of the future has found it', '/', 'Some test of the future has found it', 'medium'],
  ])('%s is a hit', async (text, path, signature, severity) => {
    expect(await hitsIn(...warned('x', `WARNING: ${text}`))).toEqual([[path, signature, severity]])
  })

  it('a block that nobody knows yet is one of suspicious files', async () => {
    expect(await hitsIn(...warned('x', 'WARNING: Tests of the future found:', '/a'))).toEqual([
      ['/a', 'Tests of the future found', 'medium'],
    ])
  })

  it('a block without a file is about the whole system', async () => {
    expect(
      await hitsIn(
        ...warned(
          'for hidden processes with chkproc',
          'WARNING: chkproc: Possible LKM Trojan installed (or chkproc failed):',
          'You have     1 process hidden for ps command',
        ),
        ...warned('x', 'WARNING: Possible Slapper Worm installed:'),
      ),
    ).toEqual([
      ['/', 'LKM Trojan', 'critical'],
      ['/', 'Slapper Worm', 'critical'],
    ])
  })

  it('a hidden folder is a hit, but not a file system that chkdirs does not know', async () => {
    const name = 'for hidden directories using chkdirs'
    const head = 'WARNING: chkdirs: Possible LKM Trojan installed (or chkdirs failed):'
    expect(await hitsIn(...warned(name, head, '1\t/tmp/.x'))).toEqual([
      ['/tmp/.x', 'LKM Trojan', 'critical'],
    ])
    for (const line of [
      'chkdirs: WARNING: Skipping unsupported filesystem (overlayfs): /tmp/',
      "WARNING: It seems you are using BTRFS, if this is true chkdirs can't help you to find hidden files/dirs",
      'opendir(/tmp/x): Permission denied',
    ]) {
      const { run, hits } = await one(full(...warned(name, head, line)))
      expect(hits).toEqual([])
      expect(run).toMatchObject({ status: 'clean', complete: false })
    }
  })

  it('a file with a suspicious name is no hit when a package brought it', async () => {
    const { run, hits } = await one(
      full(
        ...warned(
          'suspicious files and dirs',
          'WARNING: The following suspicious files and directories were found:',
          '/usr/lib/.a [From Debian package: b]',
        ),
      ),
    )
    expect(hits).toEqual([])
    expect(run).toMatchObject({ status: 'clean', summary: { warnings: 1, from_packages: 1 } })
  })

  it('what helpers print is counted, and is no hit', async () => {
    const { run, hits } = await one(
      full(
        test('sniffer', 'WARNING'),
        '',
        'WARNING: Output from ifpromisc:',
        '/proc/3219/fd: Permission denied',
        'eth0: PACKET SNIFFER(/usr/sbin/x[1])',
        '',
        test('chkutmp', 'WARNING'),
        '',
        'WARNING: chkutmp output: ',
        'failed opening utmp !',
        '',
        ...warned(
          'zero-size shell history files in /root',
          'WARNING: Zero-size history files:',
          '/root/.bash_history',
        ),
      ),
    )
    expect(hits).toEqual([])
    expect(run).toMatchObject({ status: 'clean', complete: true, summary: { warnings: 4 } })
  })
})

describe('the output of -q', () => {
  it('is infected when it says so', async () => {
    const { run, hits } = await one("Checking `ls'... INFECTED\n/tmp/.x /tmp/.y\n")
    expect(hits.map(({ path, signature }) => [path, signature])).toEqual([['ls', 'INFECTED']])
    expect(run).toMatchObject({ status: 'infected', complete: false, open: true })
    const old = await one(
      '\nThe following suspicious files and directories were found:\n/usr/lib/.a /usr/lib/.b\n\n/tmp/.c\n',
    )
    expect(old.hits.map(({ path }) => path)).toEqual(['/usr/lib/.a', '/usr/lib/.b', '/tmp/.c'])
  })

  it('is never clean', async () => {
    const { run } = await one(
      '2026-11-15T00:56:08+00:00\nWARNING: chkutmp output: \nfailed opening utmp !\n\n',
    )
    expect(run).toMatchObject({
      status: 'incomplete',
      complete: false,
      startedAt: Date.UTC(2026, 10, 15, 0, 56, 8) / 1000,
      summary: { reason: expect.stringContaining('-q') },
    })
  })

  const seconds = (date: string) => Date.parse(date) / 1000
  const night = (day: number, ...lines: string[]) =>
    [`2026-11-${day}T03:00:00Z`, ...lines, ''].join('\n')
  const warned = (path: string) => ['WARNING: Possible X rootkit installed:', path, '']

  it('is a run for each date in it, where a date begins it', async () => {
    const { malwareRuns, reports } = await imported(
      'chkrootkit',
      [night(14, ...warned('/a')), night(15), night(16, ...warned('/b')), night(17)].join(''),
    )
    expect(reports.map((it) => ('path' in it ? it.path : it.kind))).toEqual([
      ...['/a', 'malware-run', '/b', 'malware-run'],
    ])
    expect(malwareRuns.map(({ startedAt, open }) => [startedAt, open])).toEqual([
      [seconds('2026-11-14T03:00:00Z'), false],
      [seconds('2026-11-16T03:00:00Z'), false],
    ])
  })

  it.each([
    ['no date begins it', ...warned('/a'), '2026-11-15T03:00:00Z'],
    ['it is earlier than the one that began it', night(15, ...warned('/a')), night(14)],
    [
      'it is in a line of chkwtmp',
      night(14, ...warned('/a')),
      '1 deletion(s) between 2026-11-15 03:00:00 and now',
    ],
    ['it is in a path', night(14, ...warned('/a')), '/x 2026-11-15 03:00:00'],
  ])('is one run in spite of a date where %s', async (_, ...lines) => {
    const { malwareRuns } = await imported('chkrootkit', [...lines, ...warned('/b')].join('\n'))
    expect(malwareRuns).toHaveLength(1)
  })

  it('that is empty is refused, with what to do', async () => {
    for (const text of ['', '\n\n']) {
      await expect(imported('chkrootkit', text)).rejects.toThrow(
        'import the output of chkrootkit without -q',
      )
      await expect(imported('chkrootkit', text)).rejects.toBeInstanceOf(Refused)
    }
  })
})

describe('a file', () => {
  it('may hold many runs, each with the date before it', async () => {
    const dates = ['2026-11-14T00:00:00Z', '2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z']
    const [quiet, ...others] = [
      'Possible X rootkit installed\n',
      full(test('ls', 'INFECTED')),
      full(),
    ]
    const { malwareRuns } = await imported(
      'chkrootkit',
      [`${dates[0]}\n${quiet}`, ...others.map((it, n) => `${n === 0 ? '' : dates[2]}\n${it}`)].join(
        '',
      ),
    )
    expect(malwareRuns.map(({ status, startedAt, open }) => [status, startedAt, open])).toEqual([
      ['infected', Date.parse(dates[0] ?? '') / 1000, false],
      ['infected', null, false],
      ['clean', Date.parse(dates[2] ?? '') / 1000, false],
    ])
    const dated = await imported('chkrootkit', others.map((it, n) => `${dates[n]}\n${it}`).join(''))
    expect(dated.malwareRuns.map(({ startedAt }) => startedAt)).toEqual(
      dates.slice(0, 2).map((it) => Date.parse(it) / 1000),
    )
  })

  const found = full('WARNING: The following suspicious PHP files were found:', '/tmp/a.php', '')
  it.each([
    ['no run names a file', [full(), full(test('ls', 'INFECTED')), full()], [true, true, true]],
    ['only the last one does', [full(), found], [true, true]],
    // A name may hold the end of a run and the beginning of another.
    ['one before it does', [full(), found, full()], [true, false, false]],
    [
      'one before it does, in brackets',
      [full(test('sniffer', 'eth0: PACKET SNIFFER(/tmp/a[9])')), full()],
      [false, false],
    ],
  ])(
    'with many runs resolves by those that no name can have forged: %s',
    async (_, runs, whole) => {
      const { malwareRuns } = await imported('chkrootkit', runs.join(''))
      expect(malwareRuns.map(({ complete }) => complete)).toEqual(whole)
    },
  )

  it.each([
    ['', [full(), found, full()], 1],
    [', but not of -q, which resolves nothing anyway', ['/tmp/a.php\n', '/tmp/b.php\n'], 0],
  ])('with many runs that name files tells that nothing is resolved%s', async (_, runs, count) => {
    const text = runs.map((it, day) => `2026-11-1${day}T03:00:00Z\n${it}`).join('')
    const { malwareRuns, remarks } = await imported('chkrootkit', text)
    expect(malwareRuns).toHaveLength(runs.length)
    expect(remarks).toHaveLength(count)
  })

  it('has the date of each run also behind one that was killed', async () => {
    const killed = `2026-11-14T03:00:00Z\nROOTDIR is \`/'\n${test('amd', 'not found')}\n`
    const { malwareRuns } = await imported('chkrootkit', `${killed}2026-11-15T03:00:00Z\n${full()}`)
    expect(malwareRuns.map(({ status, startedAt }) => [status, startedAt])).toEqual([
      ['incomplete', Date.UTC(2026, 10, 14, 3) / 1000],
      ['clean', Date.UTC(2026, 10, 15, 3) / 1000],
    ])
  })

  it.each([
    ['standard error', 'RTNETLINK answers: Invalid argument\n', 'it is no output of chkrootkit'],
    [
      'expert mode',
      "ROOTDIR is `/'\n###\n### Output of: /usr/bin/find /dev\n###\n",
      'chkrootkit without -x',
    ],
    ['another text', 'hello\n', 'it is no output of chkrootkit'],
  ])('with %s is refused', async (_name, text, reason) => {
    await expect(imported('chkrootkit', text)).rejects.toThrow(reason)
    await expect(imported('chkrootkit', text)).rejects.toBeInstanceOf(Refused)
  })

  it('is recognised by how it begins', () => {
    const recognises = (head: string) => importerOf('chkrootkit')?.recognises(head)
    expect(recognises(full())).toBe(true)
    expect(recognises(full().replaceAll('\n', '\r\n'))).toBe(true)
    expect(recognises('eth0: PACKET SNIFFER(/x[1])\nINFECTED (PORTS:  465)\n')).toBe(true)
    expect(recognises('WARNING: disk full\n')).toBe(false)
    expect(recognises('RTNETLINK answers: Invalid argument\n')).toBe(false)
  })

  it('full of tests without a result does not overflow', async () => {
    const { run } = await one(`ROOTDIR is \`/'\n${"Checking `a'...".repeat(50_000)}\n`)
    expect(run).toMatchObject({ files: 50_000, status: 'incomplete' })
  })
})
