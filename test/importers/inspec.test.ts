import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inspec } from '../../src/importers/compliance/inspec/inspec.ts'
import { Refused } from '../../src/importers/refused.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { cutsOf } from '../support/cuts.ts'
import { importContext, imported, importedFile } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'

const passed = (more: object = {}): object => ({
  status: 'passed',
  code_desc: 'File /etc/shadow should exist',
  start_time: '2017-09-22 14:12:15 -0400',
  ...more,
})
const failed = (more: object = {}): object =>
  passed({ status: 'failed', message: 'expected it to exist', ...more })
const skipped = (more: object = {}): object =>
  passed({ status: 'skipped', skip_message: 'not here', ...more })
const crashed = (): object => failed({ exception: 'NoMethodError', backtrace: ['a.rb:1'] })

const control = (results: readonly object[], more: object = {}): object => ({
  id: 'c-1',
  title: 'A control',
  desc: 'What it is about',
  impact: 0.5,
  tags: {},
  results,
  ...more,
})

const profile = (controls: readonly object[], more: object = {}): object => ({
  name: 'linux-baseline',
  sha256: 'ab',
  supports: [],
  controls,
  ...more,
})

const report = (profiles: readonly object[], more: object = {}): string =>
  JSON.stringify({
    platform: { name: 'debian', release: '12', target_id: 'web01.example.org' },
    profiles,
    statistics: { duration: 29.29 },
    version: '5.22.3',
    ...more,
  })

const importing = (...controls: object[]) => imported('inspec', report([profile(controls)]))

async function refusal(content: string): Promise<string> {
  const error = await imported('inspec', content).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Refused)
  return (error as Refused).message
}

const statuses = (findings: readonly { readonly status: string }[]) =>
  Object.fromEntries(
    [...new Set(findings.map(({ status }) => status))].map((it) => [
      it,
      findings.filter(({ status }) => status === it).length,
    ]),
  )

describe('the status of a control', () => {
  it.each([
    ['pass', [passed(), passed()], {}],
    ['fail', [passed(), failed()], {}],
    ['pass', [passed(), skipped()], {}],
    ['manual', [skipped(), skipped()], {}],
    ['error', [crashed(), passed()], {}],
    ['fail', [crashed(), failed()], {}],
    ['fail', [failed({ backtrace: [] })], {}],
    ['error', [failed({ exception: 'NoMethodError', backtrace: null })], {}],
    ['error', [failed({ exception: 'NoMethodError' }), passed()], {}],
    ['fail', [failed({ exception: 'NoMethodError' }), failed()], {}],
    ['fail', [failed({ exception: 'RSpec::Expectations::ExpectationNotMetError' })], {}],
    ['fail', [failed({ exception: 'RSpec::Expectations::MultipleExpectationsNotMetError' })], {}],
    // of describe.one, when no alternative was met
    ['fail', [failed({ exception: 'RSpec::Core::MultipleExceptionError' }), passed()], {}],
    ['fail', [failed({ exception: null, backtrace: null })], {}],
    ['fail', [failed({ exception: '' })], {}],
    ['manual', [skipped({ exception: 'Inspec::Exceptions::ResourceSkipped' })], {}],
    ['error', [], {}],
    ['error', [passed({ status: 'other' })], {}],
    ['not_applicable', [passed()], { impact: 0 }],
    ['not_applicable', [failed()], { impact: 'none' }],
    ['not_applicable', [failed()], { status: 'not_applicable' }],
    ['manual', [passed()], { status: 'not_reviewed' }],
    ['error', [failed()], { status: 'error' }],
    ['pass', [passed()], { status: 'constructor' }],
  ])('is %s for %j and %j', async (status, results, more) => {
    const { findings } = await importing(control(results, more), control([passed()]))
    expect(findings[0]?.status).toBe(status)
  })
})

describe('the severity of a control', () => {
  it.each([
    [1, 'critical'],
    [0.9, 'critical'],
    [0.7, 'high'],
    [0.5, 'medium'],
    [0.4, 'medium'],
    [0.39, 'low'],
    [0.1, 'low'],
    ['critical', 'critical'],
    ['high', 'high'],
    ['0.7', 'high'],
    ['x', 'low'],
    [undefined, 'medium'],
  ])('with impact %j is %s', async (impact, severity) => {
    expect((await importing(control([failed()], { impact }))).findings[0]?.severity).toBe(severity)
  })
})

describe('a finding', () => {
  it('says what failed, and what to do', async () => {
    const { findings } = await importing(
      control([passed(), failed(), skipped()], {
        title: 'Set\n  it',
        tags: { fix: 'Do it.', cis_rid: '1.6', nist: ['AC-6'] },
      }),
    )
    expect(findings).toEqual([
      {
        kind: 'finding',
        category: 'os',
        checkName: 'Set it',
        checkId: 'c-1',
        status: 'fail',
        severity: 'medium',
        summary: 'Set it',
        details:
          'What it is about\n\nfailed: File /etc/shadow should exist\nexpected it to exist\n\nskipped: File /etc/shadow should exist\nnot here',
        remediation: 'Do it.',
        cis: '1.6',
        at: Date.parse('2017-09-22T18:12:15Z') / 1000,
      },
    ])
  })

  it.each([
    [
      {
        descriptions: [
          { label: 'default', data: 'x' },
          { label: 'fix', data: 'Fix it.' },
        ],
      },
      'Fix it.',
    ],
    [{ descriptions: { fix: 'Fix it.' } }, 'Fix it.'],
    [{ descriptions: [] }, ''],
  ])('of %j has the remediation %j', async (more, remediation) => {
    expect((await importing(control([failed()], more))).findings[0]?.remediation).toBe(remediation)
  })

  it('without a title has its id', async () => {
    const { findings } = await importing(control([passed({ start_time: 'x' })], { title: null }))
    expect(findings).toMatchObject([{ checkName: 'c-1', at: null, cis: null }])
  })

  it('lists fifty of what failed at most', async () => {
    const results = Array.from({ length: 60 }, () => failed())
    const { findings } = await importing(control(results))
    expect(findings[0]?.details.split('failed:')).toHaveLength(51)
  })

  it.each([
    ['linux-baseline', 'os-01', 'os'],
    ['ssh-baseline', 'x', 'ssh'],
    ['linux-baseline', 'sshd-01', 'ssh'],
    ['cis-docker-benchmark', 'x', 'docker'],
    ['cis-kubernetes', 'x', 'kubernetes'],
    ['nginx-baseline', 'x', 'service'],
    ['wordpress', 'x', 'wordpress'],
  ])('of %s %s is in the category %s', async (name, id, category) => {
    const json = report([profile([control([passed()], { id })], { name })])
    expect((await imported('inspec', json)).findings[0]?.category).toBe(category)
  })

  it('of a cloud is in the category of the cloud', async () => {
    const json = report([profile([control([passed()])])], { platform: { name: 'aws' } })
    const { findings, complianceRuns } = await imported('inspec', json)
    expect(findings[0]?.category).toBe('aws')
    expect(complianceRuns).toMatchObject([{ serverType: 'aws-account', host: null }])
  })
})

describe('profiles that build upon others', () => {
  it('count only once: where the results are', async () => {
    const json = report([
      profile([control([], { id: 'a' }), control([failed()], { id: 'own' })], { name: 'overlay' }),
      profile([control([], { id: 'a' })], { name: 'middle', parent_profile: 'overlay' }),
      profile([control([passed()], { id: 'a' }), control([], { id: 'b' })], {
        name: 'base',
        parent_profile: 'middle',
      }),
    ])
    const { findings, complianceRuns } = await imported('inspec', json)
    expect(findings.map(({ checkId, status }) => [checkId, status])).toEqual([
      ['own', 'fail'],
      ['a', 'pass'],
      ['b', 'error'],
    ])
    expect(complianceRuns[0]?.metadata['profiles']).toEqual(['overlay', 'base'])
  })

  it('that were not run are told', async () => {
    const json = report([
      profile([control([passed()])]),
      profile([], { name: 'windows', status: 'skipped', status_message: 'not supported' }),
      profile([], { name: 'old', status: 'failed', skip_message: 'a mistake' }),
      profile([], { name: '', status: 'loaded' }),
    ])
    expect((await imported('inspec', json)).remarks).toEqual([
      'profile windows was not run (skipped): not supported',
      'profile old was not run (failed): a mistake',
    ])
  })
})

describe('a run', () => {
  it('begins with its first test', async () => {
    const later = passed({ start_time: '2017-09-22T18:12:20+00:00' })
    const json = report([profile([control([later, passed()]), control([later], { id: 'c-2' })])])
    expect((await imported('inspec', json)).complianceRuns).toEqual([
      {
        kind: 'compliance-run',
        toolVersion: '5.22.3',
        host: 'web01.example.org',
        serverType: 'server',
        startedAt: Date.parse('2017-09-22T18:12:15Z') / 1000,
        seconds: 29,
        metadata: {
          scanner: 'InSpec',
          scanner_version: '5.22.3',
          platform: 'debian',
          release: '12',
          profiles: ['linux-baseline'],
        },
      },
    ])
  })

  it('has nothing that the report does not say', async () => {
    const json = report([profile([control([passed({ start_time: '' })])])], {
      platform: null,
      statistics: { duration: 'x' },
      version: undefined,
    })
    const { complianceRuns, remarks } = await imported('inspec', json)
    expect(complianceRuns).toMatchObject([
      {
        host: null,
        toolVersion: null,
        startedAt: null,
        seconds: 0,
        metadata: { platform: null, release: null },
      },
    ])
    expect(remarks).toEqual(['no result in it has a time that can be read'])
  })

  it('is of the node that Automate names', async () => {
    const json = report([profile([control([passed()])])], { node_name: 'db01' })
    expect((await imported('inspec', json)).complianceRuns[0]?.host).toBe('db01')
  })
})

describe('one control a line', () => {
  const line = (more: object = {}): string =>
    `${JSON.stringify({
      status: 'passed',
      batch_runtime: '2022-10-03',
      id: 'cis-1',
      title: 'A control',
      impact: 1,
      control_tags: { cis: 'linux:2.2', level: 1 },
      description: 'About it',
      platform: { name: 'redhat', release: '8.5', target_id: 'log01.example.org' },
      profile: { name: 'cis' },
      results: [passed()],
      control_runtime: 1.5,
      ...more,
    })}\n`

  it('takes each at its word, and sums up the machine and the day', async () => {
    const lines =
      line() +
      line({ status: 'failed', id: 'cis-2', results: [failed()] }) +
      line({ status: 'skipped', impact: 0 })
    const { findings, complianceRuns } = await imported('inspec', lines)
    expect(findings.map(({ status, severity, cis }) => [status, severity, cis])).toEqual([
      ['pass', 'critical', 'linux:2.2'],
      ['fail', 'critical', 'linux:2.2'],
      ['manual', 'low', 'linux:2.2'],
    ])
    expect(complianceRuns).toEqual([
      {
        kind: 'compliance-run',
        run: 'log01.example.org 2022-10-03',
        toolVersion: null,
        host: 'log01.example.org',
        serverType: 'server',
        startedAt: Date.parse('2017-09-22T18:12:15Z') / 1000,
        seconds: 4,
        metadata: { scanner: 'InSpec', platform: 'redhat', release: '8.5', profiles: ['cis'] },
      },
    ])
  })

  // A scan of its own would have the time of the file, and close what the others found.
  it('without a day is of the scan before it, or of the first', async () => {
    const dateless = line({ batch_runtime: null, status: 'failed', results: [] })
    const dated = (batch_runtime: string) => line({ batch_runtime })
    const { findings, complianceRuns } = await imported(
      'inspec',
      dateless + dated('2022-10-03') + dated('2022-10-04') + dateless,
    )
    const [one, two] = complianceRuns.map(({ run }) => run)
    expect(complianceRuns).toHaveLength(2)
    expect(findings.map(({ run }) => run)).toEqual([one, one, two, two])
    expect(complianceRuns.map(({ startedAt }) => startedAt)).not.toContain(null)
  })

  it('none of which says when it began is of the time of its batch', async () => {
    const of = (batch_runtime: string) => line({ batch_runtime, results: [] })
    const { complianceRuns } = await imported(
      'inspec',
      of('2022-10-03') + of('2022-10-04T05:06:07Z') + of('tonight'),
    )
    expect(complianceRuns.map(({ startedAt }) => startedAt)).toEqual([
      Date.UTC(2022, 9, 3) / 1000,
      Date.UTC(2022, 9, 4, 5, 6, 7) / 1000,
      null,
    ])
  })

  it('of a time when nobody scanned is without a day, too', async () => {
    const of = (start_time: string) =>
      line({ batch_runtime: null, results: [{ ...passed(), start_time }] })
    const { complianceRuns } = await imported(
      'inspec',
      of('2022-10-03T00:00:00+00:00') + of('1970-01-01T00:00:00+00:00'),
    )
    expect(complianceRuns).toMatchObject([{ startedAt: Date.UTC(2022, 9, 3) / 1000 }])
  })

  it('keeps machines and days apart, however they are mixed', async () => {
    const lines =
      line() +
      line({ platform: { name: 'redhat', target_id: 'b' } }) +
      line({ batch_runtime: '2022-10-04' }) +
      line() +
      line({ batch_runtime: null, platform: null, control_runtime: 'x' }) +
      line({ batch_runtime: null, platform: {}, results: [], control_runtime: -5 })
    const { findings, complianceRuns } = await imported('inspec', lines)
    expect(findings.map(({ run }) => run)).toEqual([
      'log01.example.org 2022-10-03',
      'b 2022-10-03',
      'log01.example.org 2022-10-04',
      'log01.example.org 2022-10-03',
      ' 2017-09-22',
      ' 2017-09-22',
    ])
    expect(complianceRuns.map(({ host, seconds }) => [host, seconds])).toEqual([
      ['log01.example.org', 3],
      ['b', 1],
      ['log01.example.org', 1],
      [null, 0],
    ])
  })

  it('refuses other lines, and more runs than can be', async () => {
    expect(await refusal(`${line()}{"a":1}\n`)).toBe('a line of it is no control of InSpec')
    expect(await refusal(line() + line().slice(0, 50))).toBe('it is JSON that was cut')
    const many = Array.from({ length: 1001 }, (_, index) => line({ batch_runtime: `${index}` }))
    expect(await refusal(many.join(''))).toBe('it holds more than 1000 runs; split it')
  })

  it('is recognised', () => {
    expect(inspec.recognises(line())).toBe(true)
    expect(inspec.recognises('{"id":"x","status":"passed","profile":"p"}')).toBe(false)
  })
})

describe('a container without a machine-id', () => {
  // Made of the empty text.
  const platform = { name: 'redhat', target_id: 'da39a3ee-5e6b-5b0d-b255-bfef95601890' }
  const own = control([failed()])
  const inLines = JSON.stringify({
    ...own,
    status: 'failed',
    profile: { name: 'p' },
    batch_runtime: '2022-10-03',
    platform,
  })
  const runsOf = async (content: string, isServerSaid: boolean) => {
    const context = importContext({ isServerSaid })
    const runs = []
    for await (const report of inspec.read(memoryInput('report', content), context)) {
      if (report.kind === 'compliance-run') runs.push(report)
    }
    return runs
  }

  it.each([
    ['a document', report([profile([own])], { platform })],
    ['lines', `${inLines}\n`],
  ])('is refused unless a person names the server: %s', async (_, content) => {
    await expect(runsOf(content, false)).rejects.toMatchObject({
      name: 'Refused',
      message:
        'it does not say what was scanned: every container without a machine-id has its target_id; give --server, with another name for each container',
    })
    expect(await runsOf(content, true)).toHaveLength(1)
  })

  it('is known by the name of its node', async () => {
    const content = report([profile([own])], { platform, node_name: 'web01' })
    expect(await runsOf(content, false)).toMatchObject([{ host: 'web01' }])
  })
})

describe('what is refused', () => {
  const advice = 'run inspec exec with --reporter json:FILE'

  it.each([
    ['', `it is no JSON of InSpec; ${advice}`],
    ['Profile: tests', `it is no JSON of InSpec; ${advice}`],
    ['[]', `it is no JSON of InSpec; ${advice}`],
    ['{"a":1}', `it is JSON, but no results of InSpec; ${advice}`],
    [
      '{"controls":[],"version":"5"}',
      `it is the short form of InSpec (json-min), which has no severities; ${advice}`,
    ],
    [
      '{"name":"profile","controls":[{"id":"x"}]}',
      `it is JSON, but no results of InSpec; ${advice}`,
    ],
    [report([]), 'no control in it has a result, which proves nothing'],
    [report([profile([control([])])]), 'no control in it has a result, which proves nothing'],
  ])('%j', async (content, reason) => {
    expect(await refusal(content)).toBe(reason)
  })

  it('every beginning of a report', async () => {
    const text = report([profile([control([passed()])])])
    for (let end = 0; end < text.length; end++) await refusal(text.slice(0, end))
  })
})

it('is recognised by its profiles or its results', () => {
  expect(inspec.recognises(report([profile([])]))).toBe(true)
  expect(
    inspec.recognises(
      '{\n  "version": "1.37.6",\n  "controls": [{"status": "passed", "code_desc": "x"',
    ),
  ).toBe(true)
  for (const head of [
    '',
    '{}',
    '[{"code_desc": 1}]',
    '{"profiles": []}',
    '{"Controls":[{"id":"1"}]}',
  ]) {
    expect(inspec.recognises(head)).toBe(false)
  }
})

describe.skipIf(!hasCollection)('real reports', () => {
  interface Expected {
    readonly lines?: number
    readonly version?: string
    readonly duration?: number
    readonly status?: Readonly<Record<string, number>>
    readonly profiles?: readonly {
      readonly status: Readonly<Record<string, number>>
      readonly failed_by_impact: Readonly<Record<string, number>>
    }[]
  }
  const WORDS: Readonly<Record<string, string>> = {
    passed: 'pass',
    failed: 'fail',
    skipped: 'manual',
  }
  const SEVERITIES: Readonly<Record<string, string>> = {
    '0.3': 'low',
    '0.5': 'medium',
    '0.7': 'high',
  }
  const renamed = (
    counts: Readonly<Record<string, number>>,
    names: Readonly<Record<string, string>>,
  ) => Object.fromEntries(Object.entries(counts).map(([key, count]) => [names[key] ?? key, count]))

  const expectations = hasCollection
    ? Object.entries(
        JSON.parse(readFileSync(collected('EXPECTED.json'), 'utf8')) as Record<string, Expected>,
      ).filter(([name]) => name.startsWith('inspec/'))
    : []
  const pathOf = (name: string) => collected(`public/${name}`)

  it.each(expectations)('%s', async (name, expected) => {
    expect(inspec.recognises(readFileSync(pathOf(name), 'utf8').slice(0, 65_536))).toBe(true)
    const { findings, complianceRuns, remarks } = await importedFile('inspec', pathOf(name))
    const [only] = expected.profiles ?? []
    expect(statuses(findings)).toEqual(renamed(only?.status ?? expected.status ?? {}, WORDS))
    const failures = findings
      .filter(({ status }) => status === 'fail')
      .map(({ severity }) => severity)
    const bySeverity = Object.fromEntries(
      [...new Set(failures)].map((it) => [it, failures.filter((x) => x === it).length]),
    )
    expect(bySeverity).toEqual(renamed(only?.failed_by_impact ?? {}, SEVERITIES))
    expect(complianceRuns).toMatchObject([
      {
        toolVersion: expected.version ?? null,
        ...(expected.duration === undefined ? {} : { seconds: Math.floor(expected.duration) }),
      },
    ])
    expect(remarks).toEqual([])
  })

  it.each(expectations.filter(([, { lines }]) => lines === undefined))(
    '%s is refused when it was cut',
    async (name) => {
      for (const cut of cutsOf(readFileSync(pathOf(name), 'utf8').trimEnd())) await refusal(cut)
    },
  )
})
