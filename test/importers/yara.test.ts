import { describe, expect, it } from 'vitest'
import { lookOf } from '../../src/importers/recognise.ts'
import { Refused } from '../../src/importers/refused.ts'
import { importerOf } from '../../src/importers/registry.ts'
import { imported } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'

const one = async (...lines: string[]) => {
  const { malwareRuns, ...rest } = await imported('yara', `${lines.join('\n')}\n`)
  expect(malwareRuns).toHaveLength(1)
  return { ...rest, run: malwareRuns[0] }
}

const hitsIn = async (...lines: string[]) =>
  (await one(...lines)).hits.map(({ path, signature, severity }) => [path, signature, severity])

const mayBeOwn = (text: string) => importerOf('yara')?.mayBeOwn?.(memoryInput('x', text))

const END = 'yara exit status: 0 at 2026-11-15T00:56:08+00:00'

describe('a match', () => {
  it.each([
    ['Demo /srv/a b.php', '/srv/a b.php', 'Demo', 'high'],
    ['default:Demo /srv/a', '/srv/a', 'default:Demo', 'high'],
    ['Demo [] /srv/a', '/srv/a', 'Demo', 'high'],
    ['Demo [x,y] [] /srv/a', '/srv/a', 'Demo', 'high'],
    ['Demo [severity="critical"] /srv/a', '/srv/a', 'Demo', 'critical'],
    ['Demo [x] [author="a",severity="LOW",score =75,on=true,n=-3] /srv/a', '/srv/a', 'Demo', 'low'],
    ['Demo [d="a \\"] /no, [b]\\\\",severity="medium"] /srv/[a] b', '/srv/[a] b', 'Demo', 'medium'],
    ['Demo [score=7.5,severity="low"] /srv/a', '/srv/a', 'Demo', 'low'],
    ['Demo [severity="9 of 10"] /srv/a', '/srv/a', 'Demo', 'high'],
    ['Demo [severity="suspicious"] /srv/a', '/srv/a', 'Demo', 'high'],
    ['Demo [severity =3] /srv/a', '/srv/a', 'Demo', 'high'],
    ['Some_Webshell /srv/a', '/srv/a', 'Some_Webshell', 'critical'],
    ['Demo C:\\x y\\a.exe', 'C:\\x y\\a.exe', 'Demo', 'high'],
    ['Demo a.txt', 'a.txt', 'Demo', 'high'],
    ['Demo 1234', '1234', 'Demo', 'high'],
    ['Demo [a] b', 'b', 'Demo', 'high'],
    ['Demo [no meta /srv/a', '[no meta /srv/a', 'Demo', 'high'],
    ['Demo [a="b] /srv/a', '[a="b] /srv/a', 'Demo', 'high'],
    ['Demo [a="b"', '[a="b"', 'Demo', 'high'],
    ['Demo [a=] /srv/a', '[a=] /srv/a', 'Demo', 'high'],
    ['Demo [a="b"]x /srv/a', '[a="b"]x /srv/a', 'Demo', 'high'],
  ])('%s is a hit', async (line, path, signature, severity) => {
    expect(await hitsIn(line)).toEqual([[path, signature, severity]])
  })

  it('may be followed by its strings', async () => {
    const hits = await hitsIn(
      'Demo /srv/a',
      '0x1c:$e: EICAR',
      '0x1c:20:$',
      '0x0:$h:xor(0x01,a): 4D 5A',
      'Demo /srv/b',
      '0x1c:3:$e: x',
    )
    expect(hits.map(([path]) => path)).toEqual(['/srv/a', '/srv/b'])
  })

  it('of yara-x may be followed by strings with the key that hid them', async () => {
    const hits = await hitsIn(
      'Demo /srv/a',
      '0x0:4:$a xor(0x1,This): Uihr',
      'Demo /srv/b',
      '0x10:2:$b: ok',
    )
    expect(hits.map(([path]) => path)).toEqual(['/srv/a', '/srv/b'])
  })

  it('may be in a path with new lines', async () => {
    const hits = await hitsIn(
      'Demo /srv/new',
      'line.php',
      'Demo /srv/new',
      'Line two.php',
      'Demo /srv/b',
    )
    expect(hits.map(([path]) => path)).toEqual([
      '/srv/new\nline.php',
      '/srv/new\nLine two.php',
      '/srv/b',
    ])
  })

  it('in relative paths is told by its rule alone', async () => {
    const hits = await hitsIn('Demo www/a', 'Demo other.php', 'Demo ./b')
    expect(hits.map(([path]) => path)).toEqual(['www/a', 'other.php', './b'])
  })

  it('is one hit for each rule and file, and each file counts once', async () => {
    const { hits, run } = await one('A /x', 'B /x', 'A /x', 'A /y')
    expect(hits.map(({ path, signature }) => [path, signature])).toEqual([
      ['/x', 'A'],
      ['/x', 'B'],
      ['/y', 'A'],
    ])
    expect(run).toMatchObject({ status: 'infected', infections: 2 })
  })

  it('is severe as the operator says first', async () => {
    const { hits } = await imported('yara', 'Demo [severity="low"] /a\n', {
      severities: { yara: [['demo', 'critical']] },
    })
    expect(hits[0]?.severity).toBe('critical')
  })
})

describe('a run', () => {
  it('without an end has its matches, and is not complete', async () => {
    expect((await one('Demo /a')).run).toEqual({
      kind: 'malware-run',
      scanType: 'yara',
      toolVersion: null,
      host: null,
      startedAt: null,
      status: 'infected',
      files: 0,
      infections: 1,
      seconds: 0,
      summary: { files_scanned: 'unknown' },
      covers: null,
      complete: false,
      open: true,
    })
  })

  it('with its exit status and nothing else is clean and complete', async () => {
    expect((await one(END)).run).toMatchObject({
      startedAt: Date.UTC(2026, 10, 15, 0, 56, 8) / 1000,
      isDatedByEnd: true,
      status: 'clean',
      complete: true,
      open: false,
      summary: { exit_status: 0 },
    })
    expect((await one('yara exit status: 0')).run).toMatchObject({
      startedAt: null,
      status: 'clean',
    })
  })

  it('with matches and its exit status is infected and complete', async () => {
    expect((await one('Demo /a', END)).run).toMatchObject({ status: 'infected', complete: true })
  })

  it.each([
    [
      ['error: rule "bad" in /r.yar(1): undefined identifier', 'yara exit status: 1'],
      'error',
      'yara ended with status 1',
    ],
    [
      ['/r.yar(1): error: syntax error', 'yara exit status: 1'],
      'error',
      'yara ended with status 1',
    ],
    [
      ['error scanning /x: could not open file', END],
      'incomplete',
      'some files could not be scanned',
    ],
    [['yara exit status: 127'], 'error', 'yara ended with status 127'],
  ])('with %s is not clean', async (lines, status, reason) => {
    expect((await one(...lines)).run).toMatchObject({
      status,
      complete: false,
      summary: { reason },
    })
  })

  it.each([
    ["skipping /x (12 bytes) because it's larger than 10 bytes."],
    ['warning: rule "a": too many matches for $x, results for this rule may be incorrect'],
    ['warning: rule "a": scanning with string $x is taking a very long time, it is too general'],
  ])('with «%s» is clean, but not complete', async (line) => {
    expect((await one(line, END)).run).toMatchObject({
      status: 'clean',
      complete: false,
      summary: { skipped: 1 },
    })
  })

  it('may have warnings about rules, and statistics', async () => {
    const { run, hits } = await one(
      'size of AC transition table        : 12',
      'number of rules                    : 3',
      '   1: 12',
      'warning: rule "a" in /r.yar(1): slow',
      '/r.yar(1): warning: slow',
      'Demo /a',
      END,
    )
    expect(hits).toHaveLength(1)
    expect(run?.complete).toBe(true)
  })

  it('may follow another', async () => {
    const { malwareRuns, hits } = await imported(
      'yara',
      `Demo /a\n${END}\n${END}\nDemo /b\nerror scanning /c: could not open file\n`,
    )
    expect(malwareRuns.map(({ status, open }) => [status, open])).toEqual([
      ['infected', false],
      ['clean', false],
      ['infected', true],
    ])
    expect(hits.map(({ path }) => path)).toEqual(['/a', '/b'])
  })

  it.each([
    ['another', END],
    ['another without an end', 'Demo /b'],
  ])('before %s proves nothing: a file name can forge an end', async (_what, behind) => {
    const { malwareRuns, remarks } = await imported('yara', `Demo /a\n${END}\n${behind}\n`)
    expect(malwareRuns.map(({ complete }) => complete)).toEqual([false, false])
    expect(remarks).toEqual([expect.stringContaining('with > and not >>')])
  })

  it('of counts proves no file clean when it is not alone in its file', async () => {
    const counts = await imported('yara', `/a: 0\n${END}\n/b: 0\n${END}\n`)
    expect(counts.cleanFiles).toEqual([])
  })

  it.each([
    ['a later one', 'incomplete', ' at 2026-11-16T00:00:00Z', ' at 2026-11-15T00:00:00Z'],
    ['one without a date', 'incomplete', '', ' at 2026-11-15T00:00:00Z'],
    ['an earlier one', 'clean', ' at 2026-11-14T00:00:00Z', ' at 2026-11-15T00:00:00Z'],
    ['one of the same time', 'clean', ' at 2026-11-15T00:00:00Z', ' at 2026-11-15T00:00:00Z'],
    ['one without a date, as itself', 'clean', '', ''],
  ])('behind %s is %s', async (_what, status, first, second) => {
    const { malwareRuns } = await imported(
      'yara',
      `/a: 0\nyara exit status: 0${first}\n/b: 0\nyara exit status: 0${second}\n`,
    )
    expect(malwareRuns.map((it) => it.status)).toEqual([status, status])
    if (status === 'incomplete') expect(malwareRuns[1]?.startedAt).toBeNull()
  })

  it('that only reported errors behind another is one of error', async () => {
    const { malwareRuns } = await imported('yara', `${END}\nerror: could not open file "x".\n`)
    expect(malwareRuns.map(({ status }) => status)).toEqual(['clean', 'error'])
  })
})

describe('a last line without its end', () => {
  const whole = 'ns:Demo [x,y] [author="a b",severity="low"] /srv/b.php'
  const start = whole.indexOf('/srv')

  it('is no hit when it breaks off before its path, wherever that is', async () => {
    for (let length = 1; length <= start; length++) {
      const text = `ns:Demo [x,y] [] /srv/a.php\n${whole.slice(0, length)}`
      const { hits, malwareRuns, remarks } = await imported('yara', text)
      expect([length, hits.map(({ path }) => path)]).toEqual([length, ['/srv/a.php']])
      expect(malwareRuns).toMatchObject([{ infections: 1, open: true }])
      expect(remarks).toEqual(['its last line breaks off, and is left out'])
    }
  })

  it('is none when it breaks off in the folders of the path above it', async () => {
    for (const path of ['/', '/sr', '/srv/www', '/srv/www/']) {
      const { hits } = await imported('yara', `Demo /srv/www/a.php\nDemo ${path}`)
      expect([path, hits.map((it) => it.path)]).toEqual([path, ['/srv/www/a.php']])
    }
  })

  it('is none where strings follow each match, and none follow it', async () => {
    const { hits } = await imported('yara', 'Demo /srv/a.php\n0x1c:$e: x\nDemo /srv/b.p')
    expect(hits.map(({ path }) => path)).toEqual(['/srv/a.php'])
  })

  it('is a hit like any other when it is whole', async () => {
    const pathsIn = async (text: string) =>
      (await imported('yara', text)).hits.map(({ path }) => path)
    expect(await pathsIn(`Demo /srv/a.php\n${whole}`)).toEqual(['/srv/a.php', '/srv/b.php'])
    expect(await pathsIn('Demo /srv/new\nline.php')).toEqual(['/srv/new\nline.php'])
    expect(await pathsIn(`Demo /srv/a.php\n${END}`)).toEqual(['/srv/a.php'])
    expect(await pathsIn('/srv/a: 1\n/srv/b: 2')).toEqual(['/srv/a', '/srv/b'])
    expect(await pathsIn('A /srv/a\nB /srv/a')).toEqual(['/srv/a', '/srv/a'])
    const mixed = 'A /srv/a\nB /srv/a\n0x1c:$e: x\nA /srv/b'
    expect(await pathsIn(mixed)).toEqual(['/srv/a', '/srv/a', '/srv/b'])
    expect(await pathsIn('A /srv/a\n0x1c:$e: x')).toEqual(['/srv/a'])
  })
})

describe('counts of -c', () => {
  it('say which files were scanned, and prove them clean with an end', async () => {
    const { run, hits, cleanFiles } = await one(
      '/srv/a: 0',
      '/srv/b: c: 2',
      '/srv/new',
      'line: 0',
      END,
    )
    expect(hits).toEqual([
      {
        kind: 'hit',
        path: '/srv/b: c',
        signature: 'unnamed rule',
        severity: 'high',
        action: 'none',
      },
    ])
    expect(cleanFiles).toEqual(['/srv/a', '/srv/new\nline'])
    expect(run).toMatchObject({
      files: 3,
      infections: 1,
      complete: true,
      summary: { exit_status: 0 },
    })
  })

  it.each([
    ['without an end', ['/srv/a: 0'], 'incomplete'],
    [
      'with an error',
      ['/srv/a: 0', 'error scanning /srv/a: could not open file', END],
      'incomplete',
    ],
    ['of a scan that failed', ['/srv/a: 0', 'yara exit status: 1'], 'error'],
  ])('%s prove nothing', async (_name, lines, status) => {
    const { run, cleanFiles } = await one(...lines)
    expect(cleanFiles).toEqual([])
    expect(run).toMatchObject({ status, complete: false, files: 1 })
  })

  it('prove nothing about a path without a root', async () => {
    const { run, cleanFiles } = await one('./a: 0', 'www/b: 0', 'c: 0', '/srv/d: 0', END)
    expect(cleanFiles).toEqual(['/srv/d'])
    expect(run).toMatchObject({ status: 'clean', files: 4 })
  })

  it('are clean when all are zero and the scan has ended', async () => {
    expect((await one('www/a: 0', END)).run).toMatchObject({
      status: 'clean',
      complete: true,
      files: 1,
    })
  })
})

describe('a file', () => {
  it.each([
    ['nothing', '', 'it is empty'],
    ['blank lines', '\n\n', 'it is empty'],
    ['an error of a path', 'error scanning /srv/nosuch: could not open file\n', 'no match of yara'],
    [
      'an error of a rule',
      'error: rule "bad" in /srv/bad.yar(1): undefined identifier "x"\n',
      'no match of yara',
    ],
    ['JSON with numbers', '{\n  "failed": 1,\n  "passed": 0\n}\n', 'no match of yara'],
    ['a rules file', 'rule Demo : webshell\n{\n  condition: true\n}\n', 'no match of yara'],
    ['a single count', '3\n', 'scan a folder, or leave out -c'],
    ['words', '(hello)\n', 'no match of yara'],
  ])('with %s is not claimed, and refused', async (_name, text, reason) => {
    expect(importerOf('yara')?.recognises(text)).toBe(false)
    await expect(imported('yara', text)).rejects.toThrow(reason)
    await expect(imported('yara', text)).rejects.toBeInstanceOf(Refused)
  })

  it('with errors alone is told for what it is, when nobody names the tool', () => {
    for (const head of [
      'error scanning /x: could not open file\n',
      'error: rule "bad" in /r(1): x\n',
    ]) {
      expect(lookOf(head)).toBe('it looks like an error message of yara, not a scan')
    }
  })

  it('with the data of modules is refused', async () => {
    await expect(imported('yara', 'Demo /a\npe\n\tis_pe = 1\n')).rejects.toThrow('without -D')
  })

  it('says how a clean run is proven', async () => {
    await expect(imported('yara', '')).rejects.toThrow('echo "yara exit status: $? at $(date -Is)"')
  })

  it.each([
    ['matches', 'Demo_Rule /srv/a\nurl /srv/a\nDemoRule /srv/b\nurl /srv/b\n'],
    ['a namespace', 'default:Demo /srv/a\n'],
    ['matches with strings', 'Demo [] [] www/a\n0x1c:$e: x\n0x1d:$e: y\n'],
    [
      'many warnings first',
      `${'warning: rule "a" in /r.yar(1): slow\n'.repeat(99)}Demo_Rule /srv/a\nnew\n${END}\n`,
    ],
    ['counts', '/srv/a: 0\n./b: 1\n'],
    ['its end', `warning: rule "a" in /r.yar(1): slow\n${END}\n`],
    ['Windows paths', 'Demo_A C:\\a\r\nDemo C:\\b\r\n'],
  ])('with %s is recognised', (_name, text) => {
    expect(importerOf('yara')?.recognises(text)).toBe(true)
  })

  it.each([
    ['prose', 'Dear all, look at /srv/a\n'],
    ['a rule-like word', 'Searching for /srv/a\n'],
    ['key and value', 'files: 3\n'],
    ['mostly other lines', 'Demo /srv/a\nhello\nworld\nfoo\n'],
  ])('of %s is not', async (_name, text) => {
    expect(importerOf('yara')?.recognises(text)).toBe(false)
    expect(await mayBeOwn(text)).toBe(false)
  })

  it.each([
    ['mounts', 'proc /proc proc rw 0 0\nsysfs /sys sysfs rw 0 0\ncgroup2 /c x 0 0\ntmpfs /t x\n'],
    ['deleted files', 'Removing /tmp/a\nRemoving /tmp/b\n'],
    ['changed files', 'A /trunk/a\nM /trunk/b\n'],
    ['requests', 'GET /index.html\nPOST /form\n'],
    ['matches of rules with plain names', 'Demo /srv/a\n'],
  ])('of %s is none but for who names the tool', async (_name, text) => {
    expect(importerOf('yara')?.recognises(text)).toBe(false)
    expect(await mayBeOwn(text)).toBe(true)
  })

  it('in a folder is looked at behind all warnings, however many', async () => {
    const warnings = 'warning: rule "a" in /r.yar(1): slow\n'.repeat(3000)
    expect(await mayBeOwn(`${warnings}Demo /srv/a\n`)).toBe(true)
    expect(await mayBeOwn(`${warnings}${END}\n`)).toBe(true)
    expect(await mayBeOwn(warnings)).toBe(false)
    expect(await mayBeOwn('')).toBe(false)
  })

  it('with a path without end stays small', async () => {
    const { hits } = await one(
      'Demo /srv/a',
      ...Array.from({ length: 2000 }, () => 'x'.repeat(5000)),
    )
    expect(hits[0]?.path.length).toBeLessThan(10_000)
    const counts = await one(
      '/a: 1',
      ...Array.from({ length: 2000 }, () => 'x'.repeat(5000)),
      'y: 1',
    )
    expect(counts.hits[1]?.path.length).toBeLessThan(10_000)
  })
})
