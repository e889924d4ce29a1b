import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newestFindings } from '../../src/importers/compliance/securityhub/asff-newest.ts'
import { securityhub } from '../../src/importers/compliance/securityhub/securityhub.ts'
import { asff } from '../support/asff-reports.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { cutsOf } from '../support/cuts.ts'
import { importContext, imported, importedFile } from '../support/imported.ts'
import { linesOfJson } from '../support/prowler-reports.ts'
import { countedBy, statusesOf } from '../support/tallies.ts'

const read = (content: string | object) =>
  imported('securityhub', typeof content === 'string' ? content : JSON.stringify(content))

const only = async (changes: Readonly<Record<string, unknown>>) =>
  (await read([asff.hub(changes)])).findings[0]

const refusal = (content: string | object) =>
  read(content).then(
    () => 'imported',
    (error) => `${error.name}: ${error.message}`,
  )

const FIRST_SEEN = Date.UTC(2024, 2, 2, 10, 15) / 1000
const UPDATED = Date.UTC(2024, 2, 9, 10, 15) / 1000

it('an export is a run of its account, as of its newest update', async () => {
  const { findings, complianceRuns, remarks } = await read({
    Findings: [asff.hub(), asff.hub({ Id: '2', UpdatedAt: '2024-03-08T00:00:00Z' })],
  })
  expect(findings[0]).toEqual({
    kind: 'finding',
    run: complianceRuns[0]?.run,
    category: 'aws',
    checkName: 'EC2.2 The default group allows nothing',
    checkId: 'EC2.2',
    status: 'fail',
    severity: 'high',
    summary: 'EC2.2 The default group allows nothing',
    details: 'This control looks at the default group.',
    remediation: 'See the page.\nhttps://docs.example/EC2.2',
    awsResourceId: 'arn:aws:ec2:eu-west-1:123456789012:security-group/sg-1',
    awsResourceType: 'AwsEc2SecurityGroup',
    service: 'ec2',
    cis: null,
    awsFoundational: 'EC2.2',
    nistCsf: null,
    at: FIRST_SEEN,
  })
  expect(complianceRuns).toEqual([
    {
      kind: 'compliance-run',
      run: expect.any(String),
      toolVersion: null,
      host: 'aws-123456789012',
      serverType: 'aws-account',
      startedAt: UPDATED,
      seconds: 0,
      metadata: { account: '123456789012', region: 'eu-west-1' },
    },
  ])
  expect(remarks).toEqual([])
})

it.each([
  ['2024-03-02T10:15:00Z', '2024-03-01T10:15:00Z', '2024-03-02T10:15:00Z'],
  [undefined, '2024-03-01T10:15:00Z', '2024-03-01T10:15:00Z'],
  ['', '2024-03-01T10:15:00Z', '2024-03-01T10:15:00Z'],
  ['1970-01-01T00:00:00Z', '2024-03-01T10:15:00Z', '2024-03-01T10:15:00Z'],
  ['2150-01-01T00:00:00Z', '2024-03-01T10:15:00Z', '2024-03-01T10:15:00Z'],
  ['1970-01-01T00:00:00Z', '', null],
])(
  'a finding observed at %j and created at %j is of %j',
  async (FirstObservedAt, CreatedAt, at) => {
    expect((await only({ FirstObservedAt, CreatedAt }))?.at).toBe(
      at === null ? null : Date.parse(at) / 1000,
    )
  },
)

describe('the wrappers', () => {
  const findings = [asff.hub({ Id: '1' }), asff.hub({ Id: '2' })]

  it.each([
    ['of the command line', JSON.stringify({ Findings: findings }, null, 4)],
    [
      'of the command line, with more around',
      JSON.stringify({ NextToken: null, Findings: findings, A: {} }),
    ],
    [
      'of the command line, of the last page',
      JSON.stringify({ Findings: findings, NextToken: '', A: { NextToken: 'x' } }),
    ],
    ['of the console', JSON.stringify({ findings })],
    ['that are none, a bare list', JSON.stringify(findings)],
    ['that are none, one a line', linesOfJson(...findings)],
    [
      'that are none, one after the other',
      findings.map((it) => JSON.stringify(it, null, 2)).join('\n'),
    ],
    ['behind a byte order mark', `\uFEFF${JSON.stringify({ Findings: findings })}`],
  ])('%s are recognised and read', async (_what, content) => {
    expect(securityhub.recognises(content)).toBe(true)
    expect((await read(content)).findings).toHaveLength(2)
  })
})

describe('the server', () => {
  const INSTANCE = {
    Type: 'AwsEc2Instance',
    Id: 'arn:aws:ec2:eu-west-1:123456789012:instance/i-0abc123',
    Region: 'eu-west-1',
  }

  it('is the instance of a finding about one, and the account of all others', async () => {
    const { findings, complianceRuns } = await read([
      asff.hub({ Id: '1', Resources: [INSTANCE] }),
      asff.hub({ Id: '2' }),
      asff.hub({ Id: '3', Resources: [INSTANCE], UpdatedAt: '2024-03-10T10:15:00Z' }),
      asff.hub({ Id: '4', AwsAccountId: '210987654321' }),
    ])
    expect(complianceRuns).toMatchObject([
      {
        host: 'i-0abc123',
        serverType: 'aws-ec2',
        startedAt: UPDATED + 86_400,
        metadata: { account: '123456789012', instance_id: 'i-0abc123', region: 'eu-west-1' },
      },
      { host: 'aws-123456789012', serverType: 'aws-account', startedAt: UPDATED },
      { host: 'aws-210987654321', serverType: 'aws-account' },
    ])
    const keys = complianceRuns.map(({ run }) => run)
    expect(findings.map(({ run }) => keys.indexOf(run))).toEqual([0, 1, 0, 2])
  })

  it.each([['i-0abc123'], ['arn:aws:ec2:us-east-1:XXXXXXXXXXXX:i-0abc123']])(
    'may be called %s',
    async (Id) => {
      const { complianceRuns } = await read([asff.hub({ Resources: [{ ...INSTANCE, Id }] })])
      expect(complianceRuns[0]?.host).toBe('i-0abc123')
    },
  )

  it('is the account when the instance has no id', async () => {
    const { complianceRuns } = await read([
      asff.hub({ Resources: [{ ...INSTANCE, Id: 'arn:aws:ec2:eu-west-1:1:instance/' }] }),
    ])
    expect(complianceRuns[0]?.host).toBe('aws-123456789012')
  })

  it('is the instance among several resources, and the others are named', async () => {
    const group = { Type: 'AwsEc2SecurityGroup', Id: 'sg-1' }
    const { findings, complianceRuns } = await read([
      asff.hub({ Resources: [group, INSTANCE, { Type: 'AwsEc2Vpc', Id: 'vpc-1' }] }),
    ])
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      awsResourceId: INSTANCE.Id,
      awsResourceType: 'AwsEc2Instance',
      details: 'This control looks at the default group.\nAlso about: sg-1, vpc-1',
    })
    expect(complianceRuns[0]?.host).toBe('i-0abc123')
  })

  it('has a region only when all its findings have the same', async () => {
    const { complianceRuns } = await read([
      asff.hub({ Id: '1' }),
      asff.hub({ Id: '2', Resources: [], Region: 'us-east-1' }),
    ])
    expect(complianceRuns[0]?.metadata).toEqual({ account: '123456789012' })
  })
})

describe('the status', () => {
  const compliance = (Status: string, ...codes: readonly string[]) => ({
    Compliance: {
      Status,
      StatusReasons: codes.map((ReasonCode) => ({
        ReasonCode,
        Description: `Because ${ReasonCode}.`,
      })),
    },
  })

  it.each([
    ['PASSED', 'pass'],
    ['FAILED', 'fail'],
    ['WARNING', 'manual'],
    ['NOT_AVAILABLE', 'error'],
  ])('%s is stored as %s', async (word, status) => {
    expect(await only(compliance(word))).toMatchObject({ status })
  })

  it('NOT_AVAILABLE is not_applicable when there was nothing to check', async () => {
    expect(await only(compliance('NOT_AVAILABLE', 'CONFIG_RETURNS_NOT_APPLICABLE'))).toMatchObject({
      status: 'not_applicable',
      details: 'This control looks at the default group.\nBecause CONFIG_RETURNS_NOT_APPLICABLE.',
    })
  })

  it('of another word is an error, and told', async () => {
    const { findings, remarks } = await read([asff.hub(compliance('MAYBE'))])
    expect(findings[0]?.status).toBe('error')
    expect(remarks).toEqual([
      '1 finding with a compliance status that AWS does not have: stored as error',
    ])
  })

  it('of a suppressed finding is not_applicable, and told; a pass stays one', async () => {
    const { findings, remarks } = await read([
      asff.hub({ Id: '1', Workflow: { Status: 'SUPPRESSED' } }),
      asff.hub({ Id: '2', Workflow: { Status: 'SUPPRESSED' }, ...compliance('PASSED') }),
      asff.hub({ Id: '3', Workflow: { Status: 'RESOLVED' } }),
    ])
    expect(findings.map(({ status }) => status)).toEqual(['not_applicable', 'pass', 'fail'])
    expect(remarks).toEqual(['1 finding suppressed: stored as not_applicable'])
  })
})

describe('the severity', () => {
  it.each([
    [{ Label: 'INFORMATIONAL', Normalized: 0 }, 'low'],
    [{ Label: 'CRITICAL' }, 'critical'],
    [{ Normalized: 0 }, 'low'],
    [{ Normalized: 39 }, 'low'],
    [{ Normalized: 40 }, 'medium'],
    [{ Normalized: 69 }, 'medium'],
    [{ Normalized: 70 }, 'high'],
    [{ Normalized: 89 }, 'high'],
    [{ Normalized: 90 }, 'critical'],
    [{ Product: 9 }, 'low'],
    [undefined, 'low'],
  ])('%j is %s', async (Severity, severity) => {
    expect(await only({ Severity })).toMatchObject({ severity })
  })
})

describe('the control', () => {
  it('that is consolidated names all its standards', async () => {
    expect(
      await only({
        GeneratorId: 'security-control/EC2.58',
        ProductFields: {},
        Compliance: {
          Status: 'FAILED',
          SecurityControlId: 'EC2.58',
          RelatedRequirements: [
            'CIS AWS Foundations Benchmark v1.2.0/2.5',
            'CIS AWS Foundations Benchmark v1.4.0/3.5',
            'CIS AWS Foundations Benchmark v1.4.0/3.6',
            'NIST.800-53.r5 AC-2',
          ],
          AssociatedStandards: [
            { StandardsId: 'standards/aws-foundational-security-best-practices/v/1.0.0' },
            { StandardsId: 'standards/cis-aws-foundations-benchmark/v/1.4.0' },
          ],
        },
      }),
    ).toMatchObject({
      checkId: 'EC2.58',
      cis: 'CIS-1.4.0 3.5, 3.6',
      awsFoundational: 'EC2.58',
      nistCsf: null,
    })
  })

  it('of the CIS benchmark names it in its generator', async () => {
    expect(
      await only({
        GeneratorId: 'arn:aws:securityhub:::ruleset/cis-aws-foundations-benchmark/v/1.2.0/rule/2.7',
        ProductFields: { RuleId: '2.7' },
      }),
    ).toMatchObject({ checkId: '2.7', cis: 'CIS-1.2.0 2.7', awsFoundational: null, service: null })
  })

  it('may name only the standard, and its id only in the generator', async () => {
    expect(
      await only({
        GeneratorId: 'some/rule-1',
        ProductFields: {
          StandardsArn: 'arn:aws:securityhub:::standards/cis-aws-foundations-benchmark/v/3.0.0',
        },
      }),
    ).toMatchObject({ checkId: 'rule-1', cis: 'CIS-3.0.0' })
  })

  it('without a title is called by its id', async () => {
    expect(await only({ Title: '', FirstObservedAt: undefined })).toMatchObject({
      checkName: 'EC2.2',
      summary: 'EC2.2',
      at: FIRST_SEEN - 86_400,
    })
  })
})

describe('a finding of Prowler in Security Hub', () => {
  it('says what it found, and has its own words', async () => {
    const { findings, complianceRuns } = await read({ Findings: [asff.prowler()] })
    expect(findings[0]).toMatchObject({
      checkName: 'Root has MFA',
      checkId: 'iam_root_mfa_enabled',
      status: 'fail',
      severity: 'critical',
      summary: 'MFA is not enabled for root.',
      details: 'Root has MFA',
      service: 'iam',
      cis: 'CIS-1.5 1.5, 1.6',
      awsFoundational: null,
      nistCsf: 'ac_1, ac_7',
    })
    expect(complianceRuns[0]).toMatchObject({
      toolVersion: '3.3.0',
      metadata: { scanner_version: '3.3.0' },
    })
  })

  it.each([
    ['INFOED', 'manual'],
    ['INFO', 'manual'],
    ['NOT_AVAILABLE', 'manual'],
    ['WARNING', 'not_applicable'],
  ])('with the status %s is %s', async (Status, status) => {
    const { findings } = await read([asff.prowler({ Compliance: { Status } })])
    expect(findings[0]?.status).toBe(status)
  })
})

describe('not stored, and told, is', () => {
  const told = async (...findings: readonly object[]) => {
    const { findings: stored, remarks } = await read([asff.hub(), ...findings])
    expect(stored).toHaveLength(1)
    return remarks
  }

  it('what has no compliance status, by product', async () => {
    expect(
      await told(
        asff.guardDuty({ Id: '1' }),
        asff.guardDuty({ Id: '2' }),
        asff.guardDuty({ Id: '3', ProductName: undefined }),
        asff.guardDuty({ Id: '4', ProductName: undefined, ProductArn: 'x/' }),
      ),
    ).toEqual([
      '2 findings of GuardDuty without a compliance status: not stored',
      '1 finding of guardduty without a compliance status: not stored',
      '1 finding of another product without a compliance status: not stored',
    ])
  })

  it('no endless list of products', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      asff.guardDuty({ Id: `${index}`, ProductName: `Product ${index}` }),
    )
    const remarks = await told(...many)
    expect(remarks).toHaveLength(21)
    expect(remarks.at(-1)).toBe(
      '10 findings of other products without a compliance status: not stored',
    )
  })

  it('what is archived', async () => {
    expect(await told(asff.hub({ Id: '2', RecordState: 'ARCHIVED' }))).toEqual([
      '1 finding archived: not stored',
    ])
  })
})

describe('the same id twice', () => {
  const statusesIn = async (...findings: readonly object[]) => {
    const { findings: stored, remarks } = await read(findings)
    return { statuses: stored.map(({ status }) => status), remarks }
  }
  const at = (UpdatedAt: string, Status: string, more = {}) =>
    asff.hub({ UpdatedAt, Compliance: { Status }, ...more })

  it('counts as it was updated last, wherever that stands in the file', async () => {
    const older = at('2024-03-09T10:15:00.100Z', 'FAILED')
    const newer = at('2024-03-09T10:15:00.200Z', 'PASSED')
    const between = at('2024-03-09T10:15:00.150Z', 'FAILED', { Id: 'other' })
    const remarks = ['1 finding replaced by a newer one with the same id: not stored']
    expect(await statusesIn(older, between, newer)).toEqual({ statuses: ['fail', 'pass'], remarks })
    expect(await statusesIn(newer, between, older)).toEqual({ statuses: ['pass', 'fail'], remarks })
  })

  it('is gone when it was archived last', async () => {
    const { statuses } = await statusesIn(
      at('2024-03-09T10:15:00Z', 'FAILED'),
      at('2024-03-10T10:15:00Z', 'FAILED', { RecordState: 'ARCHIVED' }),
      at('2024-03-01T10:15:00Z', 'PASSED', { Id: 'other' }),
    )
    expect(statuses).toEqual(['pass'])
  })

  it('at one time with different results is two findings: none may hide the other', async () => {
    const passed = asff.prowler({ Compliance: { Status: 'PASSED' }, Description: 'No password.' })
    const failed = asff.prowler({ Description: 'Key 2 is old.' })
    expect(await statusesIn(passed, failed)).toEqual({ statuses: ['pass', 'fail'], remarks: [] })
    expect(await statusesIn(failed, passed)).toEqual({ statuses: ['fail', 'pass'], remarks: [] })
  })

  it('at one time with the same result is one finding', async () => {
    const { statuses } = await statusesIn(asff.hub(), asff.hub({ Id: 'other' }), asff.hub())
    expect(statuses).toEqual(['fail', 'fail'])
  })

  it('is not meant by findings without an id', async () => {
    const { statuses } = await statusesIn(asff.hub({ Id: '' }), asff.hub({ Id: undefined }))
    expect(statuses).toEqual(['fail', 'fail'])
  })

  it('is found among thousands', async () => {
    const many = Array.from({ length: 3000 }, (_, index) =>
      asff.hub({ Id: `${index % 1500}`, UpdatedAt: `2024-03-0${index < 1500 ? 1 : 2}T00:00:00Z` }),
    )
    const { findings, complianceRuns } = await read(many)
    expect(findings).toHaveLength(1500)
    expect(complianceRuns[0]?.startedAt).toBe(Date.UTC(2024, 2, 2) / 1000)
  })
})

it('no more findings are kept in mind than there is room for', () => {
  const context = importContext()
  const newest = newestFindings(context, 2)
  newest.see(asff.hub())
  newest.see(asff.hub())
  expect(() => newest.see(asff.hub())).toThrow('it holds over 2 findings; split it')
})

const ALL_PAGES =
  'fetch all pages into one: aws securityhub get-findings does so without --max-items, --max-results and --no-paginate'

describe('a file is refused', () => {
  it.each([
    [
      'without a compliance check',
      { Findings: [asff.guardDuty(), asff.hub({ RecordState: 'ARCHIVED' })] },
      'Refused: it holds no active compliance check: 1 finding of GuardDuty without a compliance status: not stored; 1 finding archived: not stored',
    ],
    ['without findings', { Findings: [] }, 'Refused: it holds no findings, which proves nothing'],
    [
      'with something else in its list',
      [asff.hub(), { Id: '2' }],
      'Refused: its record 2 is no finding of the AWS Security Finding Format',
    ],
    [
      'that is one page of many',
      { Findings: [asff.hub()], NextToken: 'eyJ' },
      `Refused: it is one page of a longer list (NextToken); ${ALL_PAGES}`,
    ],
    [
      'that is one page, and says so first',
      { nextToken: 'eyJ', findings: [asff.hub()] },
      `Refused: it is one page of a longer list (nextToken); ${ALL_PAGES}`,
    ],
    [
      'of pages that were appended to each other',
      `${JSON.stringify({ Findings: [asff.hub()] })}\n`.repeat(2),
      expect.stringMatching(
        `^Refused: it is no whole JSON: .* correct it, or make it again; of several pages in one file, ${ALL_PAGES}$`,
      ),
    ],
    ['with texts in its list', ['a'], 'Refused: it is JSON, but not a list of objects'],
    ['that was cut', JSON.stringify([asff.hub()]).slice(0, -1), 'Refused: it is JSON that was cut'],
    ['that is empty', '', 'Refused: it is empty, which proves nothing'],
  ])('%s', async (_what, content, reason) => {
    expect(await refusal(content)).toEqual(reason)
  })
})

describe('recognises', () => {
  it.each([
    ['what Prowler itself wrote', JSON.stringify([asff.prowler(), asff.prowler()])],
    ['a text that speaks of it', JSON.stringify([{ text: '"ProductArn": "AwsAccountId"' }])],
    ['fields in other places', JSON.stringify({ a: { ProductArn: '', AwsAccountId: '' } })],
    ['a list without findings', '{"Findings": []}'],
  ])('not %s', (_what, head) => {
    expect(securityhub.recognises(head)).toBe(false)
  })
})

const EXPECTED: Readonly<Record<string, { status: object; fail: object; runs: number }>> = {
  'securityhub/dd_config_many_findings.json': { status: { pass: 3 }, fail: {}, runs: 1 },
  'securityhub/dd_config_multiple_resources.json': {
    status: { fail: 2 },
    fail: { high: 1, medium: 1 },
    runs: 2,
  },
  'securityhub/dd_config_one_finding.json': { status: { pass: 1 }, fail: {}, runs: 1 },
  'prowler/dd_prowler-output.asff.json': {
    status: { pass: 441, fail: 286, manual: 4 },
    fail: { critical: 3, high: 29, medium: 199, low: 55 },
    runs: 1,
  },
}

describe.skipIf(!hasCollection)('real reports', () => {
  it.each(Object.entries(EXPECTED))(
    '%s has its own counts',
    async (name, { status, fail, runs }) => {
      const { findings, complianceRuns } = await importedFile(
        'securityhub',
        collected(`public/${name}`),
      )
      expect(statusesOf(findings)).toEqual(status)
      expect(
        countedBy(
          findings.filter((it) => it.status === 'fail'),
          'severity',
        ),
      ).toEqual(fail)
      expect(complianceRuns).toHaveLength(runs)
    },
  )

  it.each([
    ['dd_guardduty.json', '4 findings of GuardDuty'],
    ['dd_inspector_ec2_cve.json', '5 findings of Inspector'],
  ])('%s holds no compliance check, and is refused', async (name, what) => {
    const path = collected(`public/securityhub/${name}`)
    expect(securityhub.recognises(readFileSync(path, 'utf8').slice(0, 65_536))).toBe(true)
    await expect(importedFile('securityhub', path)).rejects.toMatchObject({
      name: 'Refused',
      message: `it holds no active compliance check: ${what} without a compliance status: not stored`,
    })
  })

  it.each(Object.keys(EXPECTED))('%s cut anywhere is refused', async (name) => {
    for (const cut of cutsOf(readFileSync(collected(`public/${name}`), 'utf8'))) {
      expect(await refusal(cut)).toMatch(/^Refused: /)
    }
  })
})
