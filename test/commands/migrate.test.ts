// `migrate` beyond the ordinary case. What it makes is held in tables.test.ts.
import { execFile } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { PROJECT } from '../../src/project.ts'
import { temporaryFolder } from '../support/database.ts'
import { secdash } from '../support/terminal.ts'

const RESOLVE = ['detection', '1', '--by', 'ann', '--note', 'gone']
const REPORT = join(PROJECT, 'test', 'reports', 'clamav', '1.4.6_infected_full.stdout.txt')

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
  const cli = join(PROJECT, 'src', 'cli.ts')
  const run = () =>
    promisify(execFile)(process.execPath, [cli, 'migrate', '--database', `sqlite:${path}`])
  const outputs = await Promise.all([run(), run(), run()])
  const made = outputs.filter(({ stdout }) => stdout.includes('applied 0001 tables'))
  const found = outputs.filter(({ stdout }) => stdout.includes('was up to date'))
  expect([made.length, found.length]).toEqual([1, 2])
})

it('a table of the same name that it has not made is told of, with what helps', async () => {
  const { path, file } = emptyFile()
  file.exec('create table posture_scores (mine text)')
  const { code, stderr } = await secdash(['migrate', '--database', `sqlite:${path}`])
  expect([code, stderr]).toEqual([
    1,
    `secdash: cannot migrate sqlite:${path}: there is a table of this name that secdash migrate has not made (Error: table posture_scores already exists). Rename it, or name another database in DATABASE_URL. To show data that you have: see "Views instead of tables" in docs/database.md.\n`,
  ])
})

it('notes that it has not made are told of, with what helps', async () => {
  const { path, file } = emptyFile()
  file.exec('create table secdash_migrations (mine text)')
  const { code, stderr } = await secdash(['migrate', '--database', `sqlite:${path}`])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/ is a table of something else \(.+\)\. Rename it, or name another /),
  ])
})

it('a database of a newer version is left alone, and told of', async () => {
  const { path, file, engine } = emptyFile()
  await migrate(engine)
  file.exec(`insert into secdash_migrations (name, timestamp) values ('0999 later', 'x')`)
  const { code, stderr } = await secdash(['migrate', '--database', `sqlite:${path}`])
  expect([code, stderr]).toEqual([
    1,
    `secdash: cannot migrate sqlite:${path}: a newer version of secdash has changed its tables (Error: corrupted migrations: previously executed migration 0999 later is missing). Install that version or a later one: this one does not know them.\n`,
  ])
})

const NEWER = `
  create table secdash_migrations (name varchar(255) primary key, timestamp varchar(255));
  insert into secdash_migrations values ('0999 later', 'x')
`

describe('a file that is refused stays byte for byte as it was', () => {
  it.each([
    ['with a table of the same name', 'migrate', 'create table posture_scores (mine text)'],
    ['with notes of another kind', 'migrate', 'create table secdash_migrations (mine text)'],
    ['of a newer version', 'migrate', NEWER],
    ['of another program', 'import', 'create table mine (text text)'],
    ['of another program', 'resolve', 'create table mine (text text)'],
  ])('%s, by %s', async (_, command, tables) => {
    const path = join(temporaryFolder(), 'theirs.db')
    const file = new DatabaseSync(path)
    file.exec(tables)
    file.close()
    const before = readFileSync(path)
    const operands = { import: ['auto', REPORT], resolve: RESOLVE }[command] ?? []
    const { code } = await secdash([command, ...operands, '--database', `sqlite:${path}`])
    expect(code).toBe(1)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(dirname(path))).toEqual(['theirs.db'])
  })
})

it('a file that is not in WAL mode any more is put into it by migrate and by import', async () => {
  const path = join(temporaryFolder(), 'ours.db')
  const ask = (text: string) => {
    using file = new DatabaseSync(path)
    return file.prepare(text).get()
  }
  await migrate(engineAt(`sqlite:${path}`))
  for (const command of [['migrate'], ['import', 'auto', REPORT]]) {
    expect(ask('pragma journal_mode = delete')).toEqual({ journal_mode: 'delete' })
    const { code } = await secdash([...command, '--database', `sqlite:${path}`])
    expect([code, ask('pragma journal_mode')]).toEqual([0, { journal_mode: 'wal' }])
  }
})

it('another program that puts the file into WAL mode at the same time is let be first', async () => {
  const { engine } = emptyFile()
  const db = await engine.openForMigrating()
  onTestFinished(() => db.destroy())
  /** How often it is asked, when it is told this so many times. */
  async function asked(times: number, refusal: string) {
    let asks = 0
    const refusing = db.withPlugin({
      transformQuery({ node }) {
        if (++asks <= times) throw new Error(refusal)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const told = await engine.settle(refusing).catch((error: Error) => error.message)
    return [asks, told]
  }
  expect(await asked(2, 'database is locked')).toEqual([3, undefined])
  expect(await asked(9, 'database is locked')).toEqual([3, 'database is locked'])
  expect(await asked(9, 'disk I/O error')).toEqual([1, 'disk I/O error'])
})

const GONE = ['compliance_findings', 'posture_scores', 'secdash_imports', 'secdash_import_turn']
const GONE_TEXT = GONE.map((table) => `${table} (there is no such table)`).join(', ')

it('a table that was dropped since is told of, with the SQL that makes it again', async () => {
  const { path, file, engine } = emptyFile()
  const run = () => secdash(['migrate', '--database', `sqlite:${path}`])
  await migrate(engine)
  const made = () =>
    file.prepare(`select type, name, sql from sqlite_schema order by type, name`).all()
  const before = made()
  file.exec(GONE.map((table) => `drop table ${table}`).join(';'))
  const { code, stdout, stderr } = await run()
  expect([code, stderr]).toEqual([
    1,
    `secdash: cannot migrate sqlite:${path}: an earlier migration made what is gone now: ${GONE_TEXT}. Bring it back from a backup, or make it again, empty, with the SQL that was printed.\n`,
  ])
  expect(stdout).toContain('are taken again when compliance_scans is emptied, too.\n')
  file.exec(stdout)
  expect((await run()).stdout).toBe(`sqlite:${path} was up to date\n`)
  const names = (schema: typeof before) => schema.map(({ type, name }) => [type, name])
  expect(names(made())).toEqual(names(before))
  file.exec('drop table posture_scores')
  const alone = await run()
  expect([alone.code, alone.stderr]).toEqual([
    1,
    expect.stringContaining('is gone now: posture_scores (there is no such table). Bring'),
  ])
})

/** Root may write everywhere, so as root it is run as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

describe('a file that cannot be made or opened is told with the reason and what helps', () => {
  it('where its folder is missing', async () => {
    const folder = join(temporaryFolder(), 'missing')
    const { code, stderr } = await secdash(['migrate', '--database', `sqlite:${folder}/new.db`])
    expect([code, stderr]).toEqual([
      1,
      `secdash: cannot migrate sqlite:${folder}/new.db: its folder does not exist (Error: there is no folder ${folder}). Make the folder, or correct the path in DATABASE_URL: a relative one starts at the working folder.\n`,
    ])
  })

  it('where it is a folder itself', async () => {
    const folder = temporaryFolder()
    const { code, stderr } = await secdash(['migrate', '--database', `sqlite:${folder}`])
    expect([code, stderr]).toEqual([
      1,
      `secdash: cannot migrate sqlite:${folder}: it is no database, but a folder or something else that is no file (Error: ${folder} is not a file). Correct the path in DATABASE_URL.\n`,
    ])
  })

  it.each([
    ['the folder may not be written', 0o755, 'new.db', 'this user may not open it'],
    ['the folder may not be entered', 0o700, 'new.db', 'this user may not open it'],
    [
      'the file may not be written',
      0o755,
      'old.db',
      'this user may not write to the file or its folder',
    ],
  ])('where %s', async (_, mode, name, reason) => {
    const folder = temporaryFolder()
    new DatabaseSync(join(folder, 'old.db')).exec('create table mine (x)')
    chmodSync(folder, mode)
    chmodSync(join(folder, 'old.db'), 0o444)
    const cli = join(PROJECT, 'src', 'cli.ts')
    const url = `sqlite:${join(folder, name)}`
    const run = promisify(execFile)(process.execPath, [cli, 'migrate', '--database', url], NOBODY)
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`secdash: cannot migrate ${url}: ${reason} (`),
    })
  })
})
