// `secdash check` on what only a SQLite file can be.
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SCHEMA } from '../../src/database/schema/schema.ts'
import { otherNameOf } from '../../src/database/sqlite/other-name.ts'
import { check, checkedDatabase } from '../support/check.ts'
import { temporaryFolder } from '../support/database.ts'

/** A table of an operator's own in the place of ours. */
async function ownPostures(type: string, strict: string) {
  const made = await checkedDatabase()
  const columns = Object.keys(SCHEMA.posture_scores).map((column) =>
    column === 'posture_id' ? 'posture_id integer primary key' : `${column} ${type}`,
  )
  await made.run(
    'drop table posture_scores',
    `create table posture_scores (${columns.join(', ')}) ${strict}`,
    'create index mine on posture_scores (recorded_at)',
  )
  return made
}

const POSTURE = `insert into posture_scores values (1, '2026-03-15 06:00:00', 80, 70.5, 90, 60, 90, 120, 0, 1, 2, 3)`

it('numbers that are kept as texts are told by their type', async () => {
  const { run, check } = await ownPostures('varchar(20)', '')
  await run(POSTURE)
  const { found } = await check()
  expect(found).toContain('problem type posture_scores.redteam')
  expect(found).not.toContain('problem unreadable posture_scores.redteam')
  expect(found).not.toContain('problem type posture_scores.recorded_at')
})

it('of a column with the wrong type it names the rows that no type makes right', async () => {
  const { run, check } = await ownPostures('varchar(20)', '')
  const other = (id: number, redteam: string) =>
    POSTURE.replace('values (1', `values (${id}`).replace('70.5', `'${redteam}'`)
  await run(POSTURE, other(2, 'not measured'), other(3, '71'))
  const { problem } = (await check()).only('unreadable')
  expect(problem).toContain('"not measured" (posture_id 2)')
  expect(problem).not.toContain('71')
})

it('where no type is declared, the values decide', async () => {
  const { run, check } = await ownPostures('', '')
  await run(POSTURE)
  expect((await check()).found).toEqual([])
  await run(`update posture_scores set redteam = 'good', controls_total = 1.5`)
  const checked = await check()
  expect(checked.found.filter((it) => !it.includes('question'))).toEqual([
    'problem unreadable posture_scores.redteam',
    'problem unreadable posture_scores.controls_total',
  ])
})

it('a date-time in another form is kept until somebody writes what is right', async () => {
  const { database, run, check, fix } = await ownPostures('', '')
  await run(POSTURE, `update posture_scores set recorded_at = '2026-05-01T02:00:00'`)
  const remark = (await check()).only('unreadable')
  expect(remark.fix).toBe(
    `Let the producer write a date-time YYYY-MM-DD HH:MM:SS, without a zone or a fraction, and put in what is right where it is not:
update posture_scores set recorded_at = <'YYYY-MM-DD HH:MM:SS'> where posture_id = 1;`,
  )
  await expect(fix(remark)).rejects.toThrow()
  const rows = await database.db.selectFrom('posture_scores').select('recorded_at').execute()
  expect(rows).toEqual([{ recorded_at: '2026-05-01T02:00:00' }])
})

it('bytes in a strict table are told by their type', async () => {
  const { check } = await ownPostures('blob', 'strict')
  expect((await check()).found).toContain('problem type posture_scores.recorded_at')
})

it('tables and views whose names are written in other letters are found, as SQLite finds them', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    'alter table posture_scores rename to scores',
    'alter table scores rename to POSTURE_Scores',
    'alter table malware_scans rename to own_scans',
    'create view Malware_Scans as select * from own_scans',
  )
  const { found, tables } = await check()
  expect(tables).toBe(5)
  expect(found.filter((it) => it.startsWith('problem'))).toEqual([])
})

it('a question that takes longer than the service would wait is told, long or short', async () => {
  const { check } = await checkedDatabase()
  const { remarks } = await check({ deadlineMs: 0 })
  const late = remarks.filter(({ code }) => code === 'question')
  expect(late).toHaveLength(11)
  for (const { problem } of late) expect(problem).toContain('no answer within 0 s')
})

it('names compared otherwise are told', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    'alter table compliance_scans rename to old_scans',
    `create table compliance_scans (scan_id integer primary key, server_name text collate nocase,
      server_type, scan_date, scan_duration_seconds, overall_score, findings_critical,
      findings_high, findings_medium, findings_low, findings_pass, checks_total, checks_run,
      checks_skipped, metadata)`,
    'insert into compliance_scans select * from old_scans',
    'create index latest on compliance_scans (server_name, scan_date)',
    'create index history on compliance_scans (scan_date, server_name)',
    'create index number on compliance_scans (checks_skipped)',
  )
  const checked = await check()
  expect(checked.found).toEqual(['problem collation compliance_scans.server_name'])
  expect(checked.only('collation').problem).toContain('nocase')
})

it.each([
  [
    'no database',
    'this is no database, and long enough to be sure of that'.repeat(20),
    /no database.*file is not a database/,
  ],
  ['an empty file', '', /the file is empty/],
])('%s is told as such', async (_, bytes, problem) => {
  const path = join(temporaryFolder(), 'file.db')
  writeFileSync(path, bytes)
  const { remarks } = await check(`sqlite:${path}`)
  expect(remarks[0]?.problem).toMatch(problem)
})

it('a folder is no database', async () => {
  const { remarks } = await check(`sqlite:${temporaryFolder()}`)
  expect(remarks).toMatchObject([
    { code: 'unreachable', problem: expect.stringContaining('it is no database') },
  ])
})

it('a file that this user could write is an advice, not a problem', async () => {
  const { database, check } = await checkedDatabase()
  const { remarks } = await check()
  expect(remarks).toMatchObject([{ level: 'advice', code: 'can-write', where: database.path }])
})

it('a file with a second name is a problem, for the log lies beside one of them', async () => {
  const { database, check } = await checkedDatabase()
  const other = `${database.path}.other`
  linkSync(database.path, other)
  const { problem, fix } = (await check()).only('other-name')
  expect(problem).toMatch(/^the file has 2 names/)
  expect(fix).toContain('find / -xdev -samefile FILE')
  rmSync(other)
  expect((await check()).found).toEqual([])
})

it('a link that names the file is no second name: the log lies beside the file itself', async () => {
  const { database } = await checkedDatabase()
  const link = join(temporaryFolder(), 'link.db')
  symlinkSync(database.path, link)
  expect((await check(`sqlite:${link}`)).found).toEqual([])
})

it('so is a file that is mounted without its folder, by whatever path it is named', () => {
  const folder = join(temporaryFolder(), 'a b')
  mkdirSync(folder)
  const path = join(folder, 'x.db')
  const link = `${folder}.db`
  writeFileSync(path, '')
  symlinkSync(path, link)
  const mounts = join(folder, 'mountinfo')
  const mounted = (point: string) =>
    writeFileSync(
      mounts,
      `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
90 22 8:1 /data/x.db ${point.replaceAll(' ', '\\040')} rw,relatime - ext4 /dev/sda1 rw
`,
    )
  mounted(path)
  for (const it of [path, link])
    expect(otherNameOf(it, mounts)?.problem).toMatch(/without its folder/)
  mounted(folder)
  expect(otherNameOf(path, mounts)).toBeNull()
  // Where the system tells nothing of mounts.
  rmSync(mounts)
  expect(otherNameOf(path, mounts)).toBeNull()
})

it('names with bytes that are no UTF-8 are told, each with SQL that finds all of its rows', async () => {
  const { run, check, fix } = await checkedDatabase()
  const scan = (id: number, name: string) =>
    `insert into compliance_scans (scan_id, server_name, server_type, scan_date)
      values (${id}, cast(${name} as text), 'linux', '2026-03-0${id % 9} 06:00:00')`
  await run(scan(11, "x'4772f6df65'"), scan(12, "x'4772fcdf65'"), scan(13, "x'4772f6df65'"))
  const remark = (await check()).only('unreadable')
  expect(remark).toMatchObject({ level: 'problem', where: 'compliance_scans.server_name' })
  expect(remark.problem).toContain('"Gr��e" (scan_id 13), "Gr��e" (scan_id 12)')
  const [first = '', second = ''] = remark.fix.split('\n').filter((it) => it.startsWith('update'))
  await fix({ ...remark, fix: first.replace("<'a name'>", "'groesse'") })
  await fix({ ...remark, fix: second.replace("<'a name'>", "'gruesse'") })
  const checked = await check()
  expect(checked.found).toEqual([])
})
