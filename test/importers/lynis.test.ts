import { describe, expect, it } from 'vitest'
import { Refused } from '../../src/importers/refused.ts'
import { importerOf } from '../../src/importers/registry.ts'
import { imported } from '../support/imported.ts'

interface Report {
  readonly lines?: readonly string[]
  readonly executed?: string
  readonly index?: string
  readonly done?: string
  readonly end?: string
}

const report = ({
  lines = [],
  executed = 'SSH-7408|FIRE-4512|KRNL-6000|',
  index = '64',
  done = '3',
  end = 'finish=true',
}: Report = {}): string =>
  [
    '# Lynis Report',
    'report_version_major=1',
    'report_datetime_start=2026-11-15 00:55:47',
    'lynis_version=3.0.8',
    'os=Linux',
    'os_fullname=Debian GNU/Linux 12 (bookworm)',
    'os_kernel_version=6.1',
    'hostname=web01',
    ...lines,
    `lynis_tests_done=${done}`,
    'report_datetime_end=2026-11-15 00:57:28',
    `hardening_index=${index}`,
    `tests_executed=${executed}`,
    'tests_skipped=MALW-3288|MALW-3286|',
    end,
    '',
  ].join('\n')

const one = async (it: Report = {}, zone = 'UTC') => {
  const { complianceRuns, ...rest } = await imported('lynis', report(it), { zone })
  expect(complianceRuns).toHaveLength(1)
  return { ...rest, run: complianceRuns[0] }
}

const failed = async (...lines: string[]) =>
  (await one({ lines })).findings.filter(({ status }) => status === 'fail')

describe('a run', () => {
  it('has what the report says', async () => {
    const { run, remarks } = await one({ lines: ['manual[]=Verify it', 'exception_event[]=X|y|'] })
    expect(run).toEqual({
      kind: 'compliance-run',
      toolVersion: '3.0.8',
      host: 'web01',
      serverType: 'linux',
      startedAt: Date.UTC(2026, 10, 15, 0, 55, 47) / 1000,
      seconds: 101,
      score: 64,
      unlisted: { skipped: 2 },
      metadata: {
        scanner_version: '3.0.8',
        os: 'Debian GNU/Linux 12 (bookworm)',
        kernel: '6.1',
        tests_executed: 3,
        manual: 1,
        exceptions: 1,
      },
    })
    expect(remarks).toEqual([])
  })

  it('starts at the time of the zone that the report is said to have', async () => {
    const { run } = await one({}, 'America/New_York')
    expect(run?.startedAt).toBe(Date.UTC(2026, 10, 15, 5, 55, 47) / 1000)
  })

  it('may say little about its host', async () => {
    const text = report().replace(
      /^(?:os|os_fullname|os_kernel_version|hostname|lynis_version|lynis_tests_done)=.*\n/gm,
      '',
    )
    const { complianceRuns, remarks } = await imported('lynis', text)
    expect(complianceRuns[0]).toMatchObject({
      toolVersion: null,
      host: null,
      serverType: 'server',
      metadata: { os: null, kernel: null },
    })
    expect(remarks).toEqual([])
  })

  it.each(['', '101', '-1', '99999999999999999999'])(
    'with the index «%s» has no score',
    async (index) => {
      const { run, remarks } = await one({ index })
      expect(run?.score).toBeNull()
      expect(remarks).toEqual([
        'lynis gives no hardening index from 0 to 100; the scan has no score',
      ])
    },
  )

  it('without a date that can be read has none', async () => {
    const { complianceRuns, remarks } = await imported(
      'lynis',
      report()
        .replace(/datetime_start=.*/, 'datetime_start=2026-02-30 00:00:00')
        .replace(/report_datetime_end.*\n/, ''),
    )
    expect(complianceRuns[0]).toMatchObject({ startedAt: null, seconds: 0 })
    expect(remarks).toEqual([
      'the date 2026-02-30 00:00:00 of lynis cannot be read',
      'the date (none) of lynis cannot be read',
    ])
  })

  it('keeps both numbers of tests when they differ', async () => {
    const { run, remarks } = await one({ done: '5' })
    expect(run?.metadata).toMatchObject({ tests_executed: 3, reported_tests_executed: 5 })
    expect(remarks).toEqual(['lynis counts 5 tests, its report names 3'])
  })
})

describe('findings', () => {
  it('are warnings and suggestions; the other tests pass', async () => {
    const { findings } = await one({
      lines: [
        'warning[]=FIRE-4512|iptables module(s) loaded, but no rules active|-|-|',
        'suggestion[]=SSH-7408|Consider hardening SSH configuration|LogLevel (set INFO to VERBOSE)|text:Change it|',
      ],
    })
    expect(findings).toEqual([
      {
        kind: 'finding',
        category: 'os',
        checkName: 'FIRE-4512',
        checkId: 'FIRE-4512',
        status: 'fail',
        severity: 'high',
        summary: 'iptables module(s) loaded, but no rules active',
        details: '',
        remediation: 'See https://cisofy.com/lynis/controls/FIRE-4512/',
      },
      {
        kind: 'finding',
        category: 'ssh',
        checkName: 'SSH-7408',
        checkId: 'SSH-7408',
        status: 'fail',
        severity: 'low',
        summary: 'Consider hardening SSH configuration',
        details: 'LogLevel (set INFO to VERBOSE)',
        remediation: 'Change it',
      },
      {
        kind: 'finding',
        category: 'os',
        checkName: 'KRNL-6000',
        checkId: 'KRNL-6000',
        status: 'pass',
        severity: 'low',
        summary: 'Executed without a warning or a suggestion.',
        details: '',
        remediation: '',
      },
    ])
  })

  it('with the same id are each kept, and about lynis itself none', async () => {
    const findings = await failed(
      'suggestion[]=FILE-6310|/home|-|-|',
      'suggestion[]=FILE-6310|/tmp|-|-|',
      'suggestion[]=LYNIS|old|-|-|',
    )
    expect(findings.map(({ checkId, summary }) => [checkId, summary])).toEqual([
      ['FILE-6310', '/home'],
      ['FILE-6310', '/tmp'],
    ])
  })

  it('have the details of smaller checks, where they have none of their own', async () => {
    const [kernel, ssh] = await failed(
      'details[]=KRNL-6000|sysctl|desc:Hide symbols;field:kernel.kptr_restrict;prefval:2;value:0;|',
      'suggestion[]=KRNL-6000|Some differ||Change them|',
      'details[]=KRNL-6000|sysctl|field:fs.x;value:1;|',
      'details[]=SSH-7408|sshd|field:y;|',
      'suggestion[]=SSH-7408|Harden|LogLevel|-|',
      'details[]=-',
    )
    expect(kernel).toMatchObject({
      details: 'kernel.kptr_restrict: 0 (expected 2). Hide symbols\nfs.x: 1 (expected otherwise).',
      remediation: 'Change them',
    })
    expect(ssh?.details).toBe('LogLevel')
  })

  it.each([
    ['SSH-7408', 'ssh'],
    ['CONT-8104', 'docker'],
    ['DOCK-1000', 'docker'],
    ['HTTP-6640', 'service'],
    ['PHP-2376', 'service'],
    ['DBS-1804', 'service'],
    ['MAIL-8818', 'service'],
    ['AUTH-9286', 'os'],
    ['constructor-1', 'os'],
  ])('of %s are about %s', async (id, category) => {
    expect((await failed(`warning[]=${id}|x|-|-|`))[0]?.category).toBe(category)
  })

  it.each([
    ['warning[]=CUST-0010|x|-|-|', { remediation: '' }],
    ['warning[]=A-1|x|-|url:https://example.org/a|', { remediation: 'https://example.org/a' }],
    [
      'suggestion[]=AUTH-9286|Configure it|',
      { summary: 'Configure it', remediation: 'Configure it', details: '' },
    ],
    ['warning[]=A-1', { checkId: 'A-1', summary: '' }],
  ])('in «%s» may leave things out', async (line, expected) => {
    expect((await failed(line))[0]).toMatchObject(expected)
  })

  it('are severe as the operator says', async () => {
    const { findings } = await imported(
      'lynis',
      report({ lines: ['warning[]=FIRE-4512|x|-|-|'] }),
      {
        severities: { lynis: [['FIRE-*', 'critical']] },
      },
    )
    expect(findings[0]?.severity).toBe('critical')
  })
})

describe('a file is refused', () => {
  it.each([
    ['when it was cut', report({ end: 'tests_' }), 'finish=true is missing'],
    ['when lynis was stopped', report({ end: 'finish=false' }), 'finish=true is missing'],
    ['when it holds two reports', report() + report(), 'several reports'],
    ['when no test was executed', report({ executed: '|' }), 'no test that was executed'],
    [
      'when it names no tests',
      report().replace(/tests_executed=.*\n/, ''),
      'no test that was executed',
    ],
    [
      'with more tests than there can be',
      report({ executed: 'A|'.repeat(10_001) }),
      'over 10000 tests',
    ],
    [
      'with more findings than there can be',
      report({ lines: Array.from({ length: 10_001 }, (_, n) => `warning[]=A-${n}|x|-|-|`) }),
      'over 10000 tests',
    ],
  ])('%s', async (_name, text, reason) => {
    expect(importerOf('lynis')?.recognises(text)).toBe(true)
    await expect(imported('lynis', text)).rejects.toThrow(reason)
    await expect(imported('lynis', text)).rejects.toBeInstanceOf(Refused)
  })

  it.each([
    ['nothing', ''],
    ['another tool', 'hostname=web01\n'],
  ])('with the output of %s', async (_name, text) => {
    expect(importerOf('lynis')?.recognises(text)).toBe(false)
    await expect(imported('lynis', text)).rejects.toThrow('it is no report of lynis')
    await expect(imported('lynis', text)).rejects.toBeInstanceOf(Refused)
  })

  it('but not for want of its first line, nor for the line ends of Windows', async () => {
    for (const text of [
      report().replace('# Lynis Report\n', ''),
      report().replaceAll('\n', '\r\n'),
    ]) {
      expect(importerOf('lynis')?.recognises(text)).toBe(true)
      expect((await imported('lynis', text)).complianceRuns).toHaveLength(1)
    }
  })
})
