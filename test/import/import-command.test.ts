// secdash import, as a person or a cron job meets it. What each tool's report holds is tested in
// test/importers, what becomes of the rows in test/endpoints/store.
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { copied } from '../../src/importers/input/unnamed-copy.ts'
import { IMPORTERS } from '../../src/importers/registry.ts'
import { PROJECT } from '../../src/project.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { ownReport } from '../support/imported.ts'
import { csv5 } from '../support/prowler-reports.ts'
import { rkhunterLog } from '../support/rkhunter-text.ts'
import { secdash } from '../support/terminal.ts'

interface Summary {
  readonly infected?: number
  readonly day?: number
}

/** A run as clamscan writes it to its log. */
const run = ({ infected = 0, day = 1 }: Summary = {}, ...hits: string[]) => `
-------------------------------------------------------------------------------

${hits.map((path) => `${path}: Php.Webshell.Demo-1 FOUND\n`).join('')}
----------- SCAN SUMMARY -----------
Known viruses: 8
Engine version: 1.4.6
Scanned directories: 1
Scanned files: 5
Infected files: ${infected}
Data scanned: 0.59 MB
Data read: 0.28 MB (ratio 2.13:1)
Time: 3.048 sec (0 m 3 s)
Start Date: 2026:03:0${day} 12:00:00
End Date:   2026:03:0${day} 12:00:03
`

/** A scan as maldet writes it to its event_log. */
const maldetScan = (host: string, day = 1, ...hits: string[]) =>
  [
    '{scan} signatures loaded: 3 (1 MD5 | 2 HEX | 0 YARA | 0 USER)',
    '{scan} building file list for /srv, this might take awhile...',
    ...hits.map((path) => `{hit} malware hit {HEX}php.shell.1 found for ${path}`),
    `{scan} scan completed on /srv: files 79, malware hits ${hits.length}, cleaned hits 0, time 11s`,
  ]
    .map((it) => `Mar 0${day} 2026 12:00:00 ${host} maldet(${day}): ${it}\n`)
    .join('')

const POSTURE = { compliance: 80, redteam: 70, incident: 90, monitoring: 60 }

async function importing() {
  const database = await temporaryDatabase('all')
  const folder = temporaryFolder()
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const command = (args: readonly string[], input: string | Uint8Array = '', env = {}) =>
    secdash(['import', ...args], { DATABASE_URL: database.url, ...env }, input)
  const scans = () => database.db.selectFrom('malware_scans').selectAll().execute()
  return { ...database, folder, file, command, scans }
}

describe('secdash import', () => {
  it('stores a report and tells what it holds, in words', async () => {
    const { file, command, scans } = await importing()
    const path = file('clam.log', run({ infected: 1 }, '/www/a'))
    const { code, stdout, stderr } = await command(['clamav', path, '--server', 'web-01'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(
      `${path} (clamav)
  scan of 2026-03-01 12:00:00 on web-01: infected, 5 files scanned, 1 infected
    detections: 1 new, 0 known before, 0 resolved
`,
    )
    expect(await scans()).toMatchObject([{ scan_type: 'clamav', status: 'infected' }])
  })

  it('tells of findings that a scan closes without having looked for them', async () => {
    const { file, command } = await importing()
    const report = (name: string, day: number, id: string, isFiltered = false) => {
      const control = (id: string, status: string) => ({
        ...{ id, title: id, impact: 0.7, tags: {} },
        results: [{ status, code_desc: id, start_time: `2026-03-0${day}T12:00:00Z` }],
      })
      const passed = isFiltered ? [] : [control(`${id}-ok`, 'passed')]
      const controls = [control(id, 'failed'), ...passed]
      const platform = { name: 'debian' }
      return JSON.stringify({
        version: '5.22.3',
        platform,
        profiles: [{ name, controls }],
        statistics: {},
      })
    }
    const linux = file('1.json', report('linux', 1, 'os-1'))
    const ssh = file('2.json', report('ssh', 2, 'ssh-1'))
    const { stdout } = await command(['inspec', linux, ssh, '--server', 'web-01'])
    expect(stdout).toContain(`    1 open finding of older scans superseded
    1 of them of checks that are not in this scan; where scans check different things, give each a --server of its own
`)
    const failures = file('3.json', report('linux', 3, 'os-1', true))
    expect((await command(['inspec', failures, '--server', 'web-01'])).stdout).toContain(
      '    1 of them of checks that this scan does not name: unlike those before it, it lists nothing that passed; give the whole report\n',
    )
  })

  it('tells why a scan is not known to be clean', async () => {
    const { file, command } = await importing()
    const cut = run().slice(0, run().indexOf('Infected files'))
    const told = 'incomplete (the report does not come to its end), 5 files scanned'
    expect((await command(['clamav', file('cut.log', cut)])).stdout).toContain(told)
    const more = run({ infected: 1 }, '/www/a').slice(0, -60)
    expect((await command(['clamav', file('more.log', more)])).stdout).toContain(
      'infected, and the report does not come to its end, 5 files scanned, 1 infected',
    )
    const { stdout } = await command(['clamav', '-', '--json', '--server', 'web-02'], cut)
    const runs = [{ status: 'incomplete', reason: 'the report does not come to its end' }]
    expect(JSON.parse(stdout)).toMatchObject([{ stored: { runs } }])
  })

  it('of rotated logs in a folder the newest comes first by name, and resolves what older ones found', async () => {
    const { file, command, folder, db } = await importing()
    const log = file('clamscan.log', run({ day: 3 }))
    file('clamscan.log.1', run({ infected: 1, day: 2 }, '/www/b'))
    file('clamscan.log.2', run({ infected: 1, day: 1 }, '/www/a'))
    const { code, stdout } = await command(['clamav', folder, '--scope', '/www'])
    expect(code).toBe(0)
    expect(stdout.split(`${log} (clamav)\n`)).toHaveLength(3)
    expect(stdout.endsWith('    detections: 0 new, 0 known before, 1 resolved\n')).toBe(true)
    const rows = await db
      .selectFrom('malware_detections')
      .selectAll()
      .orderBy('file_path')
      .execute()
    expect(rows).toMatchObject([
      { file_path: '/www/a', resolved_at: '2026-03-02 12:00:00' },
      { file_path: '/www/b', resolved_at: '2026-03-03 12:00:00' },
    ])
    const { stdout: again } = await command(['clamav', folder, '--scope', '/www'])
    expect(again.split('already known: nothing changed')).toHaveLength(4)
  })

  it('a log that was stored earlier resolves what an older one in the same command brings', async () => {
    const { file, command, folder, db } = await importing()
    const log = file('clamscan.log', run({ day: 3 }))
    await command(['clamav', log, '--scope', '/www'])
    file('clamscan.log.1', run({ infected: 1, day: 2 }, '/www/b'))
    const { stdout } = await command(['clamav', folder, '--scope', '/www'])
    expect(stdout).toContain('already known: nothing changed')
    expect(stdout.endsWith('    detections: 0 new, 0 known before, 1 resolved\n')).toBe(true)
    const rows = await db.selectFrom('malware_detections').select('resolved_at').execute()
    expect(rows).toEqual([{ resolved_at: '2026-03-03 12:00:00' }])
  })

  it('runs of one log resolve what older ones found, also where the newest comes first', async () => {
    const { file, command, db } = await importing()
    const older = run({ infected: 1, day: 1 }, '/www/a')
    const log = file('all.log', `${run({ day: 2 })}${older}`)
    const { stdout } = await command(['clamav', log, '--scope', '/www'])
    expect(stdout.endsWith('    detections: 0 new, 0 known before, 1 resolved\n')).toBe(true)
    const rows = await db.selectFrom('malware_detections').select('resolved_at').execute()
    expect(rows).toEqual([{ resolved_at: '2026-03-02 12:00:00' }])
    const { stdout: again } = await command(['clamav', log, '--scope', '/www'])
    expect(again).toContain('already known: nothing changed')
  })

  it('tells that a log of several hosts under one name resolves nothing', async () => {
    const { file, command } = await importing()
    const log = file('event_log', maldetScan('web01.a.example') + maldetScan('web01.b.example'))
    const { stdout } = await command(['maldet', log])
    expect(stdout).toContain(`    detections: 0 new, 0 known before, 0 resolved
    it resolves nothing: the file has other hosts of the name web01
`)
  })

  it('tells that a scan says nothing about another host of its name, from a file of its own', async () => {
    const { file, command } = await importing()
    await command(['maldet', file('a', maldetScan('web01.a.example', 1, '/srv/a.php'))])
    const clean = file('b', maldetScan('web01.b.example', 2))
    const { stdout } = await command(['maldet', clean, '--scope', '/srv'])
    expect(stdout).toContain(`    detections: 0 new, 0 known before, 0 resolved
    1 detection of another host of the name web01 not resolved; give each host a --server of its own
`)
    const site = (name: string, start_time: number) =>
      JSON.stringify({
        banner: { description: 'WordPress Security Scanner by the WPScan Team', version: '3.8.28' },
        target_url: `https://shop.example.${name}/`,
        start_time,
        stop_time: start_time + 6,
      })
    await command(['wpscan', file('com.json', site('com', 1_772_000_000))])
    const org = await command(['wpscan', file('org.json', site('org', 1_772_100_000))])
    expect(org.stdout).toContain(
      '    it supersedes nothing of other hosts of the name shop; give each host a --server of its own\n',
    )
  })

  it('tells what it takes back: found where a log broke off before, and not in the whole', async () => {
    const { file, command, db } = await importing()
    const text = 'Web_Shell /www/a.php\nWeb_Shell /www/lon'
    await command(['yara', file('yara.txt', text)])
    const { stdout } = await command(['yara', file('yara.txt', `${text}g.php\n`)])
    expect(stdout).toContain(`    detections: 1 new, 1 known before, 0 resolved
    1 taken back: found where the log broke off before, and not in the whole
`)
    const rows = await db.selectFrom('malware_detections').select('file_path').execute()
    expect(rows.map(({ file_path }) => file_path)).toEqual(['/www/a.php', '/www/long.php'])
  })

  it('a heading of chkrootkit whose files had not come is about these files once they have', async () => {
    const { file, command, db } = await importing()
    const whole = readFileSync(ownReport('chkrootkit/0.57_planted.stdout.txt'), 'utf8')
    const heading = 'WARNING: Possible Showtee rootkit installed:\n'
    const begun = whole.slice(0, whole.indexOf(heading) + heading.length)
    const paths = async () => {
      const rows = await db.selectFrom('malware_detections').select('file_path').execute()
      return new Set(rows.map(({ file_path }) => file_path))
    }
    await command(['chkrootkit', file('chkrootkit.txt', begun)])
    expect(await paths()).toEqual(new Set(['/']))
    await command(['chkrootkit', file('chkrootkit.txt', whole)])
    expect(await paths()).toEqual(new Set(['/usr/include/file.h']))
  })

  it('of several files with --dry-run none is read a second time', async () => {
    const { file, command, folder } = await importing()
    file('clamscan.log', run({ day: 3 }))
    file('clamscan.log.1', run({ infected: 1, day: 2 }, '/www/b'))
    const { stdout } = await command(['clamav', folder, '--scope', '/www', '--dry-run'])
    expect(stdout.split(' (clamav)')).toHaveLength(3)
  })

  it('the same file twice changes nothing, and says so with exit code 0', async () => {
    const { file, command, scans } = await importing()
    const path = file('clam.log', run())
    await command(['clamav', path])
    const { code, stdout } = await command(['clamav', path])
    expect([code, stdout]).toEqual([0, `${path} (clamav)\n  already known: nothing changed\n`])
    expect(await scans()).toHaveLength(1)
  })

  it('a log that has grown adds its new run', async () => {
    const { file, command, scans } = await importing()
    await command(['clamav', file('clam.log', run())])
    const { stdout } = await command(['clamav', file('clam.log', run() + run({ day: 2 }))])
    expect(stdout).toContain('1 run already known\n  scan of 2026-03-02 12:00:00')
    expect(await scans()).toHaveLength(2)
  })

  it('what a killed run at the end of a log finds after a person resolved it is found again', async () => {
    const { file, command, db, scans } = await importing()
    const before = run({ infected: 1, day: 1 }, '/www/a')
    await command(['clamav', file('clam.log', before)])
    await db.updateTable('malware_detections').set({ resolved_at: '2026-03-02 12:00:00' }).execute()
    const killed = run({}, '/www/a').split('\n----------- ', 1).join('')
    const log = file('clam.log', before + killed)
    utimesSync(log, Date.UTC(2026, 2, 3) / 1000, Date.UTC(2026, 2, 3) / 1000)
    for (const _ of ['once', 'again']) await command(['clamav', log])
    const rows = await db.selectFrom('malware_detections').select('resolved_at').execute()
    expect(rows).toEqual([{ resolved_at: '2026-03-02 12:00:00' }, { resolved_at: null }])
    // The next run is written behind it.
    await command(['clamav', file('clam.log', before + killed + run({ day: 4 }))])
    expect((await scans()).map(({ status }) => status)).toEqual(['infected', 'infected', 'clean'])
    const left = await db.selectFrom('malware_detections').select('resolved_at').execute()
    expect(left).toEqual(rows)
  })

  it('what a killed run had found stays resolved when a clean one is written behind it', async () => {
    const { file, command, db, scans } = await importing()
    const killed = '/www/a: Php.Webshell.Demo-1 FOUND\n'
    const log = file('out.txt', killed)
    utimesSync(log, Date.UTC(2026, 2, 3) / 1000, Date.UTC(2026, 2, 3) / 1000)
    await command(['clamav', log])
    await db.updateTable('malware_detections').set({ resolved_at: '2026-03-03 12:00:00' }).execute()
    const clean = run({ day: 4 }).slice(run({ day: 4 }).indexOf('\n----------- '))
    await command(['clamav', file('out.txt', killed + clean)])
    const rows = await db.selectFrom('malware_detections').select('resolved_at').execute()
    expect(rows).toEqual([{ resolved_at: '2026-03-03 12:00:00' }])
    expect((await scans()).map(({ status }) => status)).toEqual(['infected', 'clean'])
  })

  it('a date in a file name that chkrootkit -q prints has nothing refused', async () => {
    const { file, command, scans } = await importing()
    const warning = 'WARNING: The following suspicious PHP files were found:'
    const found = ['2026-03-01T03:00:00Z', warning, '/tmp/a', '2099-01-01T00:00:00Z', '/tmp/b.php']
    const { stdout } = await command(['chkrootkit', file('chk.txt', `${found.join('\n')}\n`)])
    expect(stdout).toContain('2 new')
    expect(stdout).not.toContain('note:')
    expect(await scans()).toHaveLength(1)
  })

  it('a session of maldet that was cut within its footer is one scan when the whole comes', async () => {
    const session = readFileSync(ownReport('maldet/1.6.5_session.261115-0054.1898'), 'utf8')
    const footer = session.indexOf('\n=====') + 1
    for (const end of ['===\n', 'Linux', 'Detect v1.6', 'v1.6.5 <']) {
      const { file, command, scans } = await importing()
      const cut = session.slice(0, session.indexOf(end, footer) + end.length)
      for (const content of [cut, session]) await command(['maldet', file('session', content)])
      expect(await scans(), end).toHaveLength(1)
    }
  })

  it('a scan of maldet whose month is told by a later one is stored once', async () => {
    const { db, file, command, scans } = await importing()
    const event = (day: number, text: string) =>
      `xyz ${day} 2026 12:00:00 web01 maldet(${day}): {scan} ${text}\n`
    const loaded = 'signatures loaded: 3 (1 MD5 | 2 HEX | 0 YARA | 0 USER)'
    const begun = [
      'xyz 9 2026 12:00:00 web01 maldet(9): {mon} monitoring /up\n',
      'xyz 9 2026 12:00:00 web01 maldet(9): {hit} malware hit X found for /up/a\n',
      event(10, loaded),
      event(10, 'scan returned empty file list; check that path exists'),
    ].join('')
    const saved = 'scan report saved, to view run: maldet --report 260311-1200.11'
    for (const more of ['', event(11, loaded), event(11, loaded) + event(11, saved)]) {
      await command(['maldet', file('event_log', begun + more)])
    }
    expect((await scans()).map(({ scan_date }) => scan_date).sort()).toEqual([
      '2026-03-09 12:00:00',
      '2026-03-10 12:00:00',
      '2026-03-11 12:00:00',
    ])
    const found = db.selectFrom('malware_detections').select('detected_at')
    expect(await found.execute()).toEqual([{ detected_at: '2026-03-09 12:00:00' }])
  })

  it('a log of many runs is told by its newest ones', async () => {
    const { file, command } = await importing()
    const days = [1, 2, 3, 4, 5, 6, 7].map((day) => run({ day })).join('')
    const { stdout } = await command(['clamav', file('clam.log', days)])
    expect(stdout).toContain('7 runs stored, the newest are:\n')
    expect(stdout).not.toContain('2026-03-02')
    expect(stdout).toContain('2026-03-03')
  })

  it('reads standard input, and leaves no copy of it behind', async () => {
    const { command, scans } = await importing()
    const before = readdirSync(tmpdir()).filter((it) => it.startsWith('secdash-import-'))
    const { code, stdout } = await command(['auto', '-'], run())
    expect([code, stdout.split('\n')[0]]).toEqual([0, '- (clamav)'])
    expect(await scans()).toHaveLength(1)
    const after = readdirSync(tmpdir()).filter((it) => it.startsWith('secdash-import-'))
    expect(after.filter((it) => !before.includes(it))).toEqual([])
  })

  it('copies standard input to a file that nobody can find, also when it is killed', async () => {
    const folder = temporaryFolder()
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    const meanwhile: string[] = []
    async function* chunks() {
      yield 'one'
      meanwhile.push(...readdirSync(folder))
      yield 'two'
    }
    const read = await copied(chunks(), { name: '-', most: 100 }, async ({ head, size, open }) => {
      meanwhile.push(...readdirSync(folder))
      const texts: string[] = []
      for (const reading of [open(), open()]) texts.push(await text(Readable.from(reading)))
      // An importer may leave before the end, and come back.
      for await (const _ of open()) break
      texts.push(await text(Readable.from(open())))
      return { head, size, texts }
    })
    expect(read).toEqual({ head: 'onetwo', size: 6, texts: ['onetwo', 'onetwo', 'onetwo'] })
    expect(meanwhile).toEqual([])
  })

  it('reads all of standard input also where a report ends before it', async () => {
    const { command } = await importing()
    const report = `EICAR_Test_File /srv/demo/eicar.com
yara exit status: 0 at 2026-03-01T10:00:00+00:00

`
    expect(await command(['yara', '-'], report)).toMatchObject({ code: 0 })
  })

  it('reads a pipe as it reads standard input', async () => {
    const { folder, command, scans } = await importing()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const [{ code }] = await Promise.all([
      command(['clamav', pipe]),
      // Opening a pipe for writing waits for its reader, so another process does it.
      import('node:child_process').then(({ spawn }) => {
        const child = spawn('sh', ['-c', 'cat > "$0"', pipe], {
          stdio: ['pipe', 'ignore', 'ignore'],
        })
        child.stdin.end(run())
      }),
    ])
    expect([code, (await scans()).length]).toEqual([0, 1])
  })

  it('takes several files and folders, in the order of their names', async () => {
    const { folder, file, command, scans } = await importing()
    mkdirSync(join(folder, 'logs', 'deep'), { recursive: true })
    file('logs/b.log', run({ day: 2 }))
    file('logs/a.log', run({ day: 1 }))
    file('logs/deep/c.log', run({ day: 3 }))
    file('logs/.hidden', run({ day: 5 }))
    file('logs/readme.txt', 'nothing')
    file('logs/lynis.dat', '# Lynis Report\nreport_version_major=1\n')
    symlinkSync(folder, join(folder, 'logs', 'loop'))
    const { code, stdout } = await command([
      'clamav',
      join(folder, 'logs'),
      file('d.log', run({ day: 4 })),
    ])
    expect(code).toBe(0)
    expect((await scans()).map(({ scan_date }) => scan_date.slice(8, 10))).toEqual([
      '01',
      '02',
      '03',
      '04',
    ])
    expect(stdout).toContain('readme.txt\n  ignored: it looks like no report that is known here\n')
    expect(stdout).toContain('lynis.dat\n  ignored: it looks like a report of lynis\n')
    expect(stdout).toContain('.hidden\n  ignored: it is hidden; name it by itself\n')
    expect(stdout).toContain('loop\n  ignored: it is a link; name it by itself\n')
  })

  it('takes from a folder what only who names the tool can know, and auto passes over it', async () => {
    const { folder, file, command, scans } = await importing()
    mkdirSync(join(folder, 'logs'))
    const warnings = 'warning: rule "a" in /r.yar(1): slow\n'
    file('logs/a.txt', 'Demo /srv/a\n')
    file('logs/b.txt', `${warnings.repeat(3000)}Demo_Rule /srv/b\n`)
    file('logs/c.txt', warnings)
    const auto = await command(['auto', join(folder, 'logs')])
    expect([auto.code, await scans()]).toEqual([1, []])
    const { code, stdout } = await command(['yara', join(folder, 'logs')])
    expect([code, (await scans()).length]).toEqual([0, 2])
    expect(stdout).toContain('c.txt\n  ignored: ')
  })

  it('refuses what two tools claim, also in a folder, where others are stored', async () => {
    const { folder, file, command, scans } = await importing()
    mkdirSync(join(folder, 'logs'))
    const both = `${run()}ROOTDIR is \`/'\nChecking \`amd'... not found\n`
    const path = file('logs/both.log', both)
    file('logs/own.log', run({ day: 2 }))
    const refused =
      'refused: it may be a report of clamav or chkrootkit; name the tool instead of auto'
    for (const named of [path, join(folder, 'logs')]) {
      const { code, stdout } = await command(['auto', named])
      expect(code).toBe(1)
      expect(stdout).toContain(`${path}\n  ${refused}\n`)
    }
    expect(await scans()).toHaveLength(1)
  })

  it('passes over what is too large in a folder, unless it is a report', async () => {
    const { folder, file, command } = await importing()
    mkdirSync(join(folder, 'logs'))
    const noise = 'x'.repeat(2 ** 20)
    file('logs/backup.tar', noise)
    const own = file('logs/own.log', run())
    const auto = () => command(['auto', join(folder, 'logs'), '--max-size', '1'])
    expect((await auto()).code).toBe(0)
    file('logs/own.log', `${run()}${noise}`)
    const { code, stdout } = await auto()
    expect(code).toBe(1)
    expect(stdout).toContain(`${own}\n  refused: it has more than 1 MB`)
    expect(stdout).toContain('backup.tar\n  ignored: ')
  })

  it('refuses what is too large in a folder also where only the end of it tells whose it is', async () => {
    const { folder, file, command } = await importing()
    mkdirSync(join(folder, 'logs'))
    const own = file('logs/own.log', `${'LibClamAV Warning: slow\n'.repeat(50_000)}${run()}`)
    file('logs/other.log', run({ day: 2 }))
    const { code, stdout } = await command(['clamav', join(folder, 'logs'), '--max-size', '1'])
    expect(code).toBe(1)
    expect(stdout).toContain(`${own}\n  refused: it has more than 1 MB`)
  })

  it.each([
    ['auto', 'a report that is known here'],
    ['clamav', 'a report of clamav'],
  ])('a folder in which nothing is a report fails, with %s as the tool', async (tool, whose) => {
    const { folder, file, command } = await importing()
    file('readme.txt', 'nothing')
    file('notes.txt', 'nothing either')
    const { code, stdout, stderr } = await command([tool, folder])
    expect([code, stderr]).toEqual([1, `secdash: no file in ${folder} is ${whose}\n`])
    expect(stdout.match(/ignored: /g)).toHaveLength(2)
  })

  it('refuses what it cannot read, stores the rest, and exits with 1', async () => {
    const { folder, file, command, scans } = await importing()
    const good = file('good.log', run())
    const bad = file('bad.log', 'hello')
    const missing = join(folder, 'missing.log')
    const { code, stdout } = await command(['auto', missing, bad, good])
    expect(code).toBe(1)
    expect(stdout).toContain(`${missing}\n  refused: there is no such file\n`)
    expect(stdout).toContain(
      `${bad}\n  refused: it looks like no report that is known here; name the tool if you know it\n`,
    )
    expect(await scans()).toHaveLength(1)
  })

  /** It is there, and nobody can open it as a file. */
  const socketIn = async (folder: string) => {
    const path = join(folder, 'socket')
    const server = createServer().listen(path)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    return path
  }

  it('refuses what is there and cannot be read, and stores the rest', async () => {
    const { folder, file, command, scans } = await importing()
    const socket = await socketIn(folder)
    const { code, stdout } = await command(['clamav', socket, file('good.log', run())])
    expect([code, stdout]).toEqual([1, expect.stringContaining('socket\n  refused: it cannot be')])
    expect(await scans()).toHaveLength(1)
  })

  it('refuses standard input and pipes that cannot be copied, and stores the rest', async () => {
    const { folder, file, command, scans } = await importing()
    const socket = await socketIn(folder)
    vi.stubEnv('TMPDIR', join(folder, 'none'))
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, stdout } = await command(['clamav', '-', socket, file('a.log', run())], run())
    const refused = `refused: its copy in ${join(folder, 'none')} cannot be written: ENOENT`
    expect([code, stdout.split(refused).length - 1]).toEqual([1, 2])
    expect(stdout.split('; set TMPDIR to a folder with room').length - 1).toBe(2)
    expect(await scans()).toHaveLength(1)
  })

  it.each([
    ['', 'it is empty, which proves nothing'],
    [' \n \n', 'it is empty, which proves nothing'],
    ['{"a": 1}', 'it looks like JSON of a tool that is not known here'],
    ['<a/>', 'it looks like XML of a tool that is not known here'],
    ['a\0b', 'it is no text'],
    [gzipSync('x'), 'it looks like a file compressed with gzip; import it with zcat'],
    ['scoutsuite_results =\n{}', 'it looks like a report of ScoutSuite'],
  ])('auto refuses %j by what it looks like', async (content, reason) => {
    const { file, command } = await importing()
    const { code, stdout } = await command(['auto', file('x', content)])
    expect(code).toBe(1)
    expect(stdout).toContain(`refused: ${reason}`)
  })

  it.each(['', gzipSync('x')])(
    'auto asks for no tool where none would help: %j',
    async (content) => {
      const { file, command } = await importing()
      const { stdout } = await command(['auto', file('x', content)])
      expect(stdout).not.toContain('name the tool')
    },
  )

  it.each(IMPORTERS.map(({ tool }) => tool))(
    'an empty file is called empty, whichever tool is named: %s',
    async (tool) => {
      const { file, command } = await importing()
      const { code, stdout } = await command([tool, file('x', '\n')])
      expect([code, stdout]).toEqual([1, expect.stringContaining('refused: it is empty, which')])
    },
  )

  it.each(IMPORTERS.map(({ tool }) => tool).filter((it) => it !== 'posture'))(
    'a file that no tool reads is called what it is, whichever tool is named: %s',
    async (tool) => {
      const { file, command } = await importing()
      const packed = file('x.gz', gzipSync('x'))
      const trivy = file(
        'x.json',
        '{"ID":"1","Title":"NSA","SummaryControls":[{"Severity":"LOW"}]}',
      )
      const { code, stdout } = await command([tool, packed, trivy])
      expect(code).toBe(1)
      expect(stdout).toContain('refused: it looks like a file compressed with gzip; import it with')
      expect(stdout).toContain('refused: it looks like a compliance report of Trivy, which names')
    },
  )

  it('a file that is another tool’s is refused with that tool’s name', async () => {
    const { file, command } = await importing()
    const { code, stdout } = await command(['lynis', file('clam.log', run())])
    expect(code).toBe(1)
    expect(stdout).toMatch(/refused: .*it looks like a report of clamav\n/)
  })

  it('--dry-run tells what would be stored, and stores nothing', async () => {
    const { file, command, scans } = await importing()
    const path = file('clam.log', run({ infected: 1 }, '/www/a'))
    const { code, stdout } = await command(['clamav', path, '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain('1 new')
    expect(stdout).toContain('  dry run: nothing was stored\n')
    expect(await scans()).toEqual([])
  })

  it('--json prints the outcome of each file for machines', async () => {
    const { file, command } = await importing()
    const path = file('clam.log', run({ infected: 1 }, '/www/a'))
    const { stdout } = await command(['clamav', path, file('bad', 'x'), '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      {
        file: path,
        tool: 'clamav',
        refused: null,
        stored: { known: false, runs: [{ status: 'infected', newDetections: 1, scanId: 1 }] },
      },
      { tool: 'clamav', stored: null, refused: expect.any(String) },
    ])
  })

  it('--scope resolves what is gone', async () => {
    const { db, file, command } = await importing()
    await command(['clamav', file('1.log', run({ infected: 1 }, '/www/a'))])
    const { stdout } = await command([
      'clamav',
      file('2.log', run({ day: 2 })),
      '--scope',
      '/srv',
      '--scope',
      '/www',
    ])
    expect(stdout).toContain('0 new, 0 known before, 1 resolved')
    const rows = await db.selectFrom('malware_detections').select('resolved_at').execute()
    expect(rows).toMatchObject([{ resolved_at: '2026-03-02 12:00:00' }])
  })

  it.each(['2026-03-02T12:00:00Z', '2026-03-02T05:40:00Z', '2099-03-02T05:40:00Z'])(
    'a file name that forges the end of a run of yara at %s resolves nothing',
    async (forged) => {
      const { db, file, command } = await importing()
      const matches = [
        'Demo /srv/0',
        `Demo /srv/a\nyara exit status: 0 at ${forged}`,
        'Demo /srv/b',
      ]
      const before = [matches[0], matches[2], 'yara exit status: 0 at 2026-03-01T05:50:00Z']
      const now = [...matches, 'yara exit status: 0 at 2026-03-02T05:50:00Z']
      for (const lines of [before, now]) {
        await command(['yara', file('yara.txt', `${lines.join('\n')}\n`), '--scope', '/srv'])
      }
      const rows = await db
        .selectFrom('malware_detections')
        .select(['file_path', 'resolved_at'])
        .orderBy('file_path')
        .execute()
      expect(rows).toEqual(
        ['/srv/0', '/srv/a', '/srv/b'].map((path) => ({ file_path: path, resolved_at: null })),
      )
    },
  )

  it('--timezone is the zone of the report, TIMEZONE that of the database', async () => {
    const { file, command, scans } = await importing()
    await command(['clamav', file('1.log', run()), '--timezone', 'Asia/Kolkata'])
    const zoned = { TIMEZONE: 'America/New_York' }
    await command(['clamav', file('2.log', run({ day: 2 })), '--timezone', 'UTC'], '', zoned)
    await command(['clamav', file('3.log', run({ day: 3 }))], '', zoned)
    expect((await scans()).map(({ scan_date }) => scan_date)).toEqual([
      '2026-03-01 06:30:00',
      '2026-03-02 07:00:00',
      '2026-03-03 12:00:00',
    ])
  })

  it('tells of a date that has not come yet, also of another zone that comes too late', async () => {
    const { file, command, scans } = await importing()
    const path = file('1.log', run())
    const inHours = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const [soon, past] = [inHours(5), inHours(-5)]
    const { stdout } = await command(['clamav', path, '--date', soon])
    expect(stdout).toContain(`  note: ${soon} has not come yet: if the times of this report are of`)
    const zoned = { TIMEZONE: 'Pacific/Kiritimati' }
    const other = await command(['clamav', path, '--date', `${past}Z`, '--server', 'b'], '', zoned)
    expect(other.stdout).not.toContain('note:')
    // Two clocks may differ by that much.
    const now = await command(['clamav', path, '--date', inHours(1 / 60), '--server', 'c'])
    expect(now.stdout).not.toContain('note:')
    await command(['clamav', file('2.log', run({ day: 2 }))])
    const again = await command([
      'clamav',
      file('2.log', run({ day: 2 })),
      '--timezone',
      'Asia/Tokyo',
    ])
    expect(again.stdout).toContain(
      '  already known, with times of another zone: nothing changed; how to mend its dates: "What',
    )
    expect(await scans()).toHaveLength(4)
  })

  it('--timezone settles what an abbreviation of several zones means', async () => {
    const { file, command } = await importing()
    const dates = {
      start: 'Sun Mar  1 12:00:00 IST 2026',
      end: 'Sun Mar  1 12:05:00 IST 2026',
    }
    const path = file('rkhunter.log', rkhunterLog(dates))
    // A setting for all of them says nothing about this one.
    const unsaid = await command(['rkhunter', path, '--dry-run'], '', { TIMEZONE: 'Asia/Kolkata' })
    expect(unsaid.stdout).toContain('IST names several time zones; --timezone says which')
    const said = await command(['rkhunter', path, '--timezone', 'Asia/Kolkata'])
    expect(said.stdout).toContain('scan of 2026-03-01 06:30:00')
    expect(said.stdout).not.toContain('several time zones')
  })

  it('--date says when, where the report does not; else the file or the clock does', async () => {
    const { file, command } = await importing()
    const undated = JSON.stringify(POSTURE)
    const path = file('posture.json', undated)
    utimesSync(path, 1_770_000_000, 1_770_000_000)
    const dates = [
      await command(['posture', path]),
      await command(['posture', '-'], `${undated} `),
      await command(['posture', path, '--date', '2026-03-01']),
      await command(['posture', path, '--date', '2026-03-01T10:00', '--timezone', 'Asia/Tokyo']),
      await command(['posture', path, '--date', '2026-03-01 10:00:30 +02:00']),
      await command(['posture', path, '--date', '2026-03-01T10:00:30.5UTC']),
      await command(['posture', path, '--date', '1990-01-01Z']),
    ].map(({ stdout }) => /posture of (.*) stored/.exec(stdout)?.[1])
    expect(dates).toEqual([
      "2026-02-02 02:40:00 (the file's time: the report has none to go by; give --date)",
      expect.stringContaining('(now: the report has no date; give --date)'),
      '2026-03-01 00:00:00',
      '2026-03-01 01:00:00',
      '2026-03-01 08:00:30',
      '2026-03-01 10:00:30',
      '1990-01-01 00:00:00',
    ])
  })

  it('--date is for one run: what a file knows apart it does not make one moment', async () => {
    const { file, command, db, scans } = await importing()
    const log = file('clam.log', `${run()}${run({ day: 2 })}${run({ day: 2 })}`)
    const { code, stdout } = await command(['clamav', log, '--date', '2026-03-05'])
    const refused =
      /refused: it holds \d runs of several dates, and --date is for one; leave it out, or put the run that you mean into a file of its own/
    expect([code, await scans()]).toEqual([1, []])
    expect(stdout).toMatch(refused)
    const days = ['2026-03-03', '2026-03-04'].map((recorded_at) => ({ recorded_at, ...POSTURE }))
    const postures = file('postures.json', JSON.stringify(days))
    expect((await command(['posture', postures, '--date', '2026-03-05'])).stdout).toMatch(refused)
    const mixed = file('mixed.json', JSON.stringify([days[0], POSTURE]))
    expect((await command(['posture', mixed, '--date', '2026-03-05'])).stdout).toMatch(refused)
    // One run, whatever date it has, and runs without any.
    const one = file('one.json', JSON.stringify(days[0]))
    expect((await command(['posture', one, '--date', '2026-03-05'])).code).toBe(0)
    const undated = file('undated.json', JSON.stringify([POSTURE, POSTURE]))
    expect((await command(['posture', undated, '--date', '2026-03-06'])).code).toBe(0)
    const stored = await db.selectFrom('posture_scores').select('recorded_at').execute()
    expect(stored.map(({ recorded_at }) => recorded_at.slice(0, 10))).toEqual([
      ...['2026-03-05', '2026-03-06', '2026-03-06'],
    ])
  })

  it('--severities overrides the table', async () => {
    const { db, file, command } = await importing()
    const own = file('severities.json', '{ "clamav": { "*demo*": "low" } }')
    await command(['clamav', file('1.log', run({ infected: 1 }, '/a')), '--severities', own])
    expect(await db.selectFrom('malware_detections').select('severity').execute()).toMatchObject([
      { severity: 'low' },
    ])
  })

  it.each([
    ['UTF-8', Buffer.from('\uFEFF{ "clamav": { "*demo*": "low" } }')],
    ['UTF-16', Buffer.from('\uFEFF{ "clamav": { "*demo*": "low" } }', 'utf16le')],
  ])('a mark of %s in front of --severities is no part of them', async (_encoding, content) => {
    const { db, file, command } = await importing()
    const own = file('severities.json', content)
    await command(['clamav', file('1.log', run({ infected: 1 }, '/a')), '--severities', own])
    expect(await db.selectFrom('malware_detections').select('severity').execute()).toMatchObject([
      { severity: 'low' },
    ])
  })

  it('severities that are given later change nothing that is stored: a log adds its new run', async () => {
    const { db, file, command, scans } = await importing()
    const log = run({ infected: 1 }, '/a')
    await command(['clamav', file('clam.log', log)])
    const own = file('severities.json', '{ "clamav": { "*demo*": "low" } }')
    const grown = file('clam.log', log + run({ infected: 1, day: 2 }, '/b'))
    const { stdout } = await command(['clamav', grown, '--severities', own])
    expect(stdout).toContain('1 run already known\n')
    expect(await scans()).toHaveLength(2)
    const rows = await db.selectFrom('malware_detections').selectAll().execute()
    expect(rows.map((it) => [it.file_path, it.severity])).toEqual([
      ['/a', 'critical'],
      ['/b', 'low'],
    ])
  })

  it('refuses a scan that names no server of its own, until --server does', async () => {
    const { file, command, db } = await importing()
    const path = file('iac.csv', csv5([{ PROVIDER: 'iac', ACCOUNT_UID: 'iac' }]))
    const { code, stdout } = await command(['prowler', path])
    expect([code, stdout]).toEqual([1, expect.stringContaining('give --server, with another name')])
    expect((await command(['prowler', path, '--server', 'shop'])).code).toBe(0)
    const scans = await db.selectFrom('compliance_scans').select('server_name').execute()
    expect(scans).toEqual([{ server_name: 'shop' }])
  })

  it('--max-size refuses what is larger, from a file and from standard input', async () => {
    const { file, command } = await importing()
    const large = run().padEnd(1_000_001)
    const reason = 'refused: it has more than 1 MB; give --max-size if that is no mistake'
    for (const args of [[file('x', large)], ['-']]) {
      const { code, stdout } = await command(['clamav', ...args, '--max-size', '1'], large)
      expect([code, stdout]).toEqual([1, expect.stringContaining(reason)])
    }
  })

  it.each([
    [['--server', 'a.b'], '--server is "a.b"; allowed: letters, digits, _ and -'],
    [['--server-type', ''], '--server-type is ""; allowed'],
    [['--server-type', 'x'.repeat(256)], '--server-type is "xxx'],
    [['--timezone', 'Mars'], '--timezone is "Mars"; allowed: a time zone'],
    [['--date', 'yesterday'], '--date is "yesterday"; allowed: a time from 1990 on, such as'],
    [['--date', '2026-02-30'], '--date is "2026-02-30"; allowed'],
    [['--date', '2026-13-01'], '--date is "2026-13-01"; allowed'],
    [['--date', '2026-03-01 24:00'], '--date is "2026-03-01 24:00"; allowed'],
    [['--date', '0000-03-29 02:30'], '--date is "0000-03-29 02:30"; allowed'],
    [['--date', '0206-03-01'], '--date is "0206-03-01"; allowed'],
    [['--date', '1989-12-31T23:59:59Z'], '--date is "1989-12-31T23:59:59Z"; allowed'],
    [['--scope', 'www'], '--scope is "www"; allowed: a whole path'],
    [['--max-size', '0'], '--max-size is "0"; allowed: a whole number of megabytes, 1 or more'],
    [['--severities', '/nowhere/x'], '--severities /nowhere/x cannot be read'],
    [['--colour'], "Unknown option '--colour'"],
  ])('%j is wrong usage, told with exit code 2', async (flags, text) => {
    const { command } = await importing()
    const { code, stderr } = await command(['clamav', 'x', ...flags])
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)])
  })

  it('says all that is wrong with the options at once, also the date beside a wrong zone', async () => {
    const { command } = await importing()
    const wrong = {
      server: 'a.b',
      'server-type': '',
      timezone: 'Mars',
      date: 'yesterday',
      scope: 'www',
      'max-size': '0',
    }
    const flags = Object.entries(wrong).flatMap(([flag, value]) => [`--${flag}`, value])
    const { stderr } = await command(['clamav', 'x', ...flags])
    const told = stderr.trimEnd().split('\n')
    expect(told.map((line) => /^secdash: --(\S+) is /.exec(line)?.[1])).toEqual(Object.keys(wrong))
  })

  it.each([
    ['[]', 'it must be an object of objects'],
    ['{', 'it is no JSON'],
    ['{"nessus": {}}', '"nessus" is no tool; allowed: chkrootkit, clamav'],
    ['{"clamav": []}', '"clamav" must be an object of patterns'],
    ['{"clamav": {"*": "urgent"}}', '"*" of "clamav" is "urgent"; allowed: critical, high'],
  ])('severities %s are refused', async (content, reason) => {
    const { file, command } = await importing()
    const { code, stderr } = await command(['clamav', 'x', '--severities', file('s', content)])
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)])
  })

  it('names the tools when there is no such one, and what is missing when there is no file', async () => {
    const { folder, command } = await importing()
    const unknown = await command(['nessus', 'x'])
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('there is no importer "nessus"; allowed: auto, clamav, maldet'),
    ])
    expect((await command(['clamav'])).code).toBe(2)
    const none = await command(['clamav', folder])
    expect([none.code, none.stderr]).toEqual([1, `secdash: there is no file in ${folder}\n`])
  })

  it('refuses a scope where no scan for malware is imported, instead of passing over it', async () => {
    const { command } = await importing()
    const { code, stderr } = await command(['lynis', 'x', '--scope', '/srv'])
    expect(code).toBe(2)
    expect(stderr).toContain('--scope is for scans for malware: leave it out with lynis')
  })

  it('says plainly that the database is not there, or has no tables', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'clam.log')
    writeFileSync(path, run())
    const missing = await secdash(['import', 'clamav', path], {
      DATABASE_URL: `sqlite:${join(folder, 'none.db')}`,
    })
    expect([missing.code, missing.stderr]).toEqual([
      1,
      `secdash: the database sqlite:${join(folder, 'none.db')} cannot be written: there is no such file. Correct the path in DATABASE_URL (without one it is secdash.db in the folder of the command), or make the database: secdash migrate\n`,
    ])
    expect(readdirSync(folder)).toEqual(['clam.log'])
    writeFileSync(join(folder, 'empty.db'), '')
    const empty = await secdash(['import', 'clamav', path], {
      DATABASE_URL: `sqlite:${join(folder, 'empty.db')}`,
    })
    expect([empty.code, empty.stderr]).toEqual([
      1,
      `secdash: the database sqlite:${join(folder, 'empty.db')} cannot be written: its tables are not ready; run secdash migrate first\n`,
    ])
  })

  it('--json prints what was stored until the database was gone', async () => {
    const { url, file, command, db } = await importing()
    const before = await command(['clamav', file('1.log', run()), '--json'])
    expect(JSON.parse(before.stdout)).toMatchObject([{ stored: { known: false } }])
    await db.schema.dropTable('secdash_import_turn').execute()
    const after = await secdash(['import', 'clamav', file('2.log', run({ day: 2 })), '--json'], {
      DATABASE_URL: url,
    })
    expect([after.code, after.stdout]).toEqual([1, '[]\n'])
    expect(after.stderr).toContain('its tables are not ready')
  })

  it('names in reports cannot command the terminal', async () => {
    const { folder, command } = await importing()
    const path = join(folder, 'a\u001b[31m\n\u2028\u061cb.log')
    writeFileSync(path, run())
    const { stdout } = await command(['clamav', path])
    expect(stdout.split('\n')[0]).toBe(
      `${join(folder, 'a\\u001b[31m\\u000a\\u2028\\u061cb.log')} (clamav)`,
    )
  })

  it('the help lists every tool', async () => {
    const { stdout } = await secdash(['import', '--help'])
    const flat = stdout.replace(/\s+/g, ' ')
    for (const { tool, reads } of IMPORTERS) expect(flat).toContain(` ${tool} ${reads} `)
    expect(stdout).not.toContain('TIMEZONE, default')
  })
})

/** The superuser may read anything, so as root it is run as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

it('a file that this account may not read is refused', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const path = join(folder, 'secret.log')
  writeFileSync(path, run())
  chmodSync(path, 0)
  const cli = join(PROJECT, 'src', 'cli.ts')
  const database = ['--database', `sqlite:${join(folder, 'none.db')}`]
  const args = [cli, 'import', 'clamav', path, ...database]
  await expect(promisify(execFile)(process.execPath, args, NOBODY)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('refused: this user may not read it'),
    // Also where what it prints goes to nowhere.
    stderr: `secdash: 1 of 1 file refused: ${path}\n`,
  })
})
