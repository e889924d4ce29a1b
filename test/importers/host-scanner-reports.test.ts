// Real reports of rkhunter, chkrootkit, YARA and Lynis.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileInput } from '../../src/importers/input/input.ts'
import { lookOf } from '../../src/importers/recognise.ts'
import { Refused } from '../../src/importers/refused.ts'
import { importerOf } from '../../src/importers/registry.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { lineCuts } from '../support/cuts.ts'
import { imported, importedFile, ownReport } from '../support/imported.ts'

const TOOLS = ['rkhunter', 'chkrootkit', 'yara', 'lynis']

/** `status files infections`, or why it was refused. */
async function outcomeOf(tool: string, path: string): Promise<string> {
  try {
    const { malwareRuns, complianceRuns, findings } = await importedFile(tool, path)
    const of = (status: string) => findings.filter((it) => it.status === status).length
    return [
      ...malwareRuns.map(({ status, files, infections }) => `${status} ${files} ${infections}`),
      ...complianceRuns.map(({ score }) => `score ${score} fail ${of('fail')} pass ${of('pass')}`),
    ].join(', ')
  } catch (error) {
    expect(error).toBeInstanceOf(Refused)
    return `refused: ${(error as Error).message}`
  }
}

/** A report that stops before its end is refused, or says so. */
async function neverCleanWhenCut(tool: string, path: string): Promise<void> {
  for (const cut of lineCuts(readFileSync(path))) {
    try {
      const { malwareRuns, complianceRuns } = await imported(tool, cut)
      expect(complianceRuns).toEqual([])
      for (const { status, complete } of malwareRuns) {
        expect(status).not.toBe('clean')
        expect(complete).toBe(false)
      }
    } catch (error) {
      expect(error).toBeInstanceOf(Refused)
    }
  }
}

describe('reports of the project', () => {
  it.each([
    ['rkhunter/1.4.6_deb13_warnings.rwo.stdout.txt', 'infected 0 4'],
    ['rkhunter/1.4.6_deb12_no_rootkits.stdout.txt', 'clean 131 0'],
    ['rkhunter/1.4.6_deb13_propupd.log', expect.stringMatching(/^refused: .*no check was run/)],
    ['chkrootkit/0.54_INFECTED.stdout.txt', 'infected 69 5'],
    ['chkrootkit/0.57_planted.stdout.txt', 'infected 69 1'],
    ['chkrootkit/0.57_planted_q.stdout.txt', 'infected 0 1'],
    ['chkrootkit/0.57_full.stderr.txt', expect.stringMatching(/^refused: /)],
    ['yara/4.2.3_plain.stdout.txt', 'infected 0 18'],
    ['yara/4.2.3_meta_tags_strings.stdout.txt', 'infected 0 18'],
    ['yara/4.2.3_count.stdout.txt', 'infected 53 5'],
    ['yara/4.2.3_err_rule.stderr.txt', expect.stringMatching(/^refused: /)],
    ['lynis/3.0.7_ubuntu2204-report.dat', 'score 62 fail 38 pass 207'],
  ])('%s: %s', async (name, outcome) => {
    expect(await outcomeOf(dirname(name), ownReport(name))).toEqual(outcome)
  })

  it('of --rwo names the planted files', async () => {
    const { hits } = await importedFile(
      'rkhunter',
      ownReport('rkhunter/1.4.6_deb13_warnings.rwo.stdout.txt'),
    )
    expect(
      hits.map(({ path, signature, severity }) => `${severity} ${signature}: ${path}`),
    ).toEqual([
      'medium file properties changed: /usr/bin/who',
      'critical SHV4 Rootkit: /usr/include/file.h',
      'critical SHV5 Rootkit: /usr/include/file.h',
      'critical SHV5 Rootkit: /usr/lib/libsh',
      'critical ZK Rootkit: /usr/share/.zk/zk',
      'critical ZK Rootkit: /usr/share/.zk',
      'low hidden directory: /etc/.hidden_dir',
      'low hidden file: /etc/.hidden_file',
      'low hidden file: /dev/shm/.weird',
    ])
  })

  it('of YARA keep names in other encodings and with new lines', async () => {
    const { hits } = await importedFile('yara', ownReport('yara/4.2.3_plain.stdout.txt'))
    const names = hits.map(({ path }) => path.replace(/^.*\/11\//s, ''))
    expect(names).toEqual(
      expect.arrayContaining([
        'new\nline.php',
        'ファイル.php',
        'latin1_\\xE9t\\xE9.php',
        'résumé: FOUND.php',
        'a: Demo.Fake-1 FOUND',
      ]),
    )
  })

  it.each(
    TOOLS.flatMap((tool) => globSync(ownReport(`${tool}/*`))).map((path) => [
      basename(dirname(path)),
      basename(path),
      path,
    ]),
  )('of %s: %s cut is never clean', (tool = '', _name, path = '') => neverCleanWhenCut(tool, path))
})

describe.skipIf(!hasCollection)('reports of the collection', () => {
  const expected = hasCollection ? JSON.parse(readFileSync(collected('EXPECTED.json'), 'utf8')) : {}
  const files = TOOLS.flatMap((tool) => globSync(collected(`{own,public}/${tool}/*`)))

  it('are there', () => {
    expect(files.length).toBeGreaterThan(30)
  })

  it.each(files.filter((it) => expected[`rkhunter/${basename(it)}`] !== undefined))(
    'of rkhunter have their numbers: %s',
    async (path) => {
      const [run] = expected[`rkhunter/${basename(path)}`].runs
      if (run.rootkits_checked === null) {
        await expect(importedFile('rkhunter', path)).rejects.toThrow('no check was run')
        return
      }
      const { malwareRuns, remarks } = await importedFile('rkhunter', path)
      expect(remarks).toEqual([])
      expect(malwareRuns).toEqual([
        expect.objectContaining({
          host: run.host,
          startedAt: run.start === null ? null : Date.parse(run.start) / 1000,
          files: run.files_checked ?? 0,
          infections: (run.suspect_files ?? 0) + run.possible_rootkits,
          status: run.possible_rootkits > 0 ? 'infected' : 'clean',
          open: false,
          summary: expect.objectContaining({
            rootkits_checked: run.rootkits_checked,
            warnings: run.start === null ? run.warning_results : run.warning_messages.length,
          }),
        }),
      ])
    },
  )

  it.each(files.filter((it) => expected[`lynis/${basename(it)}`] !== undefined))(
    'of Lynis have their numbers: %s',
    async (path) => {
      const it = expected[`lynis/${basename(path)}`]
      const { findings, complianceRuns, remarks } = await importedFile('lynis', path)
      const ids = (severity: string) =>
        findings
          .filter((one) => one.status === 'fail' && one.severity === severity)
          .map(({ checkId }) => checkId)
      expect(remarks).toEqual([])
      expect(ids('high')).toEqual(it.warnings)
      expect(ids('low')).toEqual(it.suggestions.filter((id: string) => id !== 'LYNIS'))
      const found = new Set([...ids('high'), ...ids('low')])
      expect(findings.filter(({ status }) => status === 'pass')).toHaveLength(
        it.tests_done - found.size,
      )
      expect(complianceRuns).toEqual([
        expect.objectContaining({
          host: it.hostname,
          toolVersion: it.lynis_version,
          startedAt: Date.parse(`${it.start.replace(' ', 'T')}Z`) / 1000,
          seconds: (Date.parse(it.end) - Date.parse(it.start)) / 1000,
          score: it.hardening_index,
          unlisted: { skipped: it.tests_skipped },
        }),
      ])
    },
  )

  it.each([
    ['own/chkrootkit/0.57_full.stdout.txt', 'clean 69 0'],
    // Cut, or a run of one test: nothing tells.
    ['public/chkrootkit/dd_no_vuln.txt', 'incomplete 1 0'],
    // chkdirs could not look into an overlay.
    ['public/chkrootkit/dd_many_vuln.txt', 'incomplete 0 0'],
    ['own/yara/4.2.3_clean.stdout.txt', expect.stringMatching(/^refused: it is empty/)],
    ['own/yara/4.2.3_err_missing.stdout.txt', expect.stringMatching(/^refused: it is empty/)],
    ['own/yara/4.2.3_negate.stdout.txt', 'infected 0 1'],
    ['own/yara/rules.yar', expect.stringMatching(/^refused: /)],
    ['public/yara/dd_no_vuln.txt', expect.stringMatching(/^refused: it is empty/)],
    ['public/yara/dd_one_vuln.txt', 'infected 0 1'],
    [
      'own/lynis/3.0.8_deb12.stdout.txt',
      expect.stringMatching(/^refused: it is no report of lynis/),
    ],
  ])('%s: %s', async (name, outcome) => {
    expect(await outcomeOf(basename(dirname(name)), collected(name))).toEqual(outcome)
  })

  it('of Lynis on a terminal are told as such', async () => {
    const path = collected('own/lynis/3.0.8_deb12.stdout.txt')
    const { head } = await fileInput(path, path)
    expect(lookOf(head)).toContain('what Lynis prints on the terminal')
  })

  it('are each claimed by their own tool, and others by none of these', async () => {
    for (const path of globSync(collected('{own,public}/*/*'))) {
      const tool = basename(dirname(path))
      const { head } = await fileInput(path, path)
      const claims = TOOLS.filter((it) => importerOf(it)?.recognises(head))
      const isReport = TOOLS.includes(tool) && !(await outcomeOf(tool, path)).startsWith('refused')
      expect([path, claims]).toEqual([path, isReport ? [tool] : []])
    }
  })

  it.each(files)('%s cut is never clean', (path) =>
    neverCleanWhenCut(basename(dirname(path)), path),
  )
})
