// The command itself: what it prints, its exit code, its own flag, and that it only reads.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { cannotReach } from '../../src/check/reach.ts'
import { CODES } from '../../src/check/remark.ts'
import { main } from '../../src/commands/main.ts'
import { engineAt } from '../../src/database/connect.ts'
import { fillDemo } from '../../src/demo/fill.ts'
import { PROJECT } from '../../src/project.ts'
import { BARE_ENV } from '../support/bare-env.ts'
import { check, checkedDatabase, isRemarks } from '../support/check.ts'
import { temporaryDatabase } from '../support/database.ts'
import { readDocument, rows, section } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

/** In this process, apart from the one test of the process itself. */
async function secdash(...args: readonly string[]) {
  const output = { stdout: '', stderr: '' }
  const into = (name: keyof typeof output) =>
    new Writable({
      write(bytes, _encoding, done) {
        output[name] += bytes
        done()
      },
    }) as NodeJS.WriteStream
  const stdin = process.stdin
  const terminal = {
    env: BARE_ENV,
    stdin,
    stdout: into('stdout'),
    stderr: into('stderr'),
    signals: process,
  }
  const code = await main(args, terminal)
  return { ...output, code }
}

describe('secdash check', () => {
  it('exits with 0 when there is no problem, with 1 when there is one', async () => {
    const { database, run } = await checkedDatabase()
    const well = await secdash('check', '--database', database.url)
    expect(well).toMatchObject({ code: 0, stderr: '' })
    expect(well.stdout).toMatch(/^No problem, 1 advice: 5 tables, 5 rows looked at\.\n$/m)
    await run('drop index compliance_scans_latest')
    const ill = await secdash('check', '--database', database.url)
    expect(ill.code).toBe(1)
    expect(ill.stdout).toContain(
      `problem: compliance_scans [index-missing]
  no index serves server_name, scan_date, scan_id, so more is read than an answer needs
  fix: create index compliance_scans_latest on compliance_scans (server_name, scan_date, scan_id);
`,
    )
    expect(ill.stdout).toMatch(/\n1 problem, 1 advice\.\n$/)
  })

  it('--json prints an array that is as its schema says, and nothing else', async () => {
    const { database, run } = await checkedDatabase()
    await run('drop index compliance_scans_latest')
    const { stdout, code } = await secdash('check', '--json', '--database', database.url)
    const printed = JSON.parse(stdout)
    expect(isRemarks(printed)).toBe(true)
    expect(printed).toContainEqual({
      level: 'problem',
      code: 'index-missing',
      where: 'compliance_scans',
      problem:
        'no index serves server_name, scan_date, scan_id, so more is read than an answer needs',
      fix: 'create index compliance_scans_latest on compliance_scans (server_name, scan_date, scan_id);',
    })
    expect(code).toBe(1)
  })

  it('tells of a server without its user and password', async () => {
    const { stdout, code } = await secdash('check', '--database', 'mysql://u:s3cret@127.0.0.1:1/x')
    expect(code).toBe(1)
    expect(stdout).toContain('problem: mysql://***@127.0.0.1:1/x [unreachable]')
    expect(stdout).not.toContain('s3cret')
  })

  it.each([
    ['check', '--jason'],
    ['check', 'malware_scans'],
    ['check', '--json=yes'],
    ['check', '--timezone', 'Nowhere'],
  ])('wrong usage is 2: secdash %s %s', async (...args) => {
    const { code, stdout, stderr } = await secdash(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^secdash: /)
  })

  it.each(['serve', 'migrate', 'get', 'config', 'demo'])(
    'its flag is unknown to secdash %s',
    async (command) => {
      const { code, stderr } = await secdash(command, '--json')
      expect(code).toBe(2)
      expect(stderr).toContain(`Unknown option '--json'`)
    },
  )

  it('its flag is in its help alone, and may stand in front of the command', async () => {
    expect((await secdash('check', '--help')).stdout).toContain('--json')
    expect((await secdash('serve', '--help')).stdout).not.toContain('--json')
    const { stdout } = await secdash('--json', 'check', '--database', 'sqlite:/nowhere/x.db')
    expect(JSON.parse(stdout)).toMatchObject([{ code: 'unreachable' }])
  })
})

it('a password is masked even where an error repeats it, plain or percent-encoded', () => {
  const url = 'postgres://u:p%40ss@h/db'
  const { problem } = cannotReach(engineAt(url), new Error('bad p@ss in u:p%40ss@h'), url, 'x')
  expect(problem).toContain('bad *** in u:***@h')
})

it('the process has that exit code', async () => {
  const cli = join(PROJECT, 'src', 'cli.ts')
  const { url } = await temporaryDatabase()
  const run = (database: string) =>
    promisify(execFile)(process.execPath, [cli, 'check', '--database', database], { env: BARE_ENV })
  expect((await run(url)).stdout).toContain('No problem')
  await expect(run('sqlite:/nowhere/x.db')).rejects.toMatchObject({ code: 1 })
})

it('changes no byte of the file', async () => {
  const { database } = await checkedDatabase()
  const bytes = () => ['', '-wal'].map((end) => readFileSync(database.path + end).toString('hex'))
  const before = bytes()
  await check(database.url)
  expect(bytes()).toEqual(before)
})

it('finds nothing wrong with the demo but the server that its story lets fall silent', async () => {
  const { url } = await temporaryDatabase()
  await fillDemo(engineAt(url), NOW, 'Europe/Berlin')
  const checked = await check(url, { timezone: 'Europe/Berlin', clock: () => NOW })
  expect(checked.found).toEqual(['advice silent secdash_import_runs'])
  expect(checked.only('silent').problem).toMatch(/^1 scanner has not reported: \w+ of "[\w-]+" for/)
  expect(checked.rows).toBeGreaterThan(10_000)
})

describe('the schema of the output', () => {
  const REMARK = { level: 'problem', code: 'clock', where: 'x', problem: 'y', fix: 'z' }

  it.each([
    ['another level', { ...REMARK, level: 'warning' }],
    ['another code', { ...REMARK, code: 'clocks' }],
    ['no fix', { ...REMARK, fix: '' }],
    ['another member', { ...REMARK, more: 1 }],
    ['a member less', { level: 'problem', code: 'clock', where: 'x', problem: 'y' }],
  ])('refuses %s', (_, remark) => {
    expect(isRemarks([REMARK])).toBe(true)
    expect(isRemarks([remark])).toBe(false)
  })

  it('is explained: docs/check.md has every code, and no other', () => {
    const documented = rows(section(readDocument('docs/check.md'), '## What it tells'), 1)
    expect(documented.map((it) => it.replaceAll('`', '')).sort()).toEqual([...CODES].sort())
  })
})
