// Which scans of the same second are copies, and which are scans of their own.
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import type { Remark } from '../../src/check/remark.ts'
import type { Report } from '../../src/importers/report.ts'
import { check, newReader, statementsOf } from '../support/check.ts'
import { type TestDatabase, temporaryDatabase } from '../support/database.ts'
import { importedFile, ownReport } from '../support/imported.ts'
import { complianceScan, malwareScan } from '../support/rows.ts'
import { complianceRun, finding, malwareRun, storeReports } from '../support/stored.ts'

async function importing() {
  const database = await temporaryDatabase('all')
  const copiesFor = async (url: string) =>
    (await check(url)).remarks.filter(({ code }) => code === 'duplicate-latest')
  return {
    database,
    store: (server: string, ...reports: readonly Report[]) =>
      storeReports(database, 'clamav', reports, { server, now: Date.UTC(2027, 0) / 1000 }),
    insert: (...rows: Parameters<typeof malwareScan>[0][]) =>
      database.insert('malware_scans', ...rows.map(malwareScan)),
    ids: async () =>
      (await database.db.selectFrom('malware_scans').select('scan_id').execute())
        .map(({ scan_id }) => scan_id)
        .sort((a, b) => a - b),
    /** For an account that may read what the importers have noted, and for one that may not. */
    copies: () => copiesFor(database.url),
    copiesForReader: async () => copiesFor((await newReader(database)).url),
  }
}

describe('scans of the same second are no copies of each other', () => {
  it('when they are of several hosts that share a line of cron', async () => {
    const { store, copies, copiesForReader } = await importing()
    await store('web-01', malwareRun(1, { host: null }))
    await store('web-02', malwareRun(1, { host: null }))
    await store('web-03', malwareRun(1, { host: null }))
    expect([await copies(), await copiesForReader()]).toEqual([[], []])
  })

  it('when one log holds them', async () => {
    const { store, copies, copiesForReader } = await importing()
    const { reports } = await importedFile('clamav', ownReport('clamav/1.4.6_cron_appended.log'))
    await store('web-01', ...reports)
    expect([await copies(), await copiesForReader()]).toEqual([[], []])
  })

  it('when they have nothing new to say, but the importers have noted each', async () => {
    const { store, copies, ids } = await importing()
    await store('web-01', malwareRun(1), malwareRun(1))
    expect(await ids()).toHaveLength(2)
    expect(await copies()).toEqual([])
  })

  it.each([
    ['summary', { summary: '{"server":"web-02"}' }],
    ['summary, which is null', { summary: null }],
    ['status', { status: 'error' }],
    ['number of files', { files_scanned: 7 }],
    ['duration', { scan_duration_seconds: 7 }],
  ])('when they differ in %s', async (_, other) => {
    const { insert, copies } = await importing()
    await insert({}, other)
    expect(await copies()).toEqual([])
  })
})

describe('a copy is found', () => {
  it.each([
    ['and the fix leaves one', {}],
    ['also without a summary', { summary: null }],
  ])('when a producer stores a scan twice, %s', async (_, row) => {
    const { database, insert, copies, copiesForReader, ids } = await importing()
    await insert({ ...row, scan_id: 3 }, { ...row, scan_id: 8 })
    const [remark] = await copies()
    expect(await copiesForReader()).toEqual([remark])
    expect(remark?.problem).toContain('1 row says the same as another scan')
    expect(remark?.problem).toContain('has scan_id 8 and 3')
    for (const it of remark ? statementsOf(remark) : []) await sql.raw(it).execute(database.db)
    expect(await ids()).toEqual([8])
    expect(await copies()).toEqual([])
  })

  it('of an imported scan, and not the imported one is deleted', async () => {
    const { database, store, copies, ids } = await importing()
    await store('web-01', malwareRun(1, { host: null }))
    const imported = await database.db.selectFrom('malware_scans').selectAll().execute()
    const copied = imported.map((row) => ({ ...row, scan_id: 70 }))
    await database.insert('malware_scans', ...(copied as never[]))
    await store('web-02', malwareRun(1, { host: null }))
    const [remark] = await copies()
    expect(remark?.fix).toContain('where scan_id = 70; -- when it is a copy')
    for (const it of remark ? statementsOf(remark) : []) await sql.raw(it).execute(database.db)
    expect(await ids()).toHaveLength(2)
    expect(await copies()).toEqual([])
  })

  it('each time that it is stored, and the fix leaves one of each', async () => {
    const { database, insert, copies, ids } = await importing()
    await insert(
      {},
      {},
      {},
      { summary: '{"server":"web-02"}' },
      { scan_type: 'yara' },
      { scan_type: 'yara' },
    )
    const [remark] = await copies()
    expect(remark?.problem).toContain('3 rows say the same as another scan')
    expect(remark?.problem).toMatch(
      /"yara" at .* has scan_id 6 and 5, "clamav" at .* 3 and 2, .* 3 and 1; all/,
    )
    expect(remark?.fix).toContain('where scan_id in (5, 2, 1); -- those that are copies')
    for (const it of remark ? statementsOf(remark) : []) await sql.raw(it).execute(database.db)
    expect(await ids()).toEqual([3, 4, 6])
  })
})

describe('compliance scans of a server in the same second', () => {
  const stored = (database: TestDatabase, tool: string, host: string) =>
    storeReports(database, tool, [finding('A'), complianceRun(1, { host })])

  it('are no copies when the importers have stored those of two tools', async () => {
    const { database, copies, copiesForReader } = await importing()
    await stored(database, 'lynis', 'web01')
    await stored(database, 'docker-bench', 'web01')
    expect(await copies()).toEqual([])
    // Who may not read the notes is asked to look. Whoever may read a file may read all of it.
    const told = (await copiesForReader()).map(({ problem }) => problem)
    const asked = expect.stringContaining('1 row is a scan of the same date as the latest')
    expect(told).toEqual(inject('engine') === 'sqlite' ? [] : [asked])
  })

  it('are told when one tool was imported twice, in other words', async () => {
    const { database, copies } = await importing()
    await stored(database, 'openscap', 'web01')
    await storeReports(database, 'openscap', [finding('B'), complianceRun(1, { host: 'web01' })])
    const [remark] = await copies()
    expect(remark?.problem).toContain('has scan_id 2 and 1; the highest counts')
    expect(remark?.fix).toContain('give each its own --server or --date')
    expect(statementsOf(remark as Remark)).toEqual([])
  })

  it('are told of each server, and the fix leaves one of each', async () => {
    const { database, copies } = await importing()
    const twice = (count: number) =>
      Array.from({ length: 2 * count }, (_, i) =>
        complianceScan({ scan_id: i + 1, server_name: `web-${i % count}` }),
      )
    await database.insert('compliance_scans', ...twice(22))
    const left = async () => {
      const [remark] = await copies()
      for (const it of remark ? statementsOf(remark) : []) await sql.raw(it).execute(database.db)
      return remark
    }
    const first = await left()
    expect(first?.problem).toMatch(
      /^22 rows are scans .* "web-21" .* 44 and 22, "web-20" .* 43 and 21, "web-19" .* 42 and 20, …; the highest/,
    )
    expect(first?.fix).toMatch(/And 2 more: check again when these are deleted\.$/)
    expect((await left())?.fix).toContain('where scan_id in (2, 1); -- those that are copies')
    expect(await left()).toBeUndefined()
  })

  it.each([1, 70])(
    'are told where another program stored one, and that is to go: scan %i',
    async (id) => {
      const { database, copies } = await importing()
      await stored(database, 'lynis', 'web02')
      await stored(database, 'lynis', 'web01')
      await sql`delete from compliance_scans where scan_id = 1`.execute(database.db)
      // As the next import does: the id may be another scan's by then.
      await sql`update secdash_import_runs set row_id = 0 where row_id = 1`.execute(database.db)
      const [scan] = await database.db.selectFrom('compliance_scans').selectAll().execute()
      await database.insert('compliance_scans', { ...scan, scan_id: id } as never)
      const [remark] = await copies()
      expect(remark?.fix).toContain(`where scan_id = ${id}; -- when it is a copy`)
      for (const it of remark ? statementsOf(remark) : []) await sql.raw(it).execute(database.db)
      expect(await copies()).toEqual([])
    },
  )
})
