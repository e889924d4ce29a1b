// A file of a command that is gone before its second reading: what it proves is not known then.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importReports } from '../../src/commands/import/import.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'

const run = (day: number, found: number) => `
${found > 0 ? '/www/a: Php.Webshell.Demo-1 FOUND\n' : ''}
----------- SCAN SUMMARY -----------
Known viruses: 8
Engine version: 1.4.6
Scanned directories: 1
Scanned files: 5
Infected files: ${found}
Data scanned: 0.59 MB
Data read: 0.28 MB (ratio 2.13:1)
Time: 3.048 sec (0 m 3 s)
Start Date: 2026:03:0${day} 12:00:00
End Date:   2026:03:0${day} 12:00:03
`

it('is told, and the exit code is 1', async () => {
  const { url } = await temporaryDatabase('all')
  const folder = temporaryFolder()
  const [newer, older] = [join(folder, 'clamscan.log'), join(folder, 'clamscan.log.1')]
  writeFileSync(newer, run(3, 0))
  writeFileSync(older, run(1, 1))
  let printed = ''
  const write = (text: string) => {
    printed += text
    if (text.startsWith(older)) rmSync(newer)
  }
  const code = await importReports.run({
    config: { database: url, timezone: 'UTC' },
    own: { scope: ['/www'], server: 'web-01' },
    operands: ['clamav', newer, older],
    terminal: { stdout: { write }, stderr: { write: () => {} } },
  } as never)
  expect(printed).toContain('refused: there is no such file')
  expect(code).toBe(1)
})
