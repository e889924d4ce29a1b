// Exports that are no scan but a state: their newest time goes back when what had it is deleted.
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { asff } from '../support/asff-reports.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { secdash } from '../support/terminal.ts'

type Json = Readonly<Record<string, unknown>>

/** `exported` imports a state as of an hour of 10 March 2026, and tells what is open then. */
async function states(tool: string, flags: readonly string[] = []) {
  const { db, url } = await temporaryDatabase('all')
  const path = join(temporaryFolder(), 'export.json')
  const imported = async () => {
    const { stdout } = await secdash(['import', tool, path, '--json', ...flags], {
      DATABASE_URL: url,
    })
    return JSON.parse(stdout)[0]
  }
  const exported = async (hour: number, content: Json | readonly Json[]) => {
    writeFileSync(path, JSON.stringify(content))
    const at = Date.UTC(2026, 2, 10, hour) / 1000
    utimesSync(path, at, at)
    await imported()
    const open = await db
      .selectFrom('compliance_findings')
      .select('finding_summary')
      .where('resolved_at', 'is', null)
      .orderBy('finding_summary')
      .execute()
    return open.map((it) => it.finding_summary)
  }
  const scans = () =>
    db
      .selectFrom('compliance_scans')
      .select(['server_name', 'scan_date', 'metadata'])
      .orderBy('scan_id')
      .execute()
  return { exported, imported, scans }
}

const audit = (name: string, day: number): Json => ({
  apiVersion: 'aquasecurity.github.io/v1alpha1',
  kind: 'ConfigAuditReport',
  metadata: { name },
  report: {
    updateTimestamp: `2026-03-0${day}T10:00:00Z`,
    summary: { lowCount: 1 },
    checks: [{ checkID: 'KSV1', title: `of ${name}`, severity: 'LOW', success: false }],
  },
})

const list = (...items: Json[]): Json => ({ apiVersion: 'v1', items, kind: 'List' })

it('what is in no later list of trivy-operator is closed, and open when it is back', async () => {
  const { exported, scans } = await states('trivy', ['--server', 'prod'])
  expect(await exported(1, list(audit('a', 1), audit('b', 5)))).toEqual(['of a', 'of b'])
  expect(await exported(2, list(audit('a', 1)))).toEqual(['of a'])
  expect(await exported(3, list(audit('a', 1), audit('b', 5)))).toEqual(['of a', 'of b'])
  expect(await exported(4, list(audit('a', 1)))).toEqual(['of a'])
  const [first] = await scans()
  expect(first?.scan_date).toBe('2026-03-10 01:00:00')
  expect(JSON.parse(String(first?.metadata))).toEqual({
    reports: 2,
    newest_update: '2026-03-05T10:00:00Z',
    exported_at: '2026-03-10T01:00:00Z',
  })
})

it('a single report of trivy-operator is a scan, and has its own date', async () => {
  const { exported, scans } = await states('trivy')
  await exported(1, audit('a', 1))
  expect(await scans()).toMatchObject([{ scan_date: '2026-03-01 10:00:00' }])
})

const control = (name: string, day: number, account = '1'.repeat(12)): Json =>
  asff.hub({
    Id: name,
    Title: name,
    AwsAccountId: account,
    UpdatedAt: `2026-03-0${day}T10:00:00Z`,
  })

it('what is in no later export of Security Hub is closed, account by account', async () => {
  const { exported, imported, scans } = await states('securityhub')
  const other = control('other', 2, '2'.repeat(12))
  expect(await exported(1, { Findings: [control('a', 1), other] })).toEqual(['a', 'other'])
  const both = { Findings: [control('a', 1), control('b', 5), other] }
  expect(await exported(2, both)).toEqual(['a', 'b', 'other'])
  expect(await exported(3, { Findings: [control('a', 1), other] })).toEqual(['a', 'other'])
  expect(await scans()).toMatchObject(
    ['01', '01', '02', '02', '03', '03'].map((hour) => ({ scan_date: `2026-03-10 ${hour}:00:00` })),
  )
  expect((await imported()).stored.known).toBe(true)
  expect(await scans()).toHaveLength(6)
})

it('one page of an export closes nothing, and is told', async () => {
  const { exported, imported } = await states('securityhub')
  await exported(1, { Findings: [control('a', 1), control('b', 5)] })
  expect(await exported(2, { Findings: [control('a', 1)], NextToken: 'eyJ' })).toEqual(['a', 'b'])
  expect((await imported()).refused).toMatch(/^it is one page of a longer list/)
})

it('an export that is older than its newest update has the date of that', async () => {
  const { exported, scans } = await states('securityhub')
  await exported(1, { Findings: [asff.hub({ UpdatedAt: '2026-03-10T01:30:00Z' })] })
  expect(await scans()).toMatchObject([{ scan_date: '2026-03-10 01:30:00' }])
})

it('what Prowler wrote in the form of Security Hub is a scan, and has its own date', async () => {
  const { exported, scans } = await states('prowler')
  await exported(1, [asff.prowler()])
  expect(await scans()).toMatchObject([{ scan_date: '2023-03-18 15:43:31' }])
})
