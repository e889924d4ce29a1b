import { expect, it } from 'vitest'
import type { ComplianceRun, Finding, Report } from '../../../src/importers/report.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import {
  complianceRun,
  finding,
  march,
  OPTIONS,
  resolveRows,
  storeReports,
} from '../../support/stored.ts'

const scans = ({ db }: TestDatabase) =>
  db.selectFrom('compliance_scans').selectAll().orderBy('scan_id').execute()

const findings = ({ db }: TestDatabase) =>
  db.selectFrom('compliance_findings').selectAll().orderBy('finding_id').execute()

const openChecks = async (database: TestDatabase) =>
  (await findings(database))
    .filter(({ status, resolved_at }) => status === 'fail' && resolved_at === null)
    .map(({ check_id }) => check_id)

it('counters are added up from the findings', async () => {
  const database = await temporaryDatabase('all')
  const reports: Report[] = [
    finding('A', { severity: 'critical' }),
    finding('B'),
    finding('C', { severity: 'low' }),
    finding('D', { status: 'pass' }),
    finding('E', { status: 'pass', severity: 'critical' }),
    finding('F', { status: 'manual' }),
    finding('G', { status: 'not_applicable' }),
    finding('H', { status: 'error', severity: 'critical' }),
    complianceRun(1, { unlisted: { passed: 10, skipped: 20 }, metadata: { os: 'Debian' } }),
  ]
  const { runs } = await storeReports(database, 'lynis', reports)
  expect(await scans(database)).toMatchObject([
    {
      server_name: 'web01',
      server_type: 'linux',
      scan_date: '2026-03-01 12:00:00',
      scan_duration_seconds: 5,
      overall_score: 80,
      findings_critical: 1,
      findings_high: 1,
      findings_medium: 0,
      findings_low: 1,
      findings_pass: 12,
      checks_total: 38,
      checks_run: 16,
      checks_skipped: 22,
      metadata: '{"os":"Debian","host":"web01"}',
    },
  ])
  expect(await findings(database)).toHaveLength(8)
  expect(runs).toMatchObject([
    { findings: { pass: 12, fail: 3, manual: 1, not_applicable: 1, error: 1 }, score: 80 },
  ])
})

it.each([
  ['of a clock that was never set', 130],
  ['of a clock that is far ahead', Date.UTC(2099, 0) / 1000],
])('a finding %s has the date of its scan', async (_, at) => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'prowler', [finding('A', { at }), complianceRun(1)])
  expect(await findings(database)).toMatchObject([{ detected_at: '2026-03-01 12:00:00' }])
})

it('a finding may be ahead by a day, as its scan may', async () => {
  const database = await temporaryDatabase('all')
  const { now } = OPTIONS
  const ahead = [finding('A', { at: now + 86_400 }), finding('B', { at: now + 86_401 })]
  await storeReports(database, 'prowler', [...ahead, complianceRun(1)])
  expect((await findings(database)).map(({ detected_at }) => detected_at)).toEqual([
    '2026-06-02 00:00:00',
    '2026-03-01 12:00:00',
  ])
})

it('a finding of a clock that was wrong has the date that a person gave', async () => {
  const database = await temporaryDatabase('all')
  const year2036 = Date.UTC(2036, 10, 30) / 1000
  const reports = [
    finding('A', { at: year2036 + 60 }),
    finding('B'),
    // as Security Hub has it, which says since when
    finding('C', { at: march(1) }),
    complianceRun(1, { startedAt: year2036 }),
  ]
  await storeReports(database, 'openscap', reports, { date: march(5) })
  expect(await scans(database)).toMatchObject([{ scan_date: '2026-03-05 12:00:00' }])
  expect((await findings(database)).map(({ detected_at }) => detected_at)).toEqual([
    '2026-03-05 12:00:00',
    '2026-03-05 12:00:00',
    '2026-03-01 12:00:00',
  ])
})

it('the score is the tool’s own where it has one, within 0 and 100', async () => {
  const database = await temporaryDatabase('all')
  const scores = [64, 130, -1, null, undefined]
  for (const [index, score] of scores.entries()) {
    const run = complianceRun(index + 1, score === undefined ? {} : { score })
    await storeReports(database, 'lynis', [run])
  }
  expect((await scans(database)).map(({ overall_score }) => overall_score)).toEqual([
    64,
    100,
    0,
    null,
    null,
  ])
})

it('a finding keeps all that the report says of it', async () => {
  const database = await temporaryDatabase('all')
  const full = finding('A', {
    category: 'aws',
    checkName: 'Name',
    summary: 'Summary',
    details: 'nul\0',
    remediation: 'Remedy',
    awsResourceId: 'arn:x',
    awsResourceType: 'bucket',
    path: '/etc/x',
    service: 's3',
    cis: '1.1',
    awsFoundational: 'S3.1',
    nistCsf: 'PR.AC-1',
    at: march(1) + 1,
  })
  await storeReports(database, 'prowler', [full, finding('B', { path: '' }), complianceRun(1)])
  expect(await findings(database)).toMatchObject([
    {
      check_category: 'aws',
      check_name: 'Name',
      check_id: 'A',
      status: 'fail',
      severity: 'high',
      finding_summary: 'Summary',
      finding_details: 'nul\\x00',
      remediation_steps: 'Remedy',
      aws_resource_id: 'arn:x',
      aws_resource_type: 'bucket',
      file_path: '/etc/x',
      service_name: 's3',
      cis_benchmark: '1.1',
      aws_foundational_security: 'S3.1',
      nist_csf: 'PR.AC-1',
      detected_at: '2026-03-01 12:00:01',
      resolved_at: null,
    },
    { file_path: null, cis_benchmark: null, detected_at: '2026-03-01 12:00:00' },
  ])
})

it('a newer scan of the same server by the same tool supersedes what older ones left open', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [
    finding('A'),
    finding('B'),
    finding('P', { status: 'pass' }),
    complianceRun(1),
  ])
  const { runs } = await storeReports(database, 'lynis', [finding('B'), complianceRun(2)])
  const [, newer] = await scans(database)
  expect(runs).toMatchObject([{ superseded: { older: 2, by: null } }])
  expect(await openChecks(database)).toEqual(['B'])
  const [a, b, pass] = await findings(database)
  const superseded = {
    resolved_at: '2026-03-02 12:00:00',
    resolved_by: 'secdash import',
    resolution_notes: `Superseded by scan ${newer?.scan_id} of 2026-03-02 12:00:00 (lynis).`,
  }
  expect([a, b]).toMatchObject([superseded, superseded])
  expect(pass).toMatchObject({ resolved_at: null, resolved_by: null })
})

it('what is superseded without being checked again is counted, where scans list what passed', async () => {
  const database = await temporaryDatabase('all')
  const pass = finding('C', { status: 'pass' })
  await storeReports(database, 'openscap', [finding('A'), finding('B'), pass, complianceRun(1)])
  const next = async (day: number, more: Partial<ComplianceRun>, ...records: Finding[]) => {
    const reports = [...records, complianceRun(day, more)]
    const { runs } = await storeReports(database, 'openscap', reports)
    return runs.map((run) => run.kind === 'compliance' && run.superseded)
  }
  const fixed = finding('A', { status: 'pass' })
  expect(await next(2, {}, fixed, finding('B'), finding('D'))).toEqual([
    { older: 2, unchecked: 0, by: null },
  ])
  expect(await next(3, {}, finding('B'), finding('E'), pass)).toEqual([
    { older: 2, unchecked: 1, by: null },
  ])
  // Those before it did: it was filtered, or checked less.
  expect(await next(4, {}, finding('E'))).toEqual([{ older: 2, unchecked: 1, by: null }])
  // What only ever names failures has not left out the others.
  expect(await next(5, {}, finding('F'))).toEqual([{ older: 1, unchecked: 0, by: null }])
  const unlisted = { passed: 9, skipped: 0 }
  expect(await next(6, { unlisted }, pass)).toEqual([{ older: 1, unchecked: 0, by: null }])
})

it('another server and another tool are not superseded', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [finding('A'), complianceRun(1)])
  await storeReports(database, 'lynis', [finding('B'), complianceRun(2, { host: 'web02' })])
  await storeReports(database, 'openscap', [finding('C'), complianceRun(3)])
  expect(await openChecks(database)).toEqual(['A', 'B', 'C'])
})

it('an old report that comes late is itself superseded by the newer one', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [finding('NEW'), complianceRun(9)])
  const { runs } = await storeReports(database, 'lynis', [finding('OLD'), complianceRun(2)])
  expect(await openChecks(database)).toEqual(['NEW'])
  const [newer] = await scans(database)
  expect(runs).toMatchObject([{ superseded: { older: 0, by: newer?.scan_id } }])
  expect((await findings(database))[1]).toMatchObject({
    resolved_at: '2026-03-09 12:00:00',
    resolution_notes: expect.stringContaining(`scan ${newer?.scan_id} `),
  })
})

it('of two scans with the same date, the one that was stored last counts', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [finding('A'), complianceRun(1)])
  await storeReports(database, 'lynis', [finding('B'), complianceRun(1)])
  expect(await openChecks(database)).toEqual(['B'])
})

it('what a person resolved keeps their name', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [finding('A'), complianceRun(1)])
  const byPerson = {
    resolved_at: '2026-03-01 13:00:00',
    resolved_by: 'ops',
    resolution_notes: 'done',
  }
  await database.db.updateTable('compliance_findings').set(byPerson).execute()
  await storeReports(database, 'lynis', [complianceRun(2)])
  expect(await findings(database)).toMatchObject([byPerson])
})

it('what a person reopened is superseded by a scan after that, and by none before', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [finding('A'), finding('B'), complianceRun(1)])
  await storeReports(database, 'lynis', [finding('A'), complianceRun(2)])
  const [a] = await findings(database)
  await resolveRows(database.url, {
    kind: 'finding',
    ids: [a?.finding_id ?? 0],
    reopen: true,
    by: 'ops',
    note: '',
    at: '2026-03-04 12:00:00',
  })
  expect(await openChecks(database)).toEqual(['A', 'A'])
  const before = await storeReports(database, 'lynis', [complianceRun(3)])
  expect(before.runs).toMatchObject([{ superseded: { older: 1 } }])
  expect(await openChecks(database)).toEqual(['A'])
  const after = await storeReports(database, 'lynis', [complianceRun(5)])
  expect(after.runs).toMatchObject([{ superseded: { older: 1 } }])
  expect(await openChecks(database)).toEqual([])
  expect((await findings(database))[0]).toMatchObject({
    resolved_at: '2026-03-05 12:00:00',
    resolved_by: 'secdash import',
  })
})

it('findings of several servers may be mixed in one file', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'prowler', [
    finding('A', { run: 'one' }),
    finding('B', { run: 'two' }),
    finding('C', { run: 'one' }),
    complianceRun(1, { run: 'one', host: 'account-1' }),
    complianceRun(1, { run: 'two', host: 'account-2' }),
  ])
  const rows = await database.db
    .selectFrom('compliance_findings as f')
    .innerJoin('compliance_scans as s', 's.scan_id', 'f.scan_id')
    .select(['s.server_name', 'f.check_id'])
    .orderBy('f.check_id')
    .execute()
  expect(rows.map((it) => [it.server_name, it.check_id])).toEqual([
    ['account-1', 'A'],
    ['account-2', 'B'],
    ['account-1', 'C'],
  ])
  expect((await scans(database)).map(({ findings_high }) => findings_high).sort()).toEqual([1, 2])
})

it('a file of several servers is refused under one name: each would supersede the other', async () => {
  const database = await temporaryDatabase('all')
  const runs = (hosts: readonly string[]): Report[] =>
    hosts.flatMap((host) => [
      finding(`in ${host}`, { run: host }),
      complianceRun(1, { run: host, host }),
    ])
  const named = (hosts: readonly string[]) =>
    storeReports(database, 'prowler', runs(hosts), { server: 'web-01' })
  await expect(named(['aws-1111', 'aws-2222'])).rejects.toThrow(
    'it holds 2 servers (aws-1111, aws-2222); leave out --server',
  )
  await expect(named(['a', 'b', 'c', 'd', 'e', 'f'])).rejects.toThrow(
    'it holds 6 servers (a, b, c, d, e, …); leave out --server',
  )
  await expect(named(['web01.a.example', 'web01.b.example', 'web01'])).rejects.toThrow(
    'it holds 2 servers (web01.a.example, web01.b.example); leave out --server',
  )
  expect(await scans(database)).toEqual([])
  await storeReports(database, 'prowler', runs(['aws-1111', 'aws-2222']))
  expect(await openChecks(database)).toEqual(['in aws-1111', 'in aws-2222'])
})

it('a file of several servers whose names would become one is refused, too', async () => {
  const database = await temporaryDatabase('all')
  const hosts = ['web01.a.example', 'db', 'web01.b.example', 'db.example.org', 'web01']
  const reports = hosts.flatMap((host) => [
    finding(`in ${host}`, { run: host }),
    complianceRun(1, { run: host, host }),
  ])
  await expect(storeReports(database, 'openscap', reports)).rejects.toThrow(
    'it holds 2 servers (web01.a.example, web01.b.example) that would have one name, web01; import a file of each, with --server',
  )
  expect(await scans(database)).toEqual([])
})

it('a file of several runs of one server may have a name', async () => {
  const database = await temporaryDatabase('all')
  const hosts = ['db', 'db.example.org', null]
  const runs = hosts.map((host, index) => complianceRun(index + 1, { host }))
  await storeReports(database, 'openscap', runs, { server: 'web-01' })
  expect((await scans(database)).map(({ server_name }) => server_name)).toEqual([
    'web-01',
    'web-01',
    'web-01',
  ])
})

it('the server type can be said, whatever the report is about', async () => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [complianceRun(1)], { serverType: 'bastion' })
  expect(await scans(database)).toMatchObject([{ server_type: 'bastion' }])
})

it.each([
  ['that is too long', 'x'.repeat(900), `${'x'.repeat(254)}…`],
  ['with a NUL', 'a\0b', 'a\\x00b'],
  ['without a character', '', 'server'],
])('a server type %s is stored as a text that every engine takes', async (_, said, type) => {
  const database = await temporaryDatabase('all')
  await storeReports(database, 'lynis', [complianceRun(1, { serverType: said })])
  expect(await scans(database)).toMatchObject([{ server_type: type }])
})

it('a thousand findings and more are stored with one scan', async () => {
  const database = await temporaryDatabase('all')
  const many = Array.from({ length: 1234 }, (_, index) => finding(`C-${index}`))
  await storeReports(database, 'lynis', [...many, complianceRun(1)])
  expect(await findings(database)).toHaveLength(1234)
  expect(await scans(database)).toMatchObject([{ findings_high: 1234 }])
})

it('findings with long texts are stored, more of them than a server takes at once', async () => {
  const database = await temporaryDatabase('all')
  const long = '\u20ac'.repeat(12_000)
  const texts = { summary: long, details: long, remediation: long }
  const many = Array.from({ length: 200 }, (_, index) => finding(`C-${index}`, texts))
  await storeReports(database, 'lynis', [...many, complianceRun(1)])
  expect(await scans(database)).toMatchObject([{ findings_high: 200 }])
  const rows = await findings(database)
  expect(rows.map(({ check_id }) => check_id)).toEqual(many.map(({ checkId }) => checkId))
  expect(rows.every(({ remediation_steps }) => remediation_steps === long)).toBe(true)
})
