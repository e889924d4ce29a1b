import { describe, expect, it } from 'vitest'
import { lookOf } from '../../src/importers/recognise.ts'
import { Refused } from '../../src/importers/refused.ts'
import { importerOf } from '../../src/importers/registry.ts'
import { imported } from '../support/imported.ts'
import { result, rkhunterLog, stamped, totals } from '../support/rkhunter-text.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000

const one = async (content: string, zone = 'UTC') => {
  const { malwareRuns, ...rest } = await imported('rkhunter', content, { zone })
  expect(malwareRuns).toHaveLength(1)
  return { ...rest, run: malwareRuns[0] }
}

/** `path signature severity` of what the checks of a finished run show. */
const hitsIn = async (...checks: string[]) =>
  (await one(rkhunterLog({ checks }))).hits.map((it) => [it.path, it.signature, it.severity])

describe('one run', () => {
  it('has what the log says', async () => {
    const { run, remarks } = await one(rkhunterLog())
    expect(run).toEqual({
      kind: 'malware-run',
      scanType: 'rkhunter',
      toolVersion: '1.4.6',
      host: 'db02',
      startedAt: at('2026-11-15T00:56:08'),
      status: 'clean',
      files: 2,
      infections: 0,
      seconds: 261,
      summary: { possible_rootkits: 0, suspect_files: 0, rootkits_checked: 3, warnings: 0 },
      covers: null,
      complete: true,
      open: false,
    })
    expect(remarks).toEqual([])
  })

  it.each([
    ['The system checks took: 1 second', 1],
    ['The system checks took: 1 minute and 1 second', 61],
    ['The system check took: Unable to determine clock time', 262],
  ])('with %s takes %i seconds', async (took, seconds) => {
    const summary = [...totals().slice(0, -1), took]
    expect((await one(rkhunterLog({ summary }))).run?.seconds).toBe(seconds)
  })

  it('takes no time when it ended before it started', async () => {
    const log = rkhunterLog({ end: 'Sun Nov 15 00:00:00 UTC 2026', summary: totals().slice(0, -1) })
    expect((await one(log)).run?.seconds).toBe(0)
  })

  it('counts the files itself where the total is no number', async () => {
    const log = rkhunterLog({ summary: totals({ files: '99999999999999999999', rootkits: -1 }) })
    expect((await one(log)).run).toMatchObject({ files: 2, summary: { rootkits_checked: 0 } })
  })

  it('has warnings about the configuration and is clean', async () => {
    const { run, hits } = await one(
      rkhunterLog({
        checks: [
          result('  Checking if SSH root access is allowed', 'Warning'),
          "Warning: The SSH configuration option 'PermitRootLogin' has not been set.",
          "Warning: Account 'toor' is root equivalent (UID = 0)",
        ],
      }),
    )
    expect(run).toMatchObject({ status: 'clean', summary: { warnings: 2 } })
    expect(hits).toEqual([])
  })
})

describe('files that are proven clean', () => {
  const checks = [
    result('  /usr/bin/who', 'OK'),
    result("  Checking for file '/etc/a<SP>b'", 'Not found'),
    result("  Checking for directory '/etc/e'", 'Not found'),
    result("  Checking for file '/etc/c'", 'Found'),
    result("  Checking for string '/etc/d'", 'Not found'),
  ]

  it('are those with good properties, and those that are not there', async () => {
    expect((await one(rkhunterLog({ checks }))).cleanFiles).toEqual([
      '/usr/bin/who',
      '/etc/a b',
      '/etc/e',
    ])
  })

  it('are not among those that another check found', async () => {
    const found = ['Warning: Found login backdoor file: /usr/bin/who']
    const { cleanFiles } = await one(rkhunterLog({ checks: [...checks, ...found] }))
    expect(cleanFiles).toEqual(['/etc/a b', '/etc/e'])
  })

  it('are none in a run that is not complete', async () => {
    expect((await one(rkhunterLog({ checks, end: null }))).cleanFiles).toEqual([])
  })
})

describe('what a warning points at', () => {
  it('is each file of a known rootkit', async () => {
    const hits = await hitsIn(
      result('Warning: SHV5 Rootkit', 'Warning'),
      "         File '/usr/include/file.h' found",
      "         Directory '/usr/lib/lib<SP>sh' found",
    )
    expect(hits).toEqual([
      ['/usr/include/file.h', 'SHV5 Rootkit', 'critical'],
      ['/usr/lib/lib sh', 'SHV5 Rootkit', 'critical'],
    ])
  })

  it('is the list of kernel symbols for a rootkit that has one', async () => {
    const hits = await hitsIn(
      "Info: Found kernel symbols file '/proc/ksyms'",
      result('Warning: Adore LKM', 'Warning'),
      "         Kernel symbol 'adore' found",
    )
    expect(hits).toEqual([['/proc/ksyms', 'Adore LKM', 'critical']])
  })

  it('is the whole system for a rootkit that shows in no file', async () => {
    expect(
      await hitsIn(
        result('Warning: Suckit Rootkit additional checks', 'Warning'),
        '         Checking for hidden file extensions: found: xrk',
      ),
    ).toEqual([['/', 'Suckit Rootkit additional checks', 'critical']])
  })

  it('is told once, also when the summary of the log names it otherwise', async () => {
    const { hits } = await one(
      rkhunterLog({
        checks: [result('Warning: Suckit Rootkit additional checks', 'Warning')],
        summary: [
          ...totals({ possible: 1 }),
          'Rootkit names    : Suckit Rootkit (additional checks)',
        ],
      }),
    )
    expect(hits).toHaveLength(1)
  })

  it.each([
    ["         Found string 'w0rm' in file '/etc/passwd'", '/etc/passwd'],
    ['         Found SInAR in:  /usr/bin/sinar', '/usr/bin/sinar'],
  ])('is the file in the detail %s', async (detail, path) => {
    expect(await hitsIn(result('Warning: X Worm', 'Warning'), detail)).toEqual([
      [path, 'X Worm', 'critical'],
    ])
  })

  it('is the file with a name or a string of a possible rootkit', async () => {
    const hits = await hitsIn(
      result('Warning: Checking for possible rootkit files and directories', 'Warning'),
      "         Found file '/tmp/.b'. Possible rootkit: Backdoor shell",
      "         Found directory '/dev/x'. Possible rootkit: Y",
      result('Warning: Checking for possible rootkit strings', 'Warning'),
      "         Found string 'a' in file 'b' in file '/bin/login'. Possible rootkit: Z",
      "Warning: Found string 'vt200' in file '/etc/rc.local'. Possible rootkit: Linux Rootkit",
      "Warning: The file '/var/lib/x.twd' contains the string 'Tripwire'. Possible rootkit: SHV5",
    )
    expect(hits).toEqual([
      ['/tmp/.b', 'Backdoor shell', 'critical'],
      ['/dev/x', 'Y', 'critical'],
      ['/bin/login', 'Z', 'critical'],
      ['/etc/rc.local', 'Linux Rootkit', 'critical'],
      ['/var/lib/x.twd', 'SHV5', 'critical'],
    ])
  })

  it('is the program behind a port, where it is known', async () => {
    const hits = await hitsIn(
      'Warning: Network TCP port 6667 is being used by /usr/bin/x<SP>y. Possible rootkit: IRC bot',
      "           Use the 'lsof -i' or 'netstat -an' command to check this.",
      'Warning: Network UDP port 2001 is being used. Possible rootkit: Scalper',
      'Warning: Something else. Possible rootkit: Q',
    )
    expect(hits).toEqual([
      ['/usr/bin/x y', 'IRC bot', 'critical'],
      ['/', 'Scalper', 'critical'],
      ['/', 'Q', 'critical'],
    ])
  })

  it('is the file of a process', async () => {
    const hits = await hitsIn(
      'Warning: The following processes are using suspicious files:',
      '         Command: x',
      '           UID: 0    PID: 12',
      '           Pathname: /tmp/psybnc',
      '           Possible Rootkit: IRC bouncer',
      'Warning: The following processes are using deleted files:',
      '         Process: /usr/sbin/mysqld    PID: 12    File: /tmp/ibX<SP>1 (deleted)',
      'Warning: The following suspicious (large) shared memory segments have been found:',
      '         Process: /usr/bin/y (deleted)    PID: 1    Owner: z    Size: 4MB (configured size allowed: 1MB)',
      '         Detached segment with no pathname: Owner: z    PID: 2    Segment ID: 3    Size: 4MB',
      '         something else',
      'Warning: Hidden processes found:',
      '         HIDDEN Processes Found: 1',
    )
    expect(hits).toEqual([
      ['/tmp/psybnc', 'IRC bouncer', 'critical'],
      ['/tmp/ibX 1', 'deleted file in use', 'medium'],
      ['/usr/bin/y', 'suspicious shared memory', 'medium'],
      ['/', 'suspicious shared memory', 'medium'],
      ['/', 'hidden processes', 'critical'],
    ])
  })

  it.each([
    ['Found login backdoor file: /bin/.login', '/bin/.login', 'login backdoor', 'critical'],
    ['Found possible sniffer log file: /dev/s', '/dev/s', 'sniffer log', 'critical'],
    ['Found suspicious directory: /dev/rd', '/dev/rd', 'suspicious directory', 'medium'],
    [
      "Apache backdoor module 'mod_rootme' found: /m.so",
      '/m.so',
      'mod_rootme backdoor',
      'critical',
    ],
    ['Found preloaded shared library: /l.so', '/l.so', 'preloaded library', 'medium'],
    ['Hidden file found: /etc/.a: ASCII text', '/etc/.a', 'hidden file', 'low'],
    ['Hidden directory found: /etc/.b<SP>c', '/etc/.b c', 'hidden directory', 'low'],
    [
      "File '/tmp/x' (score: 210) contains some suspicious content and should be checked.",
      '/tmp/x',
      'suspicious content',
      'medium',
    ],
    [
      "Known bad kernel module found in '/lib/modules': knark.o",
      '/lib/modules',
      'kernel module knark.o',
      'critical',
    ],
    [
      "Found possible FreeBSD KLD backdoor. 'kldstat -v' command shows string 'x'",
      '/',
      'FreeBSD KLD backdoor',
      'critical',
    ],
    [
      'Possible Ebury sshd backdoor found (SSH AuthorizedKeysFile setting)',
      '/',
      'Ebury sshd backdoor',
      'critical',
    ],
  ])('is in %s', async (text, path, signature, severity) => {
    expect(await hitsIn(`Warning: ${text}`)).toEqual([[path, signature, severity]])
  })

  it.each([
    [
      "The command '/usr/bin/GET' has been replaced by a script: /usr/bin/GET: Perl script",
      '/usr/bin/GET',
    ],
    [
      "The file '/usr/bin/a' exists on the system, but it is not present in the 'rkhunter.dat' file.",
      '/usr/bin/a',
    ],
    [
      "The file '/usr/bin/b' does not exist on the system, but it is present in the 'rkhunter.dat' file.",
      '/usr/bin/b',
    ],
    ["Write permission is set on file '/usr/bin/c' for all users.", '/usr/bin/c'],
    ["File '/usr/bin/d' has the immutable-bit set.", '/usr/bin/d'],
    ["File '/usr/bin/e' does not have the immutable-bit set.", '/usr/bin/e'],
    ["No hash value found for file '/usr/bin/f' in the 'rkhunter.dat' file.", '/usr/bin/f'],
    ["Unable to obtain current properties for file '/usr/bin/g'", '/usr/bin/g'],
    ["Unable to obtain current write permission for file '/usr/bin/h'", '/usr/bin/h'],
  ])('is the suspect file in %s', async (text, path) => {
    expect(await hitsIn(`Warning: ${text}`)).toEqual([[path, 'file properties changed', 'medium']])
  })

  it('is a suspect file once, however many lines are about it', async () => {
    const log = rkhunterLog({
      checks: [
        result('  /usr/bin/who', 'Warning'),
        'Warning: The file properties have changed:',
        '         File: /usr/bin/who',
        '         Current size: 63946    Stored size: 63944',
        'Warning: Package manager verification has failed:',
        '         File: /usr/bin/who',
        "Warning: File '/usr/bin/who' has the immutable-bit set.",
      ],
      summary: totals({ suspect: 1 }),
    })
    const { hits, run } = await one(log)
    expect(hits.map(({ path }) => path)).toEqual(['/usr/bin/who'])
    expect(run).toMatchObject({ status: 'infected', infections: 1, summary: { suspect_files: 1 } })
  })

  it('is nothing where rkhunter only tells of its own checks', async () => {
    expect(
      await hitsIn(
        result('Warning: Scanning for string /usr/sbin/ntpsx', 'Warning'),
        "           String not found in 'strings' command",
        result('Warning: Checking for files with suspicious contents', 'Warning'),
        'Warning: Suspicious file types found in /dev:',
        '         /dev/shm/x: data',
        'Info: and no more',
        '         /dev/shm/y: data',
      ),
    ).toEqual([['/dev/shm/x', 'suspicious file type', 'medium']])
  })
})

describe('counts', () => {
  it('are of rootkits by name and of suspect files, not of hidden ones', async () => {
    const { run, remarks } = await one(
      rkhunterLog({
        checks: [
          result('  /usr/bin/who', 'Warning'),
          result('Warning: SHV5 Rootkit', 'Warning'),
          "         File '/a' found",
          "         File '/b' found",
          'Warning: Found login backdoor file: /bin/.login',
          'Warning: Hidden file found: /etc/.a: ASCII text',
        ],
        summary: totals({ suspect: 1, possible: 2 }),
      }),
    )
    expect(run).toMatchObject({
      infections: 3,
      summary: { possible_rootkits: 2, suspect_files: 1 },
    })
    expect(remarks).toEqual([])
  })

  it('of rkhunter are kept where they differ', async () => {
    const { run, remarks } = await one(
      rkhunterLog({
        checks: ['Warning: Hidden processes found:', '         x'],
        summary: totals({ possible: 2, suspect: 1 }),
      }),
    )
    expect(run).toMatchObject({
      status: 'infected',
      infections: 1,
      summary: { possible_rootkits: 1, reported_possible_rootkits: 2, reported_suspect_files: 1 },
    })
    expect(remarks).toEqual([
      'rkhunter reports 2 possible rootkits, its lines show 1',
      'rkhunter reports 1 suspect files, its lines show 0',
    ])
  })

  it('without any line that explains them are a hit on the whole system', async () => {
    const { run, hits } = await one(rkhunterLog({ checks: [], summary: totals({ possible: 1 }) }))
    expect(hits).toEqual([expect.objectContaining({ path: '/', signature: 'possible rootkit' })])
    expect(run).toMatchObject({ status: 'infected', infections: 1 })
  })

  it('of hidden files alone leave a run clean', async () => {
    const { run, hits } = await one(
      rkhunterLog({ checks: ['Warning: Hidden file found: /etc/.a: x'] }),
    )
    expect(hits).toHaveLength(1)
    expect(run).toMatchObject({ status: 'clean', infections: 0 })
  })

  it('are refused when they would fill the memory', async () => {
    const path = `/${'x'.repeat(9000)}`
    const checks = Array.from({ length: 1000 }, (_, n) => result(`  ${path}${n}`, 'Warning'))
    await expect(imported('rkhunter', rkhunterLog({ checks }))).rejects.toThrow('over 16 MB')
  })
})

describe('a run is not clean', () => {
  it.each([
    ['without its end', rkhunterLog({ end: null }), 'the report does not come to its end'],
    ['without its summary', rkhunterLog({ summary: [] }), 'the report does not come to its end'],
    [
      'when nothing was checked',
      rkhunterLog({ checks: [], summary: totals({ files: 0, rootkits: 0 }) }),
      'nothing was checked',
    ],
    [
      'when there is nothing to compare with',
      rkhunterLog({
        checks: [
          result('Warning: Checking for prerequisites', 'Warning'),
          '         The file of stored file properties (rkhunter.dat) does not exist, and should be created.',
        ],
      }),
      'there were no file properties to compare with',
    ],
    [
      'when hashes are not compared',
      rkhunterLog({
        checks: [
          result('Warning: Checking for prerequisites', 'Warning'),
          '         All file hash checks will be skipped because:',
        ],
      }),
      'there were no file properties to compare with',
    ],
    [
      'without its beginning',
      rkhunterLog({
        checks: [result("  Checking for file '/a'", 'Not found'), result('  /usr/bin/w', 'OK')],
      })
        .split('\n')
        .slice(12)
        .join('\n'),
      'the report has no beginning',
    ],
  ])('%s', async (_name, log, reason) => {
    const { run, hits } = await one(log)
    expect(hits).toEqual([])
    expect(run).toMatchObject({ status: 'incomplete', complete: false, summary: { reason } })
  })

  it('when it was stopped before the first check', async () => {
    const log = rkhunterLog().split('\n').slice(0, 7).join('\n')
    expect((await one(log)).run).toMatchObject({ status: 'incomplete', open: true })
  })

  it('but infected when it shows a rootkit before it was cut', async () => {
    const checks = [result('Warning: SHV5 Rootkit', 'Warning')]
    const log = rkhunterLog({ checks, summary: [], end: null })
    const { run, hits } = await one(log)
    expect(hits).toEqual([expect.objectContaining({ path: '/', signature: 'SHV5 Rootkit' })])
    expect(run).toMatchObject({ status: 'infected', complete: false, open: true })
  })
})

describe('a finished run is complete', () => {
  it.each([
    ['with every test that is on by default', {}, true],
    ['with more tests than that', { disabled: 'apps' }, true],
    ['not with some tests only', { enabled: 'known_rkts' }, false],
    ['not without a test that is on by default', { disabled: 'apps trojans' }, false],
    [
      'not when a part was skipped',
      { summary: totals().map((it) => (it.startsWith('Files') ? 'All checks skipped' : it)) },
      false,
    ],
    [
      'not when the other part was skipped',
      { summary: totals().map((it) => (it.startsWith('Rootkits') ? 'All checks skipped' : it)) },
      false,
    ],
    [
      'not when commands were missing',
      {
        summary: totals().flatMap((it) =>
          it.startsWith('Files') ? ['Required commands check failed', it] : [it],
        ),
      },
      false,
    ],
    [
      'also when only the host has changed',
      {
        checks: [
          result('Warning: Checking for prerequisites', 'Warning'),
          '         The local host configuration or operating system has changed.',
        ],
        summary: totals().flatMap((it) =>
          it.startsWith('Files') ? ['Required commands check failed', it] : [it],
        ),
      },
      true,
    ],
    [
      'not when the summary is switched off',
      {
        checks: ['Info: Disabling system check summary at users request', result('  /a', 'OK')],
        summary: [],
      },
      false,
    ],
  ] as const)('%s', async (_name, log, complete) => {
    expect((await one(rkhunterLog(log))).run).toMatchObject({ status: 'clean', complete })
  })

  it('not when the log does not name the tests', async () => {
    const log = rkhunterLog().replace(/^.*(?:En|Dis)abled tests are.*\n/gm, '')
    expect((await one(log)).run).toMatchObject({ status: 'clean', complete: false })
  })
})

describe('dates', () => {
  it.each([
    ['Sun Nov 15 00:56:08 UTC 2026', '2026-11-15T00:56:08'],
    ['Sun 15 Nov 01:56:08 CET 2026', '2026-11-15T00:56:08'],
    ['Sat Nov 14 09:56:08 PM -03 2026', '2026-11-15T00:56:08'],
  ])('%s need no zone of the operator', async (start, iso) => {
    const { run, remarks } = await one(rkhunterLog({ start }), 'Asia/Tokyo')
    expect(run?.startedAt).toBe(at(iso))
    expect(remarks).toEqual([])
  })

  it.each([
    ['Sunday, November 15, 2026 PM03:58:01 UTC', '2026-11-15T15:58:01'],
    ['Min 15 Nov 2026 03:58:01  UTC', '2026-11-15T15:58:01'],
    ['Ahad 15 Nov 2026 03:58:01  UTC', '2026-11-15T15:58:01'],
  ])('%s are of the half of the day that the log shows', async (start, iso) => {
    const end = start.replace('58:01', '59:01')
    const log = rkhunterLog({ start, end, summary: totals().slice(0, -1) })
    const { run } = await one(log.replaceAll('[00:56:08]', '[15:58:01]'))
    expect(run).toMatchObject({ startedAt: at(iso), seconds: 60 })
  })

  it('with a month that is not known are told, whatever the weekday looks like', async () => {
    const start = 'mar 14 xnt 2026 03:58:01 UTC'
    const { run, remarks } = await one(rkhunterLog({ start }))
    expect(run).toMatchObject({ isDatedByEnd: true })
    expect(remarks).toEqual([`the date ${start} cannot be read`])
  })

  it('with an abbreviation of many meanings are in the zone that the operator says', async () => {
    const { run, remarks } = await one(
      rkhunterLog({
        start: 'Saturday 26 February 2022 10:13:41 AM IST',
        end: 'Saturday 26 February 2022 10:14:41 AM IST',
      }),
      'Asia/Kolkata',
    )
    expect(run?.startedAt).toBe(at('2022-02-26T04:43:41'))
    expect(remarks).toEqual(['IST names several time zones; --timezone says which one is meant'])
  })

  it('that cannot be read are told, and the end stands for the start', async () => {
    const { run, remarks } = await one(rkhunterLog({ start: 'one fine day' }))
    expect(run).toMatchObject({ startedAt: at('2026-11-15T01:00:30'), isDatedByEnd: true })
    expect(remarks).toEqual(['the date one fine day cannot be read'])
  })
})

const GAPS =
  'it holds NUL bytes, as a crash of the machine leaves them; lines that they cut are left out'

describe('a log of many runs', () => {
  const [first, second] = [
    rkhunterLog({
      checks: ['Warning: Found login backdoor file: /bin/.login'],
      summary: totals({ possible: 1 }),
    }),
    rkhunterLog({ start: 'Mon Nov 16 00:56:08 UTC 2026' }),
  ]
  const update = stamped([
    'Running Rootkit Hunter version 1.4.6 on db02',
    'Info: Start date is Mon Nov 16 00:00:00 UTC 2026',
    'Info: Command line is /usr/bin/rkhunter --propupd',
    "Warning: No hash value found for file '/usr/bin/x'",
    'Info: Starting file properties data update...',
    'Info: End date is Mon Nov 16 00:00:09 UTC 2026',
  ])

  it('gives each check, and leaves updates out', async () => {
    const { malwareRuns, hits } = await imported('rkhunter', [first, update, second].join('\n\n\n'))
    expect(malwareRuns.map(({ status, startedAt, open }) => [status, startedAt, open])).toEqual([
      ['infected', at('2026-11-15T00:56:08'), false],
      ['clean', at('2026-11-16T00:56:08'), false],
    ])
    expect(hits).toHaveLength(1)
  })

  it('has one that may go on only at its end', async () => {
    const killed = rkhunterLog({ end: null, summary: [] })
    const { malwareRuns } = await imported('rkhunter', [killed, killed].join('\n\n\n'))
    expect(malwareRuns.map(({ status, open }) => [status, open])).toEqual([
      ['incomplete', false],
      ['incomplete', true],
    ])
  })

  it('is told apart where a crash of the machine left NUL bytes', async () => {
    const gap = '\0'.repeat(512)
    const whole = await imported('rkhunter', first + gap + second)
    const apart = await imported('rkhunter', first + second)
    expect(whole.reports).toEqual(apart.reports)
    expect(whole.malwareRuns).toHaveLength(2)
    expect(whole.remarks).toEqual([GAPS])
    expect((await imported('rkhunter', first.trimEnd() + gap + second)).reports).toEqual(
      apart.reports,
    )
    expect(importerOf('rkhunter')?.recognises(gap + first)).toBe(true)
    expect((await imported('rkhunter', gap + second + gap)).malwareRuns).toMatchObject([
      { status: 'clean', complete: true },
    ])
  })

  it('leaves out what NUL bytes have cut, and is not clean where lines are lost', async () => {
    const lines = second.split('\n')
    const checked = lines.findIndex((it) => it.includes('/usr/bin/who'))
    const cut = [
      ...lines.slice(0, checked),
      `[00:56:08] Warning: Hidden file found: /etc/.a\0\0\0/bin/who   [ OK ]`,
      ...lines.slice(checked + 1),
    ].join('\n')
    const { malwareRuns, hits, cleanFiles } = await imported('rkhunter', cut)
    expect(malwareRuns).toMatchObject([
      {
        status: 'incomplete',
        complete: false,
        summary: { reason: 'lines of the report are lost' },
      },
    ])
    expect([...hits, ...cleanFiles]).toEqual([])
  })

  it.each([
    ['behind its last line', (log: string) => `${log}\n`, 'clean'],
    ['at the end of its last line', (log: string) => log, 'clean'],
    ['in the date of its last line', (log: string) => log.slice(0, -9), 'clean'],
    [
      'in its last line',
      (log: string) => log.slice(0, log.lastIndexOf('End date') + 5),
      'incomplete',
    ],
  ])(
    'gives what lost its beginning to NUL bytes to no run before it: %s',
    async (_, cut, status) => {
      const lines = stamped([
        'Checking for rootkits...',
        'Warning: Found login backdoor file: /bin/.login',
        'Info: End date is Tue Nov 17 00:00:09 UTC 2026',
      ])
      const log = `${cut(second.trimEnd())}${'\0'.repeat(512)}\n${lines}`
      const { malwareRuns, reports } = await imported('rkhunter', log)
      expect(malwareRuns).toMatchObject([
        {
          status,
          infections: 0,
          startedAt: at('2026-11-16T00:56:08'),
          complete: status === 'clean',
        },
        {
          status: 'infected',
          infections: 1,
          startedAt: at('2026-11-17T00:00:09'),
          complete: false,
          summary: { reason: 'the report has no beginning' },
        },
      ])
      const ofRuns = reports.filter(({ kind }) => kind !== 'clean-file')
      expect(ofRuns.map(({ kind }) => kind)).toEqual(['malware-run', 'hit', 'malware-run'])
    },
  )

  it('may end with a run that has only begun', async () => {
    const begun = stamped(['Running Rootkit Hunter version 1.4.6 on db02', 'Info: Start date is x'])
    expect((await imported('rkhunter', `${second}\n\n${begun}`)).malwareRuns).toHaveLength(1)
  })
})

describe('what rkhunter prints', () => {
  const printed = (lines: readonly string[]) =>
    ['[ Rootkit Hunter version 1.4.6 ]', '', 'Checking system commands...', '', ...lines].join('\n')

  const infected = [
    '  Performing file properties checks',
    '    /usr/bin/who                                             [ Warning ]',
    'Checking for rootkits...',
    '  Performing check of known rootkit files and directories',
    '    55808 Trojan - Variant A                                 [ Not found ]',
    '    SHV4 Rootkit                                             [ Warning ]',
    '  Performing additional rootkit checks',
    '    Suckit Rootkit additional checks                         [ Warning ]',
  ]
  const end = ['', 'One or more warnings have been found while checking the system.']
  const names = totals({ suspect: 1, possible: 2 }).flatMap((it) =>
    it.startsWith('Possible') ? [it, 'Rootkit names    : SHV4 Rootkit, Suckit Rootkit'] : [it],
  )

  it('names rootkits without their files', async () => {
    const { run, hits, remarks } = await one(printed([...infected, ...names, ...end]))
    expect(hits.map(({ path, signature }) => [path, signature])).toEqual([
      ['/usr/bin/who', 'file properties changed'],
      ['/', 'SHV4 Rootkit'],
      ['/', 'Suckit Rootkit'],
    ])
    expect(run).toMatchObject({
      status: 'infected',
      infections: 3,
      complete: false,
      open: false,
      host: null,
      startedAt: null,
    })
    expect(remarks).toEqual([])
  })

  it('in colours is the same', async () => {
    const coloured = printed([...infected, ...names, ...end]).replace(
      / +\[ (\w+) \]/g,
      (_, word) => `\u001b[31C[ \u001b[1;31m${word}\u001b[0;39m ]`,
    )
    expect((await one(coloured)).run).toEqual(
      (await one(printed([...infected, ...names, ...end]))).run,
    )
  })

  it.each([
    ['No warnings were found while checking the system.', 'clean'],
    ['0 warnings were found while checking the system.', 'clean'],
    ['1 warning has been found while checking the system.', 'clean'],
    ['12 warnings have been found while checking the system.', 'clean'],
    ['', 'incomplete'],
  ])('is finished by «%s»: %s', async (last, status) => {
    const lines = ['    /usr/bin/who       [ OK ]', ...totals(), '', last]
    expect((await one(printed(lines))).run).toMatchObject({ status, complete: false })
  })

  it('with --rwo is never clean', async () => {
    const { run } = await one(
      "Warning: Account 'toor' is root equivalent (UID = 0)\n\nOne or more warnings have been found while checking the system.\n",
    )
    expect(run).toMatchObject({
      status: 'incomplete',
      complete: false,
      summary: { warnings: 1, reason: 'only warnings are shown, not what was checked' },
    })
  })
})

describe('recognises and refuses', () => {
  it.each([
    [
      'an update',
      stamped([
        'Running Rootkit Hunter version 1.4.6 on a',
        'Info: Starting file properties data update...',
        'Info: End date is x',
      ]),
      'no check was run',
    ],
    [
      'a print of an update',
      '[ Rootkit Hunter version 1.4.6 ]\nFile updated: searched for 178 files, found 124\n',
      'no check was run',
    ],
    ['another text', 'hello\n', 'it is no log of rkhunter'],
    ['nothing', '', 'it is no log of rkhunter'],
    ['another warning', 'Warning: disk is full\n', null],
  ])('not %s', async (_name, text, reason) => {
    expect(importerOf('rkhunter')?.recognises(text)).toBe(false)
    if (reason === null) return
    await expect(imported('rkhunter', text)).rejects.toThrow(reason)
    await expect(imported('rkhunter', text)).rejects.toBeInstanceOf(Refused)
  })

  it('an update behind NUL bytes for what it is', async () => {
    const update = stamped(['Running Rootkit Hunter version 1.4.6 on a', 'Info: End date is x'])
    await expect(imported('rkhunter', `\0\0${update}\n`)).rejects.toThrow('no check was run')
  })

  it('an update for what it is, when nobody names the tool', () => {
    const head = stamped([
      'Running Rootkit Hunter version 1.4.6 on a',
      'Info: Starting file properties data update...',
    ])
    expect(lookOf(head)).toBe(
      'it looks like a log of rkhunter without a check; run rkhunter --check',
    )
  })

  it('logs in another language, and says what to do', async () => {
    const german =
      '[00:56:08] Running Rootkit Hunter in Version 1.4.6 auf db02\n[00:56:08] Information: Start Datum ist x\n'
    expect(importerOf('rkhunter')?.recognises(german)).toBe(true)
    await expect(imported('rkhunter', german)).rejects.toThrow('set LANGUAGE=en')
  })
})
