// What a later scan does not prove: a report of each tool that says nothing about the infected file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clamscanTotals, found, printed } from '../support/clamav-text.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { secdash } from '../support/terminal.ts'

/** Imports one report after the other, and tells which paths are infected still. */
async function activeAfter(
  tool: string,
  reports: readonly string[],
  flags: readonly string[] = [],
) {
  const { db, url } = await temporaryDatabase('all')
  const path = join(temporaryFolder(), 'report.txt')
  for (const report of reports) {
    writeFileSync(path, report)
    const { code } = await secdash(['import', tool, path, ...flags], { DATABASE_URL: url })
    expect(code).toBe(0)
  }
  const active = await db
    .selectFrom('malware_detections')
    .select('file_path')
    .where('resolved_at', 'is', null)
    .orderBy('file_path')
    .execute()
  return active.map((it) => it.file_path)
}

describe('clamav', () => {
  const run = (day: number, lines: readonly string[], infected = 0) =>
    printed(
      lines,
      clamscanTotals({ files: 1 + infected, infected, start: `2026:11:${day} 00:40:27` }),
    )
  const first = run(10, [found('/srv/evil.php'), '/srv/b.php: OK'], 1)

  it('does not resolve in its scope a file that was excluded, nor one in an excluded folder', async () => {
    for (const line of ['/srv/evil.php: Excluded', '/srv: Excluded']) {
      const second = run(11, [line, '/srv/b.php: OK'])
      expect(await activeAfter('clamav', [first, second], ['--scope', '/srv'])).toEqual([
        '/srv/evil.php',
      ])
    }
  })

  it('resolves in its scope what is not there any more, whatever links are', async () => {
    const second = run(11, ['/srv/a: Symbolic link', '/srv/b.php: OK'])
    expect(await activeAfter('clamav', [first, second], ['--scope', '/srv'])).toEqual([])
  })

  it('resolves a file that it names, also where others are excluded', async () => {
    const second = run(11, ['/srv/b.php: Excluded', '/srv/evil.php: OK'])
    expect(await activeAfter('clamav', [first, second], ['--scope', '/srv'])).toEqual([])
  })
})

describe('yara', () => {
  const run = (day: number, ...counts: string[]) =>
    `${counts.join('\n')}\nyara exit status: 0 at 2026-11-${day}T01:00:00+00:00\n`

  it('does not resolve a file by a path without a root, but by the same path with one', async () => {
    const first = run(10, './x.php: 1', '/srv/x.php: 1')
    expect(await activeAfter('yara', [first, run(11, './x.php: 0', '/srv/x.php: 0')])).toEqual([
      './x.php',
    ])
  })
})

describe('chkrootkit', () => {
  const run = (day: number, root: string, result: string) =>
    [
      `2026-11-${day}T01:00:00+00:00`,
      `ROOTDIR is \`${root}'`,
      `Checking \`hdparm'...      ${result}`,
      "Checking `OSX_RSPLUG'...      not tested\n",
    ].join('\n')

  it('does not resolve the command of a system by that of another', async () => {
    const [here, there] = ['/', '/mnt/rescue/']
    const activeThen = (second: string) =>
      activeAfter(
        'chkrootkit',
        [run(10, here, 'INFECTED'), run(11, there, 'INFECTED'), run(12, second, 'not infected')],
        ['--scope', '/usr'],
      )
    expect(await activeThen(there)).toEqual(['hdparm'])
    expect(await activeThen(here)).toEqual(['hdparm in /mnt/rescue/'])
  })
})
