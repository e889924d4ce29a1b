// A report that was named as that of another tool stores nothing, and an archive is no report.
import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { IMPORTERS } from '../../src/importers/registry.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { ownReports } from '../support/report-files.ts'
import { secdash } from '../support/terminal.ts'

const toolOf = (path: string): string => basename(dirname(path))

async function importing() {
  const { url, db } = await temporaryDatabase('all')
  const command = (...args: string[]) => secdash(['import', ...args], { DATABASE_URL: url })
  const stored = async () => [
    ...(await db.selectFrom('malware_scans').selectAll().execute()),
    ...(await db.selectFrom('compliance_scans').selectAll().execute()),
  ]
  return { command, stored }
}

const MALWARE = IMPORTERS.filter(({ about }) => about === 'malware').map(({ tool }) => tool)

it.each(MALWARE)('%s takes the report of no other tool', async (tool) => {
  const { command, stored } = await importing()
  // What a tool says on standard error is no report, and of no form of its own.
  const others = ownReports().filter((path) => toolOf(path) !== tool && !path.includes('.stderr.'))
  const { code, stdout } = await command(tool, '--json', ...others)
  const outcomes = JSON.parse(stdout) as { file: string; refused: string | null }[]
  expect(outcomes.filter(({ refused }) => refused === null).map(({ file }) => file)).toEqual([])
  expect([code, others.length > 10]).toEqual([1, true])
  expect(await stored()).toEqual([])
})

it('nor does yara take the log of what scans nothing', async () => {
  const { command, stored } = await importing()
  const path = join(temporaryFolder(), 'freshclam.log')
  writeFileSync(path, 'Sun Mar  1 01:02:03 2026 -> ClamAV update process started at /var/lib\n')
  const { code, stdout } = await command('yara', path)
  expect([code, stdout]).toEqual([1, expect.stringContaining('it looks like a log of freshclam')])
  expect(await stored()).toEqual([])
})

const RUN = `/srv/a: Php.Webshell-1 FOUND

----------- SCAN SUMMARY -----------
Known viruses: 8
Engine version: 1.4.6
Scanned directories: 1
Scanned files: 5
Infected files: 1
Time: 3.048 sec (0 m 3 s)
Start Date: 2026:03:01 12:00:00
End Date:   2026:03:01 12:00:03
`

const ARCHIVES = {
  'a zip archive': `PK\x03\x04\n\0\0\0\0\0clam.log${RUN}PK\x01\x02`,
  'a tar archive': `${'clam.log'.padEnd(257, '\0')}ustar\x0000${'\0'.repeat(248)}${RUN}`,
}

it.each(Object.entries(ARCHIVES))(
  '%s is none, also where a report stands in it as it is',
  async (name, content) => {
    const { command, stored } = await importing()
    const path = join(temporaryFolder(), 'reports')
    writeFileSync(path, content)
    for (const tool of ['auto', 'clamav']) {
      const { code, stdout } = await command(tool, path)
      expect([code, stdout]).toEqual([
        1,
        expect.stringContaining(`it looks like ${name}; unpack it`),
      ])
    }
    expect(await stored()).toEqual([])
  },
)
