import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { trivy } from '../../src/importers/compliance/trivy/trivy.ts'
import { serverNameOf } from '../../src/importers/server-name.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { cutsOf } from '../support/cuts.ts'
import { imported, importedFile } from '../support/imported.ts'
import { countedBy, statusesOf } from '../support/tallies.ts'

type Json = Readonly<Record<string, unknown>>

const misconfiguration = (changes: Json = {}): Json => ({
  Type: 'Dockerfile Security Check',
  ID: 'DS-0002',
  AVDID: 'AVD-DS-0002',
  Title: 'Image user should not be root',
  Description: 'A container of root can escape.',
  Message: 'Specify at least 1 USER command',
  Resolution: 'Add a USER line',
  Severity: 'HIGH',
  PrimaryURL: 'https://avd.example/ds-0002',
  Status: 'FAIL',
  CauseMetadata: { Provider: 'Dockerfile', Service: 'general', StartLine: 3, EndLine: 3 },
  ...changes,
})

const config = (changes: Json = {}): Json => ({
  Target: 'Dockerfile',
  Class: 'config',
  Type: 'dockerfile',
  MisconfSummary: { Successes: 26, Failures: 1 },
  Misconfigurations: [misconfiguration()],
  ...changes,
})

const report = (results: readonly Json[], changes: Json = {}): Json => ({
  SchemaVersion: 2,
  Trivy: { Version: '0.68.1' },
  CreatedAt: '2026-03-01T12:00:00.123456789+02:00',
  ArtifactName: 'shop/web',
  ArtifactType: 'repository',
  Results: results,
  ...changes,
})

const audit = (changes: Json = {}): Json => ({
  apiVersion: 'aquasecurity.github.io/v1alpha1',
  kind: 'ConfigAuditReport',
  metadata: {
    name: 'replicaset-web-1',
    labels: {
      'trivy-operator.resource.kind': 'ReplicaSet',
      'trivy-operator.resource.name': 'web-1',
      'trivy-operator.resource.namespace': 'shop',
    },
  },
  report: {
    updateTimestamp: '2026-03-01T10:00:00Z',
    scanner: { name: 'Trivy', version: '0.68.1' },
    summary: { criticalCount: 0, highCount: 0, mediumCount: 1, lowCount: 0 },
    checks: [
      {
        checkID: 'KSV012',
        title: 'Runs as root user',
        description: 'Root is too much.',
        messages: ['Container web should not run as root', 'Nor should init'],
        remediation: 'Set runAsNonRoot.',
        severity: 'MEDIUM',
        success: false,
      },
      { checkID: 'KSV001', severity: 'LOW', success: true },
      { checkID: 'KSV002', severity: 'UNKNOWN', success: false },
      { checkID: 'KSV003', severity: 'LOW' },
    ],
  },
  ...changes,
})

const read = (content: string | object) =>
  imported('trivy', typeof content === 'string' ? content : JSON.stringify(content))

const refusal = (content: string | object) =>
  read(content).then(
    () => 'imported',
    (error) => `${error.name}: ${error.message}`,
  )

const AT = Date.UTC(2026, 2, 1, 10) / 1000

describe('a report of an artifact', () => {
  it('is one run, with the passes that it only counts', async () => {
    const { findings, complianceRuns, remarks } = await read(report([config()]))
    expect(findings).toEqual([
      {
        kind: 'finding',
        category: 'docker',
        checkName: 'Image user should not be root',
        checkId: 'DS-0002',
        status: 'fail',
        severity: 'high',
        summary: 'Specify at least 1 USER command',
        details: 'A container of root can escape.\nline 3',
        remediation: 'Add a USER line\nhttps://avd.example/ds-0002',
        path: 'Dockerfile',
        service: 'general',
      },
    ])
    expect(complianceRuns).toEqual([
      {
        kind: 'compliance-run',
        toolVersion: '0.68.1',
        host: 'artifact shop/web',
        serverType: 'repository',
        startedAt: AT,
        seconds: 0,
        unlisted: { passed: 26, skipped: 0 },
        metadata: { scanner_version: '0.68.1', artifact: 'shop/web' },
      },
    ])
    expect(remarks).toEqual([])
  })

  it('counts the passes that it lists only once', async () => {
    const listed = [
      misconfiguration(),
      misconfiguration({ ID: 'DS-0001', Status: 'PASS' }),
      misconfiguration({ ID: 'DS-0003', Status: 'EXCEPTION' }),
      misconfiguration({ ID: 'DS-0004', Status: 'MAYBE' }),
    ]
    const { findings, complianceRuns } = await read(
      report([
        config({
          Misconfigurations: listed,
          MisconfSummary: { Successes: 5, Failures: 1, Exceptions: 3 },
        }),
        config({ Misconfigurations: undefined, MisconfSummary: { Successes: 7, Failures: 0 } }),
      ]),
    )
    expect(findings.map(({ status }) => status)).toEqual([
      'fail',
      'pass',
      'not_applicable',
      'error',
    ])
    expect(complianceRuns[0]?.unlisted).toEqual({ passed: 11, skipped: 2 })
  })

  it('keeps both when it counts other failures than it lists', async () => {
    const { complianceRuns, remarks } = await read(
      report([config({ MisconfSummary: { Successes: 1, Failures: 4 } })]),
    )
    expect(complianceRuns[0]?.metadata).toMatchObject({ reported_failures: 4 })
    expect(remarks).toEqual(['it counts 4 failures and lists 1; both are kept'])
  })

  it.each([
    [{ Successes: -5, Failures: 1 }],
    [{ Successes: 1e300, Failures: 1 }],
    [{ Failures: 1 }],
    [undefined],
  ])('with the summary %j has no such passes', async (MisconfSummary) => {
    const { complianceRuns, remarks } = await read(report([config({ MisconfSummary })]))
    expect(complianceRuns[0]?.unlisted).toEqual({ passed: 0, skipped: 0 })
    expect(remarks).toEqual([])
  })

  it('says what else is in it', async () => {
    const { findings, remarks } = await read(
      report([
        config(),
        { Target: 'go.mod', Class: 'lang-pkgs', Vulnerabilities: [{}, {}] },
        { Target: 'key', Class: 'secret', Secrets: [{}] },
        { Target: 'LICENSE', Class: 'license', Licenses: [{}, {}] },
      ]),
    )
    expect(findings).toHaveLength(1)
    expect(remarks).toEqual([
      '2 vulnerabilities, 1 secret, 2 licenses: not stored, these are no compliance checks',
    ])
  })

  it('of an image is the same server at its next release', async () => {
    const hosts = []
    for (const ArtifactName of [
      'r.example:5000/shop/web:1.2',
      'r.example:5000/shop/web@sha256:0a',
    ]) {
      const { complianceRuns } = await read(
        report([config()], { ArtifactName, ArtifactType: 'container_image' }),
      )
      hosts.push(serverNameOf(complianceRuns[0]?.host ?? ''))
    }
    expect(hosts).toEqual(['r-example-5000-shop-web', 'r-example-5000-shop-web'])
  })

  // Flattened in the run, the host of one could not be told from that of the other.
  it('of an image is not of another one whose name has dashes in the place of slashes', async () => {
    const hosts = []
    for (const ArtifactName of ['r.example/shop/web:1', 'r.example/shop-web:1']) {
      const { complianceRuns } = await read(
        report([config()], { ArtifactName, ArtifactType: 'container_image' }),
      )
      hosts.push(complianceRuns[0]?.host)
    }
    expect(hosts).toEqual(['image r.example/shop/web:1', 'image r.example/shop-web:1'])
    expect(hosts.map((it) => serverNameOf(it ?? ''))).toEqual([
      'r-example-shop-web',
      'r-example-shop-web',
    ])
  })

  it('is refused only where none of its files has a check', async () => {
    const filtered = config({ Misconfigurations: undefined, MisconfSummary: undefined })
    const passed = config({
      Misconfigurations: undefined,
      MisconfSummary: { Successes: 1, Failures: 0 },
    })
    const { complianceRuns } = await read(report([filtered, passed]))
    expect(complianceRuns[0]?.unlisted).toEqual({ passed: 1, skipped: 0 })
  })

  it('of a folder without a name has no host, and of an old version neither time nor version', async () => {
    const { complianceRuns } = await read(
      report([config()], {
        Trivy: undefined,
        CreatedAt: undefined,
        ArtifactName: '.',
        ArtifactType: 'filesystem',
      }),
    )
    expect(complianceRuns[0]).toMatchObject({
      host: null,
      serverType: 'filesystem',
      toolVersion: null,
      startedAt: null,
      metadata: { artifact: '.' },
    })
  })

  it('was a bare list of results before there were artifacts', async () => {
    const { findings, complianceRuns } = await read([
      config({ MisconfSummary: undefined, Class: undefined }),
    ])
    expect(findings).toHaveLength(1)
    expect(complianceRuns[0]).toMatchObject({ host: null, serverType: 'artifact', metadata: {} })
  })
})

describe('a misconfiguration', () => {
  const only = async (changes: Json, result: Json = {}) =>
    (await read(report([config({ Misconfigurations: [misconfiguration(changes)], ...result })])))
      .findings[0]

  it.each([
    ['Dockerfile', 'dockerfile', 'docker'],
    ['Kubernetes', 'helm', 'kubernetes'],
    ['AWS', 'terraform', 'aws'],
    ['Google', 'terraform', 'gcp'],
    ['Generic', 'helm', 'kubernetes'],
    ['', 'Azure ARM', 'azure-arm'],
    ['', '', 'configuration'],
  ])(
    'of the provider "%s" in a file of the type "%s" is about %s',
    async (Provider, Type, category) => {
      expect(await only({ CauseMetadata: { Provider } }, { Type })).toMatchObject({ category })
    },
  )

  it('names the resource and the lines', async () => {
    expect(
      await only({
        CauseMetadata: { Resource: 'aws_s3_bucket.logs', StartLine: 3, EndLine: 9 },
        Description: '',
      }),
    ).toMatchObject({ details: 'aws_s3_bucket.logs, lines 3 to 9' })
    expect(await only({ CauseMetadata: undefined })).toMatchObject({
      details: 'A container of root can escape.',
      service: null,
    })
  })

  it('of an unknown severity is low', async () => {
    expect(await only({ Severity: 'UNKNOWN' })).toMatchObject({ severity: 'low' })
  })

  it('with hardly anything in it is called by its id', async () => {
    expect(
      await only({ ID: undefined, Title: undefined, Message: undefined }, { Target: '' }),
    ).toMatchObject({
      checkId: 'AVD-DS-0002',
      checkName: 'AVD-DS-0002',
      summary: 'AVD-DS-0002',
      path: null,
    })
  })
})

describe('a report of a cluster', () => {
  const resource = (changes: Json = {}): Json => ({
    Namespace: 'shop',
    Kind: 'Deployment',
    Name: 'web',
    Results: [config({ Target: 'Deployment/web', Type: 'kubernetes' })],
    ...changes,
  })

  it.each([['Resources'], ['Findings'], ['Misconfigurations']])(
    'with its resources in %s is one run of the cluster',
    async (list) => {
      const { findings, complianceRuns } = await read({
        ClusterName: 'prod.example.org',
        [list]: [resource(), resource({ Namespace: undefined, Kind: 'Node', Name: 'n1' })],
      })
      expect(findings.map(({ path }) => path)).toEqual([
        'shop/Deployment/web',
        'Node/n1: Deployment/web',
      ])
      expect(complianceRuns[0]).toMatchObject({
        host: 'prod-example-org',
        serverType: 'kubernetes-cluster',
        unlisted: { passed: 52, skipped: 0 },
      })
    },
  )

  it('tells which part could not be scanned', async () => {
    const { remarks } = await read({
      ClusterName: 'prod',
      Resources: [resource(), resource({ Results: undefined, Error: 'timeout' })],
    })
    expect(remarks).toEqual(['1 resource could not be scanned'])
  })
})

describe('a report of the operator', () => {
  it('is a run of its workload', async () => {
    const { findings, complianceRuns, remarks } = await read(audit())
    expect(findings[0]).toEqual({
      kind: 'finding',
      category: 'kubernetes',
      checkName: 'Runs as root user',
      checkId: 'KSV012',
      status: 'fail',
      severity: 'medium',
      summary: 'Container web should not run as root\nNor should init',
      details: 'Root is too much.',
      remediation: 'Set runAsNonRoot.',
      path: 'shop/ReplicaSet/web-1',
      at: AT,
    })
    expect(findings.map(({ status }) => status)).toEqual(['fail', 'pass', 'fail', 'error'])
    expect(complianceRuns).toEqual([
      {
        kind: 'compliance-run',
        toolVersion: '0.68.1',
        host: 'shop-ReplicaSet-web-1',
        serverType: 'kubernetes-workload',
        startedAt: AT,
        seconds: 0,
        metadata: { scanner_version: '0.68.1', reports: 1 },
      },
    ])
    expect(remarks).toEqual([])
  })

  it.each([
    ['List', 'v1'],
    ['ConfigAuditReportList', 'aquasecurity.github.io/v1alpha1'],
  ])('in a %s is part of the run of its cluster', async (kind, apiVersion) => {
    const later = audit({
      kind: 'ClusterRbacAssessmentReport',
      metadata: { name: 'role-1' },
      report: {
        updateTimestamp: '2026-03-01T11:00:00Z',
        checks: [
          { checkID: 'KSV041', title: 'Reads secrets', severity: 'CRITICAL', success: false },
        ],
      },
    })
    const other = { apiVersion: 'aquasecurity.github.io/v1alpha1', kind: 'VulnerabilityReport' }
    const { findings, complianceRuns, remarks } = await read({
      apiVersion,
      items: [audit(), later, other, other],
      kind,
    })
    expect(findings).toHaveLength(5)
    expect(findings.at(-1)).toMatchObject({
      path: 'role-1',
      at: AT + 3600,
      summary: 'Reads secrets',
    })
    expect(complianceRuns).toHaveLength(1)
    expect(complianceRuns[0]).toMatchObject({
      host: null,
      serverType: 'kubernetes-cluster',
      startedAt: AT + 3600,
      metadata: { scanner_version: '0.68.1', reports: 2, reported_failures: 1 },
    })
    expect(remarks).toEqual([
      'it counts 1 failure and lists 2; both are kept',
      '2 VulnerabilityReports: not stored, these are no configuration audits',
    ])
  })

  it('alone in a list is still a cluster', async () => {
    const metadata = { continue: '', remainingItemCount: 0, resourceVersion: '' }
    const { complianceRuns } = await read({
      apiVersion: 'v1',
      items: [audit()],
      kind: 'List',
      metadata,
    })
    expect(complianceRuns[0]).toMatchObject({ host: null, serverType: 'kubernetes-cluster' })
  })

  it('without a name, a version or a time has none', async () => {
    const { findings, complianceRuns } = await read(
      audit({ metadata: {}, report: { checks: [{ checkID: 'KSV001', success: true }] } }),
    )
    expect(findings[0]).toMatchObject({
      path: null,
      at: null,
      checkName: 'KSV001',
      severity: 'low',
    })
    expect(complianceRuns[0]).toMatchObject({
      host: null,
      toolVersion: null,
      startedAt: null,
      metadata: { reports: 1 },
    })
  })
})

const NO_FILTER = 'no check applied, or a filter (--severity, an ignore file) left none'

describe('a file is refused', () => {
  it.each([
    [
      'that checked no configuration',
      report([{ Target: 'alpine', Class: 'os-pkgs', Vulnerabilities: [{}] }]),
      'Refused: it holds no misconfiguration check (but 1 vulnerability); scan with --scanners misconfig',
    ],
    [
      'that holds nothing at all',
      report([]),
      'Refused: it holds no misconfiguration check; scan with --scanners misconfig',
    ],
    [
      'of which a filter left no check',
      report([config({ Misconfigurations: undefined, MisconfSummary: undefined })]),
      `Refused: it holds no misconfiguration check; ${NO_FILTER}`,
    ],
    [
      'that counts no check at all',
      report([
        config({ Misconfigurations: [], MisconfSummary: { Successes: 0, Failures: 0 } }),
        { Target: 'go.mod', Class: 'lang-pkgs', Vulnerabilities: [{}] },
      ]),
      `Refused: it holds no misconfiguration check (but 1 vulnerability); ${NO_FILTER}`,
    ],
    [
      'of the operator about something else',
      audit({ kind: 'VulnerabilityReport' }),
      'Refused: it holds no configuration audit, only 1 VulnerabilityReport',
    ],
    [
      'of the operator that is empty',
      { apiVersion: 'aquasecurity.github.io/v1alpha1', kind: 'ConfigAuditReportList', items: [] },
      'Refused: it holds no configuration audit',
    ],
    [
      'of the operator that is one page of many',
      { apiVersion: 'v1', items: [audit()], kind: 'List', metadata: { continue: 'eyJ2' } },
      'Refused: it is one page of a longer list (metadata.continue); fetch all pages into one: kubectl get … -o json does so',
    ],
    [
      'of the operator that says how much is left',
      { apiVersion: 'v1', metadata: { remainingItemCount: 1 }, items: [audit()], kind: 'List' },
      'Refused: it is one page of a longer list (metadata.remainingItemCount); fetch all pages into one: kubectl get … -o json does so',
    ],
    [
      'of another kind',
      '{"bomFormat": "CycloneDX"}',
      'Refused: it is no JSON report of Trivy; make it with --format json',
    ],
    [
      'that is a table',
      'Dockerfile (dockerfile)\n====',
      'Refused: it is no JSON report of Trivy; make it with --format json',
    ],
    [
      'that was cut',
      JSON.stringify(report([config()])).slice(0, -1),
      'Refused: it is JSON that was cut',
    ],
  ])('%s', async (_what, content, reason) => {
    expect(await refusal(content)).toBe(reason)
  })
})

describe('recognises', () => {
  it.each([
    ['a report', report([config()])],
    ['a report with its keys in order', { ArtifactName: 'a', Results: [config()] }],
    ['a report of a cluster', { ClusterName: 'prod', Resources: [] }],
    ['a report of the operator', audit()],
    ['a list of such reports', { apiVersion: 'v1', items: [audit()], kind: 'List' }],
    ['a bare list', [config()]],
  ])('%s', (_what, content) => {
    expect(trivy.recognises(JSON.stringify(content))).toBe(true)
  })

  it.each([
    ['an image manifest', { schemaVersion: 2, config: {}, layers: [] }],
    ['a finding of AWS', [{ SchemaVersion: '2018-10-08', ProductArn: 'x', AwsAccountId: '1' }]],
    [
      'another list of Kubernetes',
      { apiVersion: 'v1', items: [{ apiVersion: 'v1', kind: 'Pod' }] },
    ],
    ['another list of targets', [{ Target: 'a', Port: 80 }]],
    ['an inventory of clusters', { ClusterName: 'prod', Nodes: 3 }],
  ])('not %s', (_what, content) => {
    expect(trivy.recognises(JSON.stringify(content))).toBe(false)
  })
})

const EXPECTED: Readonly<Record<string, { fail: object; passed: number }>> = {
  'dd_misconfigurations_and_secrets.json': { fail: { high: 1 }, passed: 22 },
  'golden_dockerfile.json': { fail: { high: 1 }, passed: 26 },
  'golden_helm_testchart.json': { fail: { high: 1, medium: 3, low: 2 }, passed: 215 },
  'dd_operator_configauditreport_many.json': { fail: { medium: 2, low: 11 }, passed: 0 },
}

describe.skipIf(!hasCollection)('real reports', () => {
  it.each(Object.entries(EXPECTED))('%s has its own counts', async (name, { fail, passed }) => {
    const path = collected(`public/trivy/${name}`)
    expect(trivy.recognises(readFileSync(path, 'utf8').slice(0, 65_536))).toBe(true)
    const { findings, complianceRuns } = await importedFile('trivy', path)
    expect(Object.keys(statusesOf(findings))).toEqual(['fail'])
    expect(countedBy(findings, 'severity')).toEqual(fail)
    expect(complianceRuns[0]?.unlisted?.passed ?? 0).toBe(passed)
  })

  it('a report of vulnerabilities that found none proves nothing about configuration', async () => {
    const path = collected('public/trivy/dd_scheme_2_no_vuln.json')
    await expect(importedFile('trivy', path)).rejects.toMatchObject({
      name: 'Refused',
      message: 'it holds no misconfiguration check; scan with --scanners misconfig',
    })
  })

  it('one of which a filter left no check is refused', async () => {
    const { Results, ...rest } = JSON.parse(
      readFileSync(collected('public/trivy/golden_helm_testchart.json'), 'utf8'),
    )
    const left = Results.map((it: Json) => ({
      ...it,
      Misconfigurations: undefined,
      MisconfSummary: undefined,
    }))
    expect(await refusal({ ...rest, Results: left })).toBe(
      `Refused: it holds no misconfiguration check; ${NO_FILTER}`,
    )
  })

  it.each(Object.keys(EXPECTED))('%s cut anywhere is refused', async (name) => {
    for (const cut of cutsOf(readFileSync(collected(`public/trivy/${name}`), 'utf8'))) {
      expect(await refusal(cut)).toMatch(/^Refused: /)
    }
  })
})
