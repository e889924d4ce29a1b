// A report that stops inside a line: the beginning of a path is the path of another file, or of none.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { found } from '../support/clamav-text.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { imported } from '../support/imported.ts'
import { rkhunterLog, stamped } from '../support/rkhunter-text.ts'

const LEFT_OUT = 'its last line has no end and is left out: it is being written, or was cut'
const PERHAPS = 'its last line has no end: if it was cut there, a path in it is not the whole one'

const ROOTKIT = 'Possible Showtee rootkit installed:'

describe('a last line without an end is left out, and told', () => {
  it.each([
    ['a hidden file', 'Warning: Hidden file found: /etc/.java_pol'],
    ['the details of a warning', '         File: /usr/bin/pas'],
    ['a total', 'Suspect files: 1'],
  ])('in a log of rkhunter: %s', async (_name, line) => {
    const log = rkhunterLog({ checks: ['Warning: The file properties have changed:'] })
    const begun = log.slice(0, log.indexOf('properties have changed:') + 24)
    const { hits, malwareRuns, remarks } = await imported(
      'rkhunter',
      `${begun}\n${stamped([line])}`,
    )
    expect(hits).toEqual([])
    expect(malwareRuns).toMatchObject([{ status: 'incomplete', open: true }])
    expect(malwareRuns[0]?.summary).not.toHaveProperty('reported_suspect_files')
    expect(remarks).toEqual([LEFT_OUT])
  })

  it('in what chkrootkit prints, which is found somewhere all the same', async () => {
    const output = ["ROOTDIR is `/'", `WARNING: ${ROOTKIT}`, '/usr/lib/.egcs', '/usr/lib/.kin']
    const { hits, malwareRuns, remarks } = await imported('chkrootkit', output.join('\n'))
    expect(hits.map(({ path }) => path)).toEqual(['/usr/lib/.egcs'])
    expect(malwareRuns).toMatchObject([{ status: 'infected', open: true }])
    expect(remarks).toEqual([LEFT_OUT])
    const alone = await imported('chkrootkit', output.toSpliced(2, 1).join('\n'))
    expect(alone.hits.map(({ path }) => path)).toEqual(['/'])
  })

  it('in a log of clamd, where the name may hold what looks like a verdict', async () => {
    const [first, last] = ['/srv/a', '/srv/b'].map(
      (it) => `Sun Nov 15 00:41:25 2026 -> ${found(it)}`,
    )
    const torn = await imported('clamav', `${first}\n${last}`)
    expect(torn.hits.map(({ path }) => path)).toEqual(['/srv/a'])
    expect(torn.malwareRuns).toMatchObject([{ infections: 1, open: true }])
    expect(torn.remarks).toEqual([LEFT_OUT])
    const whole = await imported('clamav', `${first}\n${last}.txt: OK\n`)
    expect(whole.hits.map(({ path }) => path)).toEqual(['/srv/a'])
  })
})

describe('a last line without an end is kept', () => {
  it('where it ends a log of rkhunter', async () => {
    const { malwareRuns, remarks } = await imported('rkhunter', rkhunterLog().trimEnd())
    expect(malwareRuns).toMatchObject([{ status: 'clean', complete: true, open: false }])
    expect(remarks).toEqual([])
  })

  it('where it ends a run of chkrootkit, or says more than a path', async () => {
    const full = [
      "ROOTDIR is `/'",
      "Checking `amd'... not found",
      "Checking `OSX_RSPLUG'... not tested",
    ]
    const whole = await imported('chkrootkit', full.join('\n'))
    expect(whole.malwareRuns).toMatchObject([{ status: 'clean', open: false }])
    expect(whole.remarks).toEqual([])
    const infected = ["ROOTDIR is `/'", 'WARNING: Possible Suckit: /sbin/init INFECTED']
    const cut = await imported('chkrootkit', infected.join('\n'))
    expect(cut.hits.map(({ path }) => path)).toEqual(['/sbin/init'])
    expect(cut.remarks).toEqual([])
  })

  it.each([
    ['rkhunter', 'Warning: Hidden file found: /etc/.java_policy'],
    ['chkrootkit', `WARNING: ${ROOTKIT}\n/etc/.java_policy`],
  ])('and told where %s prints only what is wrong, and so has no end', async (tool, output) => {
    const { hits, remarks } = await imported(tool, output)
    expect(hits.map(({ path }) => path)).toEqual(['/etc/.java_policy'])
    expect(remarks).toEqual([PERHAPS])
    expect((await imported(tool, `${output}\n`)).remarks).toEqual([])
  })
})

describe.skipIf(!hasCollection)('a real report that is cut at any byte names no other file', () => {
  it.each([
    ['rkhunter', 'own/rkhunter/1.4.6_deb13_warnings.log', 'Hidden file found: '],
    ['rkhunter', 'own/rkhunter/1.4.6_deb13_warnings.log', '         File: '],
    ['chkrootkit', 'own/chkrootkit/0.57_planted.stdout.txt', '\n/'],
    ['clamav', 'own/clamd/1.4.6_clamd.log', ' FOUND\n'],
  ])('%s: %s', async (tool, name, at) => {
    const report = readFileSync(collected(name))
    const whole = new Set((await imported(tool, report)).hits.map(({ path }) => path))
    const start = report.indexOf(at)
    expect(start).toBeGreaterThan(0)
    const end = report.indexOf('\n', start + at.length)
    for (let cut = start + at.length; cut < end; cut++) {
      const { hits } = await imported(tool, report.subarray(0, cut))
      expect(hits.filter(({ path }) => !whole.has(path) && path !== '/')).toEqual([])
    }
  })
})
