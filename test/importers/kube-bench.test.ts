import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kubeBench } from '../../src/importers/compliance/kube-bench/kube-bench.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { cutsOf } from '../support/cuts.ts'
import { imported, importedFile } from '../support/imported.ts'
import { statusesOf } from '../support/tallies.ts'

type Json = Readonly<Record<string, unknown>>

const result = (changes: Json = {}): Json => ({
  test_number: '4.1.1',
  test_desc: 'Ensure that the service file is 644 (Automated)',
  audit: 'stat kubelet.service',
  type: '',
  remediation: 'Run chmod 644\n',
  status: 'FAIL',
  actual_value: '777',
  scored: true,
  expected_result: '644',
  ...changes,
})

const control = (results: readonly Json[], changes: Json = {}): Json => ({
  id: '4',
  version: 'cis-1.20',
  text: 'Worker Nodes',
  node_type: 'node',
  tests: [{ section: '4.1', desc: 'Files', results }],
  total_pass: 0,
  total_fail: 1,
  total_warn: 0,
  total_info: 0,
  ...changes,
})

const read = (content: string | object) =>
  imported('kube-bench', typeof content === 'string' ? content : JSON.stringify(content))

const refusal = (content: string | object) =>
  read(content).then(
    () => 'imported',
    (error) => `${error.name}: ${error.message}`,
  )

const TEXT = `[INFO] 4 Worker Node Security Configuration
[INFO] 4.1 Worker Node Configuration Files
[PASS] 4.1.1 Ensure that the service file is 644 (Automated)
[FAIL] 4.1.2 Ensure that the service file is owned by root (Automated)
[INFO] 4.1.3 Ensure that the proxy file is 644 (Manual)
[INFO] 4.2 Kubelet
[WARN] 4.2.1 Ensure that nobody is anonymous (Manual)

== Remediations node ==
4.1.2 Run the command:
chown root:root /etc/systemd/system/kubelet.service

4.2.1 Look at the file:
4.2.1 means this one

== Summary node ==
1 checks PASS
1 checks FAIL
1 checks WARN
1 checks INFO

[INFO] 5 Policies
[INFO] 5 Policies of all kinds
[FAIL] 5.1 Ensure that the admin is rarely used (Not Scored)

== Remediations policies ==
5.1 Use another role.

== Summary policies ==
0 checks PASS
1 checks FAIL
0 checks WARN
0 checks INFO

== Summary total ==
1 checks PASS
2 checks FAIL
1 checks WARN
1 checks INFO
`

it('keeps no more targets than there can be', async () => {
  const controls = Array.from({ length: 99 }, (_, i) => control([result()], { node_type: `n${i}` }))
  const { complianceRuns } = await read({ Controls: controls })
  expect(complianceRuns[0]?.metadata['targets']).toHaveLength(50)
})

describe('the JSON report', () => {
  it('is a run of the node, without host or time', async () => {
    const { findings, complianceRuns, remarks } = await read({
      Controls: [control([result()])],
      Totals: { total_pass: 0, total_fail: 1, total_warn: 0, total_info: 0 },
    })
    expect(findings).toEqual([
      {
        kind: 'finding',
        category: 'kubernetes',
        checkName: 'Ensure that the service file is 644 (Automated)',
        checkId: '4.1.1',
        status: 'fail',
        severity: 'high',
        summary: 'Ensure that the service file is 644 (Automated)',
        details: 'Expected: 644\nFound: 777',
        remediation: 'Run chmod 644',
        service: 'node',
        cis: 'cis-1.20 4.1.1',
      },
    ])
    expect(complianceRuns).toEqual([
      {
        kind: 'compliance-run',
        toolVersion: null,
        host: null,
        serverType: 'kubernetes-node',
        startedAt: null,
        seconds: 0,
        metadata: { benchmark: 'cis-1.20', targets: ['node'] },
      },
    ])
    expect(remarks).toEqual([])
  })

  it.each([
    ['a list of controls', [control([result()])]],
    ['one control', control([result()])],
  ])('may be %s', async (_what, content) => {
    const { findings, remarks } = await read(content)
    expect(findings).toHaveLength(1)
    expect(remarks).toEqual([])
  })

  it.each([
    ['PASS', true, 'pass', 'low'],
    ['FAIL', true, 'fail', 'high'],
    ['FAIL', false, 'fail', 'medium'],
    ['FAIL', undefined, 'fail', 'medium'],
    ['WARN', false, 'manual', 'medium'],
    ['INFO', true, 'not_applicable', 'high'],
    ['MAYBE', true, 'error', 'high'],
  ])(
    'stores %s of a check that is scored: %s, as %s and %s',
    async (word, scored, status, severity) => {
      const { findings } = await read([control([result({ status: word, scored })])])
      expect(findings[0]).toMatchObject({ status, severity })
    },
  )

  it.each([
    ['1.6', 'cis-1.6 4.1.1'],
    ['eks-1.0.1', 'eks-1.0.1 4.1.1'],
    [undefined, 'CIS Kubernetes 4.1.1'],
  ])('names the benchmark %s as %s', async (version, cis) => {
    const { findings } = await read([control([result()], { version })])
    expect(findings[0]).toMatchObject({ cis })
  })

  it('keeps the reason, and lives without a text or a target', async () => {
    const { findings, complianceRuns } = await read([
      control(
        [
          result({
            test_desc: undefined,
            reason: 'Test marked as a manual test',
            expected_result: '',
            actual_value: '',
          }),
        ],
        { node_type: '' },
      ),
    ])
    expect(findings[0]).toMatchObject({
      checkName: '4.1.1',
      summary: '4.1.1',
      details: 'Test marked as a manual test',
      service: null,
    })
    expect(complianceRuns[0]?.metadata).toEqual({ benchmark: 'cis-1.20', targets: [] })
  })

  it('keeps its totals when they differ from what it lists', async () => {
    const reported = { total_pass: 0, total_fail: 5, total_warn: 0 }
    const { complianceRuns, remarks } = await read({
      Controls: [control([result()])],
      Totals: reported,
    })
    expect(complianceRuns[0]?.metadata['reported_totals']).toEqual({
      pass: 0,
      fail: 5,
      warn: 0,
      info: 0,
    })
    expect(remarks).toEqual([
      'its totals are 0 PASS, 5 FAIL, 0 WARN, 0 INFO, but it lists 0 PASS, 1 FAIL, 0 WARN, 0 INFO; both are kept',
    ])
  })

  it('adds up the totals of its parts, if all of them have some', async () => {
    const wrong = control([result()], { total_fail: 2 })
    expect((await read([control([result()]), wrong])).remarks).toHaveLength(1)
    const none = control([result()], { total_fail: undefined })
    expect((await read([control([result()]), none])).remarks).toEqual([])
  })

  it('tells of a status that does not exist', async () => {
    const { remarks } = await read([control([result({ status: 'X' })], { total_fail: 0 })])
    expect(remarks).toEqual(['1 check with an unknown status: stored as error'])
  })
})

describe('what it prints', () => {
  it('has headings, checks that were left out, and remedies behind them', async () => {
    const { findings, complianceRuns } = await read(TEXT)
    expect(findings).toMatchObject([
      { checkId: '4.1.1', status: 'pass', severity: 'low', remediation: '', service: 'node' },
      {
        checkId: '4.1.2',
        status: 'fail',
        severity: 'high',
        checkName: 'Ensure that the service file is owned by root (Automated)',
        remediation: 'Run the command:\nchown root:root /etc/systemd/system/kubelet.service',
      },
      { checkId: '4.1.3', status: 'not_applicable' },
      {
        checkId: '4.2.1',
        status: 'manual',
        severity: 'medium',
        remediation: 'Look at the file:\n4.2.1 means this one',
      },
      {
        checkId: '5.1',
        status: 'fail',
        severity: 'medium',
        remediation: 'Use another role.',
        service: 'policies',
        cis: 'CIS Kubernetes 5.1',
      },
    ])
    expect(complianceRuns[0]?.metadata).toEqual({ targets: ['node', 'policies'] })
  })

  it('may be of the STIG, whose checks have names of their own', async () => {
    const { findings } = await read(`[INFO] 2 Control Plane Configuration
[INFO] 2.1 DISA Category Code I
[FAIL] V-242390 The API server must have anonymous authentication disabled (Automated)
[INFO] V-242400 The API server must have Alpha APIs disabled (Manual)
[INFO] 2.2 DISA Category Code II
[PASS] V-242381 The controller must use service accounts (Automated)

== Remediations controlplane ==
V-242390 Edit the configuration.

== Summary controlplane ==
1 checks PASS
1 checks FAIL
0 checks WARN
1 checks INFO

== Summary total ==
1 checks PASS
1 checks FAIL
0 checks WARN
1 checks INFO
`)
    expect(
      findings.map(({ checkId, status, remediation }) => [checkId, status, remediation]),
    ).toEqual([
      ['V-242390', 'fail', 'Edit the configuration.'],
      ['V-242400', 'not_applicable', ''],
      ['V-242381', 'pass', ''],
    ])
  })

  // rh-0.7 of OpenShift 3: the target is 2, its groups are 7 and 8.
  it('may have groups with other numbers than their target', async () => {
    const { findings } = await read(`[INFO] 2 Worker Node Security Configuration
[INFO] 7 Kubelet
[INFO] 7.1 Use Security Context Constraints
[PASS] 7.2 Ensure anonymous-auth is not disabled
[INFO] 8 Configuration Files
[FAIL] 8.1 Verify the permissions of the kubelet.conf file

== Summary node ==
1 checks PASS
1 checks FAIL
0 checks WARN
1 checks INFO

== Summary total ==
1 checks PASS
1 checks FAIL
0 checks WARN
1 checks INFO
`)
    expect(findings.map(({ checkId, status }) => [checkId, status])).toEqual([
      ['7.1', 'not_applicable'],
      ['7.2', 'pass'],
      ['8.1', 'fail'],
    ])
  })

  it('may be coloured, and have other line ends', async () => {
    const coloured = TEXT.replaceAll('[FAIL] ', '\x1b[31m[FAIL] \x1b[0m')
      .replaceAll('== Summary', '\x1b[33m== Summary')
      .replaceAll('\n', '\r\n')
    expect(kubeBench.recognises(coloured)).toBe(true)
    expect(statusesOf((await read(coloured)).findings)).toEqual({
      pass: 1,
      fail: 2,
      manual: 1,
      not_applicable: 1,
    })
  })

  it('bounds a remedy without end', async () => {
    const endless = TEXT.replace(
      '5.1 Use another role.',
      `5.1 Use\n${'another role\n'.repeat(5000)}`,
    )
    const { findings } = await read(endless)
    expect(findings.at(-1)?.remediation.length).toBeLessThan(17_000)
  })

  it.each([
    ['without the summary of all', TEXT.split('== Summary total')[0] ?? ''],
    ['cut in the summary of all', TEXT.replace(/1 checks INFO\n$/, '')],
  ])('%s is refused', async (_what, content) => {
    expect(await refusal(content)).toBe(
      'Refused: it has no summary of all targets, so it may have been cut; make it with kube-bench --json',
    )
  })

  it('of which a line is missing is refused', async () => {
    expect(await refusal(TEXT.replace(/\[FAIL\] 4\.1\.2.*\n/, ''))).toBe(
      'Refused: it lists 1 checks as FAIL and counts 2: a part of it is missing',
    )
  })

  it('with far too many checks is refused', async () => {
    const checks = '[PASS] 4.1.1 a\n'.repeat(10_001)
    expect(await refusal(TEXT.replace('[PASS] 4.1.1', `${checks}[PASS] 4.1.1`))).toBe(
      'Refused: it has over 10000 checks',
    )
  })
})

describe('a file is refused', () => {
  it.each([
    ['without checks', [control([])], 'Refused: it holds no checks, which proves nothing'],
    [
      'whose list is none in the end',
      JSON.stringify({ Controls: [control([result()])] }).replace(/\}$/, ',"Controls":7}'),
      'Refused: it holds no checks, which proves nothing',
    ],
    [
      'of another tool',
      '{"a": 1}',
      'Refused: it is no report of kube-bench; make it with kube-bench --json',
    ],
    [
      'that was cut',
      JSON.stringify([control([result()])]).slice(0, -1),
      'Refused: it is JSON that was cut',
    ],
  ])('%s', async (_what, content, reason) => {
    expect(await refusal(content)).toBe(reason)
  })
})

describe('recognises', () => {
  it('what docker-bench-security prints as something else', () => {
    expect(
      kubeBench.recognises('[INFO] 1 - Host Configuration\n[WARN] 1.1.1 - Ensure a partition\n'),
    ).toBe(false)
  })

  it('no text that only begins alike', () => {
    expect(kubeBench.recognises('[INFO] 1 file\n[INFO] 2 files\n')).toBe(false)
    expect(kubeBench.recognises('{"node_type": "node", "tests": []}')).toBe(false)
  })
})

describe.skipIf(!hasCollection)('real reports', () => {
  const EXPECTED: Readonly<Record<string, object>> = {
    'dd_kube-bench-controls.json': { pass: 37, fail: 36, manual: 49 },
    'dd_kube-bench-report-many-vuln.json': { pass: 20, fail: 4 },
    'upstream_Expected_output.txt': { pass: 67, fail: 11, manual: 45 },
  }

  it.each(Object.entries(EXPECTED))('%s has its own counts', async (name, statuses) => {
    const path = collected(`public/kube-bench/${name}`)
    expect(kubeBench.recognises(readFileSync(path, 'utf8').slice(0, 65_536))).toBe(true)
    const { findings, complianceRuns, remarks } = await importedFile('kube-bench', path)
    expect(statusesOf(findings)).toEqual(statuses)
    expect(complianceRuns).toHaveLength(1)
    expect(remarks).toEqual([])
  })

  it('the failed checks are those that the reports list', async () => {
    const expected = JSON.parse(readFileSync(collected('EXPECTED.json'), 'utf8'))
    for (const name of Object.keys(EXPECTED).filter((it) => it.endsWith('.json'))) {
      const { findings } = await importedFile('kube-bench', collected(`public/kube-bench/${name}`))
      const failed = findings.filter(({ status }) => status === 'fail')
      expect(failed.map(({ checkId }) => checkId)).toEqual(expected[`kube-bench/${name}`].fail_ids)
    }
  })

  it.each(Object.keys(EXPECTED))('%s cut anywhere is refused', async (name) => {
    for (const cut of cutsOf(readFileSync(collected(`public/kube-bench/${name}`), 'utf8'))) {
      expect(await refusal(cut)).toMatch(/^Refused: /)
    }
  })
})
