import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dockerBench } from '../../src/importers/compliance/docker-bench/docker-bench.ts'
import { lookOf } from '../../src/importers/recognise.ts'
import { Refused } from '../../src/importers/refused.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { cutsOf } from '../support/cuts.ts'
import { imported, importedFile, ownReport } from '../support/imported.ts'

const REPORT = ownReport('docker-bench/1.6.0_one_container.log.json')

interface Options {
  readonly results?: readonly object[]
  readonly run?: object
}

const report = ({ results = [check()], run = {} }: Options = {}): object => ({
  dockerbenchsecurity: '1.6.0',
  start: 1794704487,
  tests: [{ id: '1', desc: 'Host Configuration', results }],
  checks: results.length,
  score: -1,
  end: 1794704492,
  ...run,
})

const check = (result = 'WARN', more: object = {}): object => ({
  id: '1.1.3',
  desc: 'Ensure auditing is configured for the Docker daemon (Automated)',
  result,
  ...more,
})

const importing = (...runs: object[]) =>
  imported('docker-bench', runs.map((it) => JSON.stringify(it)).join('\n'))

async function refusal(content: string): Promise<string> {
  const error = await imported('docker-bench', content).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Refused)
  return (error as Refused).message
}

const countOf = (list: readonly string[]) =>
  Object.fromEntries([...new Set(list)].map((it) => [it, list.filter((x) => x === it).length]))

describe('checks', () => {
  it.each([
    ['PASS', '(Automated)', 'pass', 'low'],
    ['PASS', '(Manual)', 'pass', 'low'],
    ['WARN', '(Automated)', 'fail', 'medium'],
    ['WARN', '(Manual)', 'fail', 'medium'],
    ['NOTE', '(Manual)', 'manual', 'low'],
    ['NOTE', '(Automated)', 'manual', 'low'],
    ['INFO', '(Automated)', 'not_applicable', 'low'],
    ['INFO', '(Manual)', 'manual', 'low'],
    ['constructor', '(Automated)', 'error', 'low'],
  ])('%s %s is %s, %s', async (word, kind, status, severity) => {
    const results = [check(word, { desc: `Ensure it ${kind}` }), check('PASS')]
    const { findings } = await importing(report({ results }))
    expect(findings[0]).toMatchObject({ status, severity, category: 'docker' })
  })

  it('have all that the report says', async () => {
    const results = [
      check('WARN', {
        id: '5.26',
        desc: '5.26 Ensure that container health is checked (Automated)',
        details: 'Containers without health check:  web db',
        items: ['web', 'db'],
        remediation: 'Run it with --health-cmd.',
        'remediation-impact': 'None.',
      }),
    ]
    expect((await importing(report({ results }))).findings).toEqual([
      {
        kind: 'finding',
        category: 'docker',
        checkName: 'Ensure that container health is checked (Automated)',
        checkId: '5.26',
        status: 'fail',
        severity: 'medium',
        summary:
          'Ensure that container health is checked (Automated): Containers without health check: web db',
        details: 'Host Configuration: Containers without health check: web db',
        remediation: 'Run it with --health-cmd.\nImpact: None.',
        service: 'docker',
        cis: 'CIS Docker 5.26',
      },
    ])
  })

  it('of the community are none of CIS', async () => {
    const { findings } = await importing(
      report({ results: [check('PASS', { id: 'C.1', desc: '' })] }),
    )
    expect(findings).toMatchObject([{ checkId: 'C.1', checkName: 'C.1', cis: null }])
  })

  it('that were asked for one by one are in no section', async () => {
    const { findings } = await importing(
      report({ run: { tests: [check(), 'x', null], checks: 1 } }),
    )
    expect(findings).toMatchObject([{ checkId: '1.1.3', status: 'fail', details: '' }])
  })
})

describe('a run', () => {
  it('names no host, and its score is no percentage', async () => {
    const { complianceRuns, remarks } = await importing(report())
    expect(complianceRuns).toEqual([
      {
        kind: 'compliance-run',
        toolVersion: '1.6.0',
        host: null,
        serverType: 'docker-host',
        startedAt: 1794704487,
        seconds: 5,
        metadata: {
          scanner: 'docker-bench-security',
          scanner_version: '1.6.0',
          reported_score: -1,
          reported_checks: 1,
        },
      },
    ])
    expect(remarks).toEqual([])
  })

  it('keeps nothing but a number as its score', async () => {
    const { complianceRuns } = await importing(report({ run: { score: { of: ['many'] } } }))
    expect(complianceRuns[0]?.metadata).toMatchObject({ reported_score: null })
  })

  it('tells of a total that differs, and keeps it', async () => {
    const { complianceRuns, remarks } = await importing(report({ run: { checks: 7, start: 'x' } }))
    expect(remarks).toEqual([
      'the run has no start that can be read',
      'it says that it has 7 checks, but there are 1',
    ])
    expect(complianceRuns).toMatchObject([
      { startedAt: null, seconds: 0, metadata: { reported_checks: 7 } },
    ])
  })

  it('is one of several, as a list or one after the other', async () => {
    const second = report({ results: [check('PASS')], run: { start: 1794704500 } })
    const list = await imported('docker-bench', JSON.stringify([report(), second]))
    expect(list.reports.map(({ kind }) => kind)).toEqual([
      'finding',
      'compliance-run',
      'finding',
      'compliance-run',
    ])
    expect((await importing(report(), second)).reports).toEqual(list.reports)
  })
})

describe('what is refused', () => {
  it.each([
    ['', 'it is no JSON of docker-bench-security; import docker-bench-security.log.json'],
    ['text', 'it is no JSON of docker-bench-security; import docker-bench-security.log.json'],
    ['[]', 'it has no run of docker-bench-security'],
    ['{"a":1}', 'it is JSON, but not of docker-bench-security'],
    [
      '{"dockerbenchsecurity":"1.3.4","start":1,"1.1":"WARN","end":2}',
      'it has no list of tests; docker-bench-security has one since 1.3.5',
    ],
    [JSON.stringify(report({ run: { end: undefined } })), 'it is a run without an end; it was cut'],
    [
      JSON.stringify(report({ results: [] })),
      'it is a run without the result of any check, which proves nothing',
    ],
    [
      JSON.stringify(report({ results: [check('?')] })),
      'it is a run without the result of any check, which proves nothing',
    ],
  ])('%j', async (content, reason) => {
    expect(await refusal(content)).toBe(reason)
  })

  it('every beginning of a report', async () => {
    const text = readFileSync(REPORT, 'utf8').trimEnd()
    for (const cut of cutsOf(text)) await refusal(cut)
    await refusal(text.slice(0, -1))
  })
})

it('is recognised by its first member', () => {
  expect(dockerBench.recognises(readFileSync(REPORT, 'utf8').slice(0, 65_536))).toBe(true)
  expect(dockerBench.recognises('[{"dockerbenchsecurity": "1.3.6"')).toBe(true)
  for (const head of [
    '',
    '{}',
    '{"a":"dockerbenchsecurity"}',
    'Initializing 2026\n"dockerbenchsecurity":',
  ]) {
    expect(dockerBench.recognises(head)).toBe(false)
  }
})

it('reads a real report', async () => {
  const { findings, complianceRuns, remarks } = await importedFile('docker-bench', REPORT)
  expect(countOf(findings.map(({ status }) => status))).toEqual({
    pass: 48,
    fail: 32,
    not_applicable: 20,
    manual: 9 + 8,
  })
  expect(complianceRuns).toMatchObject([{ startedAt: 1794704487, seconds: 5 }])
  expect(remarks).toEqual([])
})

describe.skipIf(!hasCollection)('real reports', () => {
  interface Expected {
    readonly version: string
    readonly start: number
    readonly end: number
    readonly checks: number
    readonly results: Readonly<Record<string, number>>
    readonly warn_ids: readonly string[]
  }
  const expectations = hasCollection
    ? Object.entries(
        JSON.parse(readFileSync(collected('EXPECTED.json'), 'utf8')) as Record<string, Expected>,
      ).filter(([name]) => name.startsWith('docker-bench/'))
    : []

  it.each(expectations)('%s', async (name, expected) => {
    const path = collected(`${name.includes('/dd_') ? 'public' : 'own'}/${name}`)
    const { findings, complianceRuns, remarks } = await importedFile('docker-bench', path)
    const { PASS = 0, WARN = 0, NOTE = 0, INFO = 0 } = expected.results
    const counts = countOf(findings.map(({ status }) => status))
    expect([counts['pass'], counts['fail'], findings.length]).toEqual([PASS, WARN, expected.checks])
    expect((counts['manual'] ?? 0) + (counts['not_applicable'] ?? 0)).toBe(NOTE + INFO)
    const failed = findings.filter(({ status }) => status === 'fail')
    expect(failed.map(({ checkId }) => checkId)).toEqual(expected.warn_ids)
    expect(complianceRuns).toMatchObject([
      {
        toolVersion: expected.version,
        startedAt: expected.start,
        seconds: expected.end - expected.start,
      },
    ])
    expect(remarks).toEqual([])
  })

  it('refuses the log for people', async () => {
    const text = readFileSync(
      collected('own/docker-bench/1.6.0_one_container_two_runs.log'),
      'utf8',
    )
    expect(lookOf(text)).toMatch(/import the .log.json beside it/)
    expect(dockerBench.recognises(text)).toBe(false)
  })
})
