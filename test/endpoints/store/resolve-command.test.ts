// secdash resolve: how a person resolves something, on every engine.
import { resolve as path } from 'node:path'
import { expect, it } from 'vitest'
import { lotsOf } from '../../../src/store/writing/lots.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import { itOn } from '../../support/only-on.ts'
import { complianceScan, detection, finding } from '../../support/rows.ts'
import { runSql } from '../../support/servers/sql.ts'
import { hit, malwareRun, storeReports } from '../../support/stored.ts'
import { secdash } from '../../support/terminal.ts'

async function resolving() {
  const database = await temporaryDatabase('all')
  await database.insert(
    'malware_detections',
    detection({ detection_id: 1 }),
    detection({ detection_id: 2, resolved_at: '2026-01-01 00:00:00' }),
  )
  await database.insert('compliance_scans', complianceScan({ scan_id: 1 }))
  await database.insert(
    'compliance_findings',
    finding({ finding_id: 7, scan_id: 1 }),
    finding({ finding_id: 8, scan_id: 1 }),
  )
  return { ...database, command: commandOn(database) }
}

const commandOn =
  ({ url }: TestDatabase) =>
  (...args: string[]) =>
    secdash(['resolve', ...args], { DATABASE_URL: url })

const changes = ({ db }: TestDatabase) =>
  db
    .selectFrom('secdash_resolutions' as never)
    .selectAll()
    .orderBy('resolution_id' as never)
    .execute()

const resolvedDetections = async ({ db }: TestDatabase) =>
  (await db.selectFrom('malware_detections').selectAll().orderBy('detection_id').execute()).map(
    ({ resolved_at }) => resolved_at !== null,
  )

const idsOf = async ({ db }: TestDatabase, path: string) => {
  const rows = await db
    .selectFrom('malware_detections')
    .select('detection_id')
    .where('file_path', '=', path)
    .orderBy('detection_id')
    .execute()
  return rows.map(({ detection_id }) => detection_id)
}

const who = ['--by', 'ops', '--note', 'cleaned by hand'] as const

it('resolves a detection, and records who did it and why', async () => {
  const it = await resolving()
  const { code, stdout } = await it.command('detection', '1', ...who)
  expect([code, stdout]).toEqual([0, 'resolved detection 1\n'])
  expect(await resolvedDetections(it)).toEqual([true, true])
  expect(await changes(it)).toMatchObject([
    {
      kind: 'detection',
      row_id: 1,
      outcome: 'resolved',
      changed_by: 'ops',
      note: 'cleaned by hand',
      changed_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    },
  ])
})

it('resolves several findings at once, with name and note in their rows', async () => {
  const it = await resolving()
  const { stdout } = await it.command('finding', '7', '8', '8', ...who)
  expect(stdout).toBe('resolved finding 7, 8\n')
  const row = { resolved_by: 'ops', resolution_notes: 'cleaned by hand' }
  expect(await it.db.selectFrom('compliance_findings').selectAll().execute()).toMatchObject([
    { ...row, resolved_at: expect.any(String) },
    { ...row, resolved_at: expect.any(String) },
  ])
})

itOn('sqlite')('resolves more than one statement can name, and opens them again', async () => {
  const it = await resolving()
  const many = Array.from({ length: 33_000 }, (_, i) => 100 + i)
  const rows = many.map((finding_id) => finding({ finding_id, scan_id: 1 }))
  for (const lot of lotsOf(rows)) await it.insert('compliance_findings', ...lot)
  const found = many.map((detection_id) => detection({ detection_id }))
  for (const lot of lotsOf(found)) await it.insert('malware_detections', ...lot)
  for (const kind of ['finding', 'detection']) {
    const ids = many.map(String)
    expect((await it.command(kind, ...ids, ...who)).stdout).toBe(
      `resolved ${kind} ${ids.join(', ')}\n`,
    )
    expect((await it.command(kind, ...ids, '--reopen', '--by', 'ops')).code).toBe(0)
  }
  expect(await changes(it)).toHaveLength(4 * many.length)
})

it('what is resolved already stays as it was, and is said', async () => {
  const it = await resolving()
  const { code, stdout } = await it.command('detection', '1', '2', ...who)
  expect([code, stdout]).toEqual([0, 'resolved detection 1\ndetection 2 was resolved already\n'])
  const rows = await it.db.selectFrom('malware_detections').selectAll().execute()
  expect(rows.find((row) => row.detection_id === 2)?.resolved_at).toBe('2026-01-01 00:00:00')
  expect(await changes(it)).toHaveLength(1)
})

it('--reopen opens it again, and forgets the name and note in the row but not in the record', async () => {
  const it = await resolving()
  await it.command('finding', '7', ...who)
  const { code, stdout } = await it.command('finding', '7', '8', '--reopen', '--by', 'boss')
  expect([code, stdout]).toEqual([0, 'reopened finding 7\nfinding 8 was open already\n'])
  expect(
    await it.db.selectFrom('compliance_findings').selectAll().where('finding_id', '=', 7).execute(),
  ).toMatchObject([{ resolved_at: null, resolved_by: null, resolution_notes: null }])
  expect(await changes(it)).toMatchObject([
    { outcome: 'resolved', changed_by: 'ops' },
    { outcome: 'reopened', changed_by: 'boss', note: '' },
  ])
})

it('a finding of a check that did not fail is nothing to resolve, nor to reopen', async () => {
  const it = await resolving()
  await it.insert('compliance_findings', finding({ finding_id: 9, scan_id: 1, status: 'pass' }))
  for (const args of [who, ['--by', 'ops', '--reopen']]) {
    const { code, stderr } = await it.command('finding', '7', '9', ...args)
    const told = 'secdash: finding 9 is of a check that did not fail; nothing was changed\n'
    expect([code, stderr]).toEqual([1, told])
  }
  expect(await changes(it)).toEqual([])
})

it('of a detection that was found again, the old one is not opened beside the new one', async () => {
  const database = await temporaryDatabase('all')
  const it = { ...database, command: commandOn(database) }
  const found = (day: number) => storeReports(it, 'clamav', [hit('/srv/x'), malwareRun(day)])
  await found(1)
  const [old] = await idsOf(it, '/srv/x')
  await it.command('detection', `${old}`, ...who)
  await it.db
    .updateTable('malware_detections')
    .set({ resolved_at: '2026-03-02 00:00:00' })
    .where('detection_id', '=', Number(old))
    .execute()
  await found(3)
  const [, newer] = await idsOf(it, '/srv/x')
  const reopen = ['--reopen', '--by', 'ops'] as const
  const told = `detection ${old} is of the same file as ${newer}; one alone can be open`
  const refused = [1, `secdash: ${told}; nothing was changed\n`]
  const { code, stderr } = await it.command('detection', `${old}`, ...reopen)
  expect([code, stderr]).toEqual(refused)
  expect(await resolvedDetections(it)).toEqual([true, false])

  await it.command('detection', `${newer}`, ...who)
  const both = await it.command('detection', `${old}`, `${newer}`, ...reopen)
  expect([both.code, both.stderr]).toEqual(refused)
  expect((await it.command('detection', `${old}`, ...reopen)).stdout).toBe(
    `reopened detection ${old}\n`,
  )
})

it('names what helps where a table of the importers is missing', async () => {
  const it = await resolving()
  await it.db.schema.dropTable('secdash_resolutions').execute()
  const { code, stderr } = await it.command('detection', '1', ...who)
  expect([code, stderr]).toEqual([1, expect.stringContaining('run secdash migrate first')])
  expect(await resolvedDetections(it)).toEqual([false, true])
})

it('changes nothing when one of them does not exist', async () => {
  const it = await resolving()
  const { code, stderr } = await it.command('detection', '1', '99', '98', ...who)
  expect([code, stderr]).toEqual([
    1,
    'secdash: there is no detection 99, 98; nothing was changed\n',
  ])
  expect(await resolvedDetections(it)).toEqual([false, true])
})

it.each([
  [['scan', '1', ...who], '"scan" cannot be resolved; allowed: detection, finding'],
  [['detection', 'x', ...who], '"x" is no id'],
  [['detection', '0', ...who], '"0" is no id'],
  [['detection', '9007199254740993', ...who], '"9007199254740993" is no id'],
  [['detection', '1', '--note', 'x'], '--by NAME is missing'],
  [['detection', '1', '--by', ' '], '--by NAME is missing'],
  [['detection', '1', '--by', 'ops'], '--note TEXT is missing'],
  [['detection', '1', '--reopen'], '--by NAME is missing'],
  [['detection'], 'usage: secdash resolve KIND ID...'],
])('%j is wrong usage', async (args, text) => {
  const { code, stderr } = await (await resolving()).command(...args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(text)])
})

it.each([
  ['sqlite:none/none.db', `sqlite:${path('none/none.db')}`],
  ['postgres://u:p@127.0.0.1:1,[::1]:1/x', 'postgres://127.0.0.1:1,[::1]:1/x'],
  ['mariadb://u:p@127.0.0.1:1/x', 'mariadb://127.0.0.1:1/x'],
  ['mysql://u:p@/x%20y?socket=/none/sock', 'mariadb:///x%20y?socket=/none/sock'],
])(
  'says in one line that %s cannot be had, and where that is, without the account',
  async (url, where) => {
    const { code, stderr } = await secdash(['resolve', 'detection', '1', ...who], {
      DATABASE_URL: url,
    })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^secdash: the database \S+ cannot be written: .+\n$/),
    ])
    expect(stderr).toContain(`the database ${where} cannot`)
  },
)

itOn('postgres')('names the primary as what helps where the server takes no changes', async () => {
  const { url, command } = await resolving()
  const name = new URL(url).pathname.slice(1)
  await runSql(url, `alter database ${name} set default_transaction_read_only = on`)
  const { code, stderr } = await command('detection', '1', ...who)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/ cannot be written: the server takes no changes.*Name the primary/),
  ])
})
