// `migrate` beyond the ordinary case. What it makes is held in tables.test.ts.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../src/database/connect.ts'
import { migrate } from '../src/database/migrate.ts'
import { temporaryFolder } from './support/database.ts'

function emptyFile() {
  const path = join(temporaryFolder(), 'new.db')
  const file = new DatabaseSync(path)
  onTestFinished(() => file.close())
  const tables = () =>
    file
      .prepare(`select name from sqlite_schema where type = 'table' order by name`)
      .all()
      .map(({ name }) => String(name))
  return { path, file, tables, engine: engineAt(`sqlite:${path}`) }
}

it('a migration that fails leaves no table behind, and works once the cause is gone', async () => {
  const { file, tables, engine } = emptyFile()
  file.exec('create table posture_scores (mine text)')
  await expect(migrate(engine)).rejects.toThrow('posture_scores already exists')
  expect(tables()).not.toContain('malware_scans')
  expect(tables()).toContain('posture_scores')
  file.exec('drop table posture_scores')
  expect(await migrate(engine)).toEqual(['0001 tables', '0002 indexes', '0003 imports'])
  expect(tables()).toContain('malware_scans')
})

it('of several processes that run at once, one makes the tables and the others find them', async () => {
  const { path } = emptyFile()
  const cli = join(import.meta.dirname, '..', 'src', 'cli.ts')
  const run = () =>
    promisify(execFile)(process.execPath, [cli, 'migrate', '--database', `sqlite:${path}`])
  const outputs = await Promise.all([run(), run(), run()])
  const made = outputs.filter(({ stdout }) => stdout.includes('applied 0001 tables'))
  const found = outputs.filter(({ stdout }) => stdout.includes('was up to date'))
  expect([made.length, found.length]).toEqual([1, 2])
})
