import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { prowler } from '../../src/importers/compliance/prowler/prowler.ts'
import { lookOf } from '../../src/importers/recognise.ts'
import { asff } from '../support/asff-reports.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { cutsOf } from '../support/cuts.ts'
import { importContext, imported, importedFile } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'
import {
  csv2,
  csv3,
  csv5,
  earlyOcsf,
  json2,
  json3,
  linesOfJson,
  ocsf,
} from '../support/prowler-reports.ts'
import { countedBy, statusesOf } from '../support/tallies.ts'

const read = (content: string | object, zone = 'UTC') =>
  imported('prowler', typeof content === 'string' ? content : JSON.stringify(content), { zone })

const only = async (content: string | object) => (await read(content)).findings[0]

const refusal = (content: string | object) =>
  read(content).then(
    () => 'imported',
    (error) => `${error.name}: ${error.message}`,
  )

const FINDING = {
  kind: 'finding',
  category: 'aws',
  checkName: 'Root has MFA',
  checkId: 'iam_root_mfa_enabled',
  status: 'fail',
  severity: 'critical',
  summary: 'MFA is not enabled for root.',
  details: 'Root can do everything.',
  remediation: 'Enable MFA.\nhttps://docs.example/mfa',
  awsResourceId: 'arn:aws:iam::123456789012:root',
  awsResourceType: 'AwsIamUser',
  service: 'iam',
  cis: 'CIS-1.5 1.5',
  awsFoundational: null,
  nistCsf: 'ac_1, ac_7',
}

const RUN = {
  kind: 'compliance-run',
  host: 'aws-123456789012',
  serverType: 'aws-account',
  seconds: 0,
}

describe('a findings file as CSV', () => {
  it('of versions 4 and 5 is one run of its account', async () => {
    const { findings, complianceRuns, remarks } = await read(csv5([{}]))
    const at = Date.UTC(2025, 1, 14, 14, 27, 3) / 1000
    expect(findings).toEqual([{ ...FINDING, run: complianceRuns[0]?.run, at }])
    expect(complianceRuns).toEqual([
      {
        ...RUN,
        run: expect.any(String),
        toolVersion: '5.4.0',
        startedAt: at,
        metadata: {
          scanner_version: '5.4.0',
          provider: 'aws',
          account: '123456789012',
          region: 'eu-west-1',
        },
      },
    ])
    expect(remarks).toEqual([])
  })

  it('may have columns that are not known', async () => {
    const { findings } = await read(csv5([{ ACCOUNT_OU_UID: 'ou-1' }], ['ACCOUNT_OU_UID']))
    expect(findings).toHaveLength(1)
  })

  it('may be saved again with commas', async () => {
    const { findings } = await read(csv5([{ COMPLIANCE: '' }]).replaceAll(';', ','))
    expect(findings[0]).toMatchObject({ checkId: 'iam_root_mfa_enabled', status: 'fail' })
  })

  it('keeps new lines inside a field', async () => {
    const risk = 'One.\n\nTwo; "three".'
    expect(await only(csv5([{ RISK: risk }, {}]))).toMatchObject({ details: risk })
  })

  it('has its times in the zone of the machine that ran it', async () => {
    const { complianceRuns } = await read(csv5([{}]), 'Europe/Berlin')
    expect(complianceRuns[0]?.startedAt).toBe(Date.UTC(2025, 1, 14, 13, 27, 3) / 1000)
  })

  it.each([
    ['1739539623', 1739539623],
    ['2025-02-14T14:27:03+01:00', 1739539623],
  ])('may have its time written as %s', async (TIMESTAMP, seconds) => {
    const { complianceRuns } = await read(csv5([{ TIMESTAMP }]))
    expect(complianceRuns[0]?.startedAt).toBe(seconds)
  })

  it('without a time that can be read is told, and has none', async () => {
    const { findings, complianceRuns, remarks } = await read(
      csv5([{ TIMESTAMP: '2025-02-30 10:00:00' }]),
    )
    expect(findings[0]?.at).toBeNull()
    expect(complianceRuns[0]?.startedAt).toBeNull()
    expect(remarks).toEqual(['1 finding with a time that cannot be read'])
  })

  // A scan of its own would have the time of the file, and close what the others found.
  it('without a time that can be read is of the scan before it, or of the first', async () => {
    const [first, second] = ['2025-02-14 14:27:03', '2025-02-15 14:27:03']
    const { findings, complianceRuns, remarks } = await read(
      csv5(['x', first, '', second, 'y', first].map((TIMESTAMP) => ({ TIMESTAMP }))),
    )
    const times = [first, second].map((it) => Date.parse(`${it}Z`) / 1000)
    expect(complianceRuns.map(({ startedAt }) => startedAt)).toEqual(times)
    const [one, two] = complianceRuns.map(({ run }) => run)
    expect(findings.map(({ run }) => run)).toEqual([one, one, one, two, two, one])
    expect(findings.map(({ at }) => at === null)).toEqual([true, false, true, false, true, false])
    expect(remarks).toEqual(['3 findings with a time that cannot be read'])
  })

  // The store takes no scan to be of such a time, and would give it that of the file.
  it.each(['1970-01-01 00:00:00', '2999-01-01 00:00:00'])(
    'of %s, when nobody scanned, is of the scan before it, or of the first',
    async (never) => {
      const times = [never, '2025-02-14 14:27:03', never]
      const { findings, complianceRuns, remarks } = await read(
        csv5(times.map((TIMESTAMP) => ({ TIMESTAMP }))),
      )
      const startedAt = Date.parse('2025-02-14T14:27:03Z') / 1000
      expect(complianceRuns).toMatchObject([{ startedAt }])
      expect(findings.map(({ at }) => at)).toEqual([null, startedAt, null])
      expect(remarks).toEqual(['2 findings with a time that cannot be read'])
    },
  )

  it('without a time that can be read is of the scan of its own account', async () => {
    const { findings, complianceRuns } = await read(
      csv5([{}, { ACCOUNT_UID: '2', TIMESTAMP: 'x' }, { TIMESTAMP: 'x' }, { ACCOUNT_UID: '2' }]),
    )
    const [one, two] = complianceRuns.map(({ run }) => run)
    expect(complianceRuns).toHaveLength(2)
    expect(findings.map(({ run }) => run)).toEqual([one, two, one, two])
  })

  it('of version 3 has an account whose zeros in front were lost', async () => {
    const { findings, complianceRuns } = await read(
      csv3(
        ['ACCOUNT_ID', 'REGION', 'RESOURCE_ID', 'RESOURCE_ARN'],
        [
          {
            ACCOUNT_ID: '12345678901',
            REGION: 'eu-west-1',
            RESOURCE_ID: 'root',
            RESOURCE_ARN: 'arn:aws:iam::012345678901:root',
          },
        ],
      ),
    )
    const at = Date.UTC(2023, 3, 25, 23, 49, 42) / 1000
    expect(findings[0]).toEqual({
      ...FINDING,
      run: complianceRuns[0]?.run,
      awsResourceId: 'arn:aws:iam::012345678901:root',
      at,
    })
    expect(complianceRuns[0]).toMatchObject({ host: 'aws-012345678901', startedAt: at })
  })

  it.each([
    ['azure', 'SUBSCRIPTION', 'azure-subscription'],
    ['gcp', 'PROJECT_ID', 'gcp-project'],
  ])('of version 3 for %s names the account in the column %s', async (PROVIDER, column, type) => {
    const { findings, complianceRuns } = await read(
      csv3([column, 'RESOURCE_ID'], [{ PROVIDER, [column]: 'my-shop', RESOURCE_ID: 'vm-1' }]),
    )
    expect(findings[0]).toMatchObject({ category: PROVIDER, awsResourceId: 'vm-1' })
    expect(complianceRuns[0]).toMatchObject({ host: `${PROVIDER}-my-shop`, serverType: type })
  })

  it('of version 2 has quotes as they come, and names checks in their titles', async () => {
    const { findings, complianceRuns } = await read(
      csv2(
        'default,012345678910,eu-west-1,1.13,FAIL,Scored,Level 1,[check113] Root has MFA (Scored),The "root" user,Critical,iam,"root" can do everything,root,2022-08-23T06:38:21Z',
        'default,012345678910,eu-west-2,7.5,INFO,Not Scored,Extra,[extra75] Unused groups,None found,Informational,ec2,,,2022-08-23T06:38:21Z',
      ),
    )
    expect(findings).toMatchObject([
      {
        checkId: 'check113',
        checkName: 'Root has MFA (Scored)',
        cis: 'CIS 1.13',
        status: 'fail',
        severity: 'critical',
        summary: 'The "root" user',
        details: '"root" can do everything',
        awsResourceId: 'root',
        service: 'iam',
      },
      { checkId: 'extra75', cis: null, status: 'manual', severity: 'low', awsResourceId: null },
    ])
    expect(complianceRuns).toEqual([
      {
        ...RUN,
        run: expect.any(String),
        toolVersion: null,
        host: 'aws-012345678910',
        startedAt: Date.UTC(2022, 7, 23, 6, 38, 21) / 1000,
        metadata: { provider: 'aws', account: '012345678910' },
      },
    ])
  })

  it('of version 2.3 and before has no severities: all are low', async () => {
    const { findings } = await read(
      'PROFILE,ACCOUNT_NUM,REGION,TITLE_ID,RESULT,SCORED,LEVEL,TITLE_TEXT,NOTES\nENV,012345678910,us-east-1,1.1,FAIL,Scored,1,Avoid root,It was used\n',
    )
    expect(findings[0]).toMatchObject({
      checkId: '1.1',
      checkName: 'Avoid root',
      cis: null,
      status: 'fail',
      severity: 'low',
      summary: 'It was used',
    })
  })

  it('whose last line has no end is told', async () => {
    const { remarks } = await read(csv5([{}]).trimEnd())
    expect(remarks).toEqual(['its last line has no end: it may have been cut there'])
  })
})

describe('a findings file as JSON', () => {
  it('of version 5 is OCSF, with the time in UTC', async () => {
    const { findings, complianceRuns } = await read([ocsf()], 'Asia/Tokyo')
    expect(findings).toEqual([
      {
        ...FINDING,
        run: complianceRuns[0]?.run,
        cis: 'CIS-3.0 1.5, 1.6',
        nistCsf: null,
        at: 1739539623,
      },
    ])
    expect(complianceRuns[0]).toMatchObject({
      ...RUN,
      toolVersion: '5.4.0',
      startedAt: 1739539623,
    })
  })

  it.each([
    ['time in milliseconds', { time: 1739539623913 }],
    [
      'event_time, as in 4.2',
      { time: undefined, time_dt: undefined, event_time: '2025-02-14T13:27:03.9' },
    ],
    ['time_dt alone', { time: undefined, time_dt: '2025-02-14T13:27:03.913874' }],
  ])('of OCSF may have its %s', async (_name, changes) => {
    const { complianceRuns } = await read([ocsf(changes)])
    expect(complianceRuns[0]?.startedAt).toBe(1739539623)
  })

  it('of version 4.0 names check and provider only in the id of the finding', async () => {
    const { findings, complianceRuns } = await read([
      ocsf({
        metadata: { product: { name: 'Prowler', version: '4.0.0' } },
        cloud: undefined,
        finding_info: {
          title: 'No anonymous requests',
          uid: 'prowler-kubernetes-apiserver_anonymous_requests-prod-1-namespace: kube-system-apiserver',
        },
        resources: [{ name: 'apiserver' }],
      }),
    ])
    expect(findings[0]).toMatchObject({
      category: 'kubernetes',
      checkId: 'apiserver_anonymous_requests',
      awsResourceId: 'apiserver',
      awsResourceType: null,
    })
    expect(complianceRuns[0]).toMatchObject({
      host: 'kubernetes-prod-1',
      serverType: 'kubernetes-cluster',
    })
  })

  it('of a cluster is called by the cluster, all of its name', async () => {
    const { complianceRuns } = await read([
      ocsf({
        cloud: undefined,
        unmapped: { provider: 'kubernetes', provider_uid: 'arn:aws:eks:eu-west-1:1:cluster/prod' },
      }),
    ])
    expect(complianceRuns[0]?.host).toBe('kubernetes-arn-aws-eks-eu-west-1-1-cluster-prod')
  })

  it('without an account has no host', async () => {
    const { complianceRuns } = await read([ocsf({ cloud: { provider: 'm365' } })])
    expect(complianceRuns[0]).toMatchObject({ host: null, serverType: 'm365-account' })
  })

  it('of version 3 as OCSF has other words and places', async () => {
    const { findings, complianceRuns } = await read([
      earlyOcsf(),
      earlyOcsf({ status: 'Success' }),
      earlyOcsf({ status: 'Unknown' }),
      earlyOcsf({ status: 'Other' }),
      earlyOcsf({ status: 'constructor' }),
    ])
    const at = Date.UTC(2023, 3, 25, 23, 49, 42) / 1000
    expect(findings[0]).toEqual({ ...FINDING, run: complianceRuns[0]?.run, at })
    expect(findings.map(({ status }) => status)).toEqual([
      'fail',
      'pass',
      'manual',
      'not_applicable',
      'error',
    ])
    expect(complianceRuns[0]).toMatchObject({ ...RUN, toolVersion: '3.16.17', startedAt: at })
  })

  it('of version 3 for Google Cloud as OCSF is called by the project', async () => {
    const { complianceRuns } = await read([
      earlyOcsf({ cloud: { provider: 'gcp', project_uid: 'my-shop', region: 'global' } }),
    ])
    expect(complianceRuns[0]?.host).toBe('gcp-my-shop')
  })

  it('of version 3 is a list of flat objects', async () => {
    const { findings, complianceRuns } = await read([json3()])
    const at = Date.UTC(2023, 3, 25, 23, 49, 42) / 1000
    expect(findings).toEqual([{ ...FINDING, run: complianceRuns[0]?.run, at }])
    expect(complianceRuns[0]).toMatchObject({ ...RUN, toolVersion: null, startedAt: at })
  })

  it.each([
    ['azure', { Subscription: 'my-shop' }],
    ['gcp', { ProjectId: 'my-shop', Location: 'global' }],
  ])('of version 3 for %s names the account by its own word', async (Provider, changes) => {
    const { findings, complianceRuns } = await read([
      json3({ Provider, AccountId: undefined, Region: undefined, ResourceArn: '', ...changes }),
    ])
    expect(findings[0]).toMatchObject({ awsResourceId: 'root', category: Provider })
    expect(complianceRuns[0]?.host).toBe(`${Provider}-my-shop`)
  })

  it('of version 2 is one object a line, and began with its first finding', async () => {
    const { findings, complianceRuns } = await read(
      linesOfJson(
        json2({ Status: 'Pass', Timestamp: '2021-08-23T06:40:21Z', 'Control ID': '1.01' }),
        json2(),
        json2({ Status: 'Info', Control: '[extra71] Groups', 'Resource ID': '' }),
      ),
    )
    const at = Date.UTC(2021, 7, 23, 6, 38, 21) / 1000
    expect(findings).toMatchObject([
      { status: 'pass', cis: 'CIS 1.1', at: at + 120 },
      {
        checkId: 'check113',
        checkName: 'Ensure MFA is enabled for the root account',
        cis: 'CIS 1.13',
        status: 'fail',
        severity: 'critical',
        summary: 'eu-west-1: MFA is not enabled for root',
        details: 'Root can do everything.',
        remediation: 'Enable MFA.\nhttps://docs.example/mfa',
        awsResourceId: 'root',
        service: 'iam',
        at,
      },
      { status: 'manual', checkId: 'extra71', cis: null, awsResourceId: null },
    ])
    expect(complianceRuns).toHaveLength(1)
    expect(complianceRuns[0]?.startedAt).toBe(at)
  })
})

describe('benchmarks', () => {
  const of = (COMPLIANCE: string) => only(csv5([{ COMPLIANCE }]))

  it('are the highest version of each', async () => {
    expect(
      await of(
        'CIS-1.9: 1.9 | CIS-1.10: 1.10, 1.11 | CIS-1.10.0: x | CIS-1.4: 1.4 | NIST-CSF-1.1: ac_5 | NIST-CSF-2.0: oc_1 | AWS-Foundational-Security-Best-Practices: IAM.6',
      ),
    ).toMatchObject({ cis: 'CIS-1.10 1.10, 1.11', nistCsf: 'oc_1', awsFoundational: 'IAM.6' })
  })

  it('are not the controls of CIS, nor other standards of NIST', async () => {
    expect(
      await of('CIS-Controls-8.1: 6.3 | NIST-800-53-Revision-5: ac_1 | MITRE-ATTACK: T1190'),
    ).toMatchObject({ cis: null, nistCsf: null, awsFoundational: null })
  })

  it('may have no requirement, or be none at all', async () => {
    expect(await of('CIS-2.0')).toMatchObject({ cis: 'CIS-2.0' })
    expect(await of('')).toMatchObject({ cis: null })
  })
})

describe('a finding', () => {
  it.each([
    ['PASS', 'pass'],
    ['fail', 'fail'],
    ['MANUAL', 'manual'],
    ['INFO', 'manual'],
    ['ERROR', 'error'],
    ['WARNING', 'not_applicable'],
    ['MUTED', 'not_applicable'],
  ])('with the status %s is stored as %s', async (STATUS, status) => {
    expect(await only(csv5([{ STATUS }]))).toMatchObject({ status })
  })

  it('that was muted is not applicable, and told', async () => {
    const { findings, remarks } = await read([
      ocsf({ status: 'Suppressed' }),
      ocsf({ status: 'Suppressed', status_code: 'PASS' }),
      ocsf(),
    ])
    expect(findings.map(({ status }) => status)).toEqual(['not_applicable', 'pass', 'fail'])
    expect(remarks).toEqual(['1 finding muted in Prowler: stored as not_applicable'])
    expect(await only(csv5([{ MUTED: 'True' }]))).toMatchObject({ status: 'not_applicable' })
  })

  it('with a status that does not exist is an error, and told', async () => {
    const { findings, remarks } = await read(csv5([{ STATUS: 'SKIPPED' }, { STATUS: '' }]))
    expect(findings.map(({ status }) => status)).toEqual(['error', 'error'])
    expect(remarks).toEqual([
      '2 findings with a status that Prowler does not have: stored as error',
    ])
  })

  it('has the severity that the operator gave to its check', async () => {
    const { findings } = await imported('prowler', csv5([{}, { CHECK_ID: 'other' }]), {
      severities: { prowler: [['iam_root_*', 'low']] },
    })
    expect(findings.map(({ severity }) => severity)).toEqual(['low', 'critical'])
  })

  it('that is informational is low', async () => {
    expect(await only([ocsf({ severity: 'Informational' })])).toMatchObject({ severity: 'low' })
  })

  it('of a provider with other letters in its name has a category that can be selected', async () => {
    expect(await only(csv5([{ PROVIDER: 'Oracle Cloud' }]))).toMatchObject({
      category: 'oracle-cloud',
    })
    expect(await only(csv5([{ PROVIDER: '' }]))).toMatchObject({ category: 'cloud' })
  })

  it('without a title is called by its id', async () => {
    expect(await only(csv5([{ CHECK_TITLE: '', RISK: '' }]))).toMatchObject({
      checkName: 'iam_root_mfa_enabled',
      details: 'Checks the root user.',
    })
  })
})

describe('a scan of what has no account', () => {
  const scan = (provider: string, account = provider) =>
    csv5([{ PROVIDER: provider, ACCOUNT_UID: account }])
  const runsOf = async (content: string, isServerSaid: boolean) => {
    const context = importContext({ isServerSaid })
    const runs = []
    for await (const report of prowler.read(memoryInput('report', content), context)) {
      if (report.kind === 'compliance-run') runs.push(report)
    }
    return runs
  }

  it.each([
    ['iac', 'repository'],
    ['llm', 'model'],
    ['image', 'image'],
  ])('is refused unless a person names the server: %s', async (provider, subject) => {
    await expect(runsOf(scan(provider), false)).rejects.toMatchObject({
      name: 'Refused',
      message: `it does not say which ${subject} was scanned (its account is ${provider}); give --server, with another name for each ${subject}`,
    })
    expect(await runsOf(scan(provider), true)).toMatchObject([
      { host: null, serverType: `${provider}-account`, metadata: { account: provider } },
    ])
  })

  it('is refused for a cluster that Prowler ran in without its name', async () => {
    await expect(runsOf(scan('kubernetes', 'in-cluster'), false)).rejects.toMatchObject({
      name: 'Refused',
      message:
        'it does not say which cluster was scanned (its account is in-cluster); give --server, with another name for each cluster',
    })
    expect(await runsOf(scan('kubernetes', 'in-cluster'), true)).toMatchObject([
      { host: null, serverType: 'kubernetes-cluster' },
    ])
    expect(await runsOf(scan('kubernetes', 'prod'), false)).toMatchObject([
      { host: 'kubernetes-prod' },
    ])
  })

  it.each([
    ['', 'it has no account'],
    ['/', 'its account is /'],
  ])(
    'is refused where the account is nothing of which a name is made: "%s"',
    async (account, told) => {
      await expect(runsOf(scan('iac', account), false)).rejects.toMatchObject({
        name: 'Refused',
        message: `it does not say which repository was scanned (${told}); give --server, with another name for each repository`,
      })
      expect(await runsOf(scan('iac', account), true)).toMatchObject([{ host: null }])
    },
  )

  it.each([
    ['iac', 'https://git.example/acme/shop', 'iac-https-git-example-acme-shop'],
    ['kubernetes', 'kubernetes', 'kubernetes-kubernetes'],
  ])('is none of %s where the account is %s', async (provider, account, host) => {
    expect(await runsOf(scan(provider, account), false)).toMatchObject([{ host }])
  })
})

describe('several scans in one file', () => {
  it('are a run for each account', async () => {
    const { findings, complianceRuns } = await read(
      csv5([
        { ACCOUNT_UID: '111111111111' },
        { ACCOUNT_UID: '222222222222', REGION: 'us-east-1' },
        { ACCOUNT_UID: '111111111111', REGION: 'us-east-1' },
      ]),
    )
    expect(complianceRuns.map(({ host }) => host)).toEqual(['aws-111111111111', 'aws-222222222222'])
    expect(complianceRuns.map(({ metadata }) => metadata['region'])).toEqual([
      undefined,
      'us-east-1',
    ])
    const keys = complianceRuns.map(({ run }) => run)
    expect(new Set(keys).size).toBe(2)
    expect(findings.map(({ run }) => keys.indexOf(run))).toEqual([0, 1, 0])
  })

  it('are a run for each time, when a file was appended to', async () => {
    const { complianceRuns } = await read(
      csv5([{}, { TIMESTAMP: '2025-02-15 14:27:03.913874', STATUS: 'PASS' }, {}]),
    )
    const first = Date.UTC(2025, 1, 14, 14, 27, 3) / 1000
    expect(complianceRuns.map(({ startedAt }) => startedAt)).toEqual([first, first + 86_400])
  })

  it('may each have the header again, when files were put together', async () => {
    const { findings, complianceRuns } = await read(
      csv5([{ ACCOUNT_UID: '111111111111' }]) + csv5([{ ACCOUNT_UID: '222222222222' }]),
    )
    expect(findings.map(({ category }) => category)).toEqual(['aws', 'aws'])
    expect(complianceRuns.map(({ host }) => host)).toEqual(['aws-111111111111', 'aws-222222222222'])
  })

  it('are refused when there are far too many', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => ({ ACCOUNT_UID: `${index}` }))
    expect(await refusal(csv5(rows))).toBe(
      'Refused: it holds more than 10000 accounts and scans; split it',
    )
  })
})

describe('ASFF by Prowler', () => {
  it('is read too, with the account as the server of everything', async () => {
    const { findings, complianceRuns } = await read([
      asff.prowler(),
      asff.prowler({
        Id: 'prowler-2',
        Resources: [{ Type: 'AwsEc2Instance', Id: 'arn:aws:ec2:eu-west-1:1:instance/i-0abc' }],
      }),
    ])
    expect(findings.map(({ checkId }) => checkId)).toEqual([
      'iam_root_mfa_enabled',
      'iam_root_mfa_enabled',
    ])
    expect(complianceRuns.map(({ host }) => host)).toEqual(['aws-123456789012'])
  })

  it('takes severities of the tool prowler', async () => {
    const { findings } = await imported('prowler', JSON.stringify([asff.prowler()]), {
      severities: { prowler: [['iam_*', 'low']] },
    })
    expect(findings[0]?.severity).toBe('low')
  })

  it.each([
    ['of AWS itself', [asff.hub()]],
    ['exported from Security Hub', { Findings: [asff.prowler()] }],
    ['mixed with that of others', [asff.prowler(), asff.hub()]],
  ])('%s is refused: it belongs to the tool securityhub', async (_what, content) => {
    expect(await refusal(content)).toBe(
      'Refused: it is an export of AWS Security Hub; import it with the tool securityhub',
    )
  })
})

describe('a file is refused', () => {
  const COMPLIANCE =
    'Refused: it is a compliance file of Prowler, which repeats the findings for each requirement; import the findings file instead'

  it.each([
    [
      'a compliance file as CSV',
      'PROVIDER;DESCRIPTION;ACCOUNTID;REGION;ASSESSMENTDATE;REQUIREMENTS_ID;STATUS\n',
      COMPLIANCE,
    ],
    [
      'one of version 4',
      'Provider;Description;AccountId;Requirements_Attributes_Name;Status\n',
      COMPLIANCE,
    ],
    ['a compliance file as OCSF', JSON.stringify([ocsf({ class_uid: 2003 })]), COMPLIANCE],
    ['a header alone', csv5([]), 'Refused: it holds no findings, which proves nothing'],
    ['an empty list', '[]', 'Refused: it holds no findings, which proves nothing'],
    ['an empty file', '', 'Refused: it is no findings file of Prowler'],
    [
      'a page',
      '<!DOCTYPE html><title>Prowler</title>',
      'Refused: it is no findings file of Prowler',
    ],
    [
      'JSON of another tool',
      '[{"plugin":"acm","status":"OK"}]',
      'Refused: its record 1 is no finding of Prowler',
    ],
    [
      'OCSF of another product',
      JSON.stringify([ocsf(), ocsf({ metadata: { product: { name: 'Inspector' } } })]),
      'Refused: its record 2 is no finding of Prowler',
    ],
    [
      'a result of Prowler without a finding',
      JSON.stringify([ocsf({ finding_info: undefined })]),
      'Refused: its record 1 is no finding of Prowler',
    ],
    [
      'a cut list',
      JSON.stringify([ocsf(), ocsf()]).slice(0, -1),
      'Refused: it is JSON that was cut',
    ],
    [
      'a cut field',
      csv5([{}, { RISK: 'One.\nTwo.' }]).split('Two.')[0] ?? '',
      'Refused: it was cut: it ends inside a quoted field',
    ],
  ])('%s', async (_what, content, reason) => {
    expect(await refusal(content)).toBe(reason)
  })
})

describe('recognises', () => {
  it.each([
    ['CSV of version 5', csv5([{}])],
    ['CSV with a byte order mark', `\uFEFF${csv5([{}])}`],
    ['CSV of version 3', csv3(['ACCOUNT_ID'], [{}])],
    ['CSV of version 2', csv2()],
    ['OCSF', JSON.stringify([ocsf()])],
    ['OCSF, cut', JSON.stringify([ocsf()], null, 4).slice(0, 2000)],
    ['OCSF, one a line', linesOfJson(ocsf(), ocsf())],
    ['OCSF of version 3', JSON.stringify([earlyOcsf()])],
    ['JSON of version 3', JSON.stringify([json3()], null, 4)],
    ['JSON of version 2', linesOfJson(json2(), json2())],
    ['its own ASFF', JSON.stringify([asff.prowler(), asff.prowler()], null, 4)],
    ['its own ASFF of version 2', linesOfJson(asff.prowler(), asff.prowler())],
  ])('%s', (_what, head) => {
    expect(prowler.recognises(head)).toBe(true)
  })

  it.each([
    ['nothing', ''],
    ['an empty list', '[]'],
    ['its compliance files', 'PROVIDER;DESCRIPTION;ACCOUNTID;REQUIREMENTS_ID;STATUS;CHECKID\n'],
    ['OCSF of others', JSON.stringify([ocsf({ metadata: { product: { name: 'Wiz' } } })])],
    ['Security Hub', JSON.stringify({ Findings: [asff.prowler()] })],
    ['ASFF of others', JSON.stringify([asff.prowler(), asff.hub()])],
    ['a text that speaks of it', '{"text": "CheckID StatusExtended Prowler"}'],
  ])('not %s', (_what, head) => {
    expect(prowler.recognises(head)).toBe(false)
  })
})

it('a compliance file whose tool is not named is called what it is', () => {
  expect(lookOf('PROVIDER;DESCRIPTION;ACCOUNTID;REQUIREMENTS_ID;STATUS\n')).toBe(
    'it looks like a compliance file of Prowler; import its findings file instead',
  )
})

const EXPECTED: Readonly<Record<string, { status: object; fail: object }>> = {
  'dd_v2_few.csv': { status: { fail: 4 }, fail: { high: 1, medium: 2, low: 1 } },
  'dd_v2_many.json': {
    status: { pass: 1, fail: 4, manual: 1 },
    fail: { critical: 1, high: 1, medium: 1, low: 1 },
  },
  'dd_v3plus_many_vuln.json': { status: { fail: 3 }, fail: { high: 1, medium: 1, low: 1 } },
  // one of the three was muted
  'dd_v3plus_many_vuln.ocsf.json': { status: { fail: 2, not_applicable: 1 }, fail: { high: 2 } },
  'dd_v4_example_aws.ocsf.json': { status: { fail: 2, manual: 1 }, fail: { medium: 1, low: 1 } },
  'dd_v4_example_azure.ocsf.json': { status: { fail: 3 }, fail: { high: 1, medium: 1, low: 1 } },
  'v5_example_aws.csv': { status: { fail: 2, manual: 2 }, fail: { medium: 1, low: 1 } },
  'v5_example_aws.ocsf.json': { status: { fail: 2, manual: 3 }, fail: { medium: 1, low: 1 } },
  'v5_example_azure.csv': { status: { pass: 3, fail: 1 }, fail: { high: 1 } },
  'v5_example_azure.ocsf.json': { status: { fail: 5 }, fail: { high: 1, medium: 3, low: 1 } },
  'dd_prowler-output.asff.json': {
    status: { pass: 441, fail: 286, manual: 4 },
    fail: { critical: 3, high: 29, medium: 199, low: 55 },
  },
}

describe.skipIf(!hasCollection)('real reports', () => {
  const files = Object.entries(EXPECTED)

  it.each(files)(
    '%s is recognised, and imported with its own counts',
    async (name, { status, fail }) => {
      const path = collected(`public/prowler/${name}`)
      expect(prowler.recognises(readFileSync(path, 'utf8').slice(0, 65_536))).toBe(true)
      const { findings, complianceRuns } = await importedFile('prowler', path)
      expect(statusesOf(findings)).toEqual(status)
      expect(
        countedBy(
          findings.filter((it) => it.status === 'fail'),
          'severity',
        ),
      ).toEqual(fail)
      expect(complianceRuns).toHaveLength(1)
    },
  )

  it.each(files)('%s cut anywhere is refused, or has fewer findings', async (name) => {
    const text = readFileSync(collected(`public/prowler/${name}`), 'utf8')
    const whole = (await read(text)).findings.length
    for (const cut of cutsOf(text)) {
      const found = await read(cut).then(
        ({ findings }) => findings.length,
        (error) => error.name,
      )
      if (/\.csv$|v2_many/.test(name) && found !== 'Refused') expect(found).toBeLessThan(whole)
      else expect(found).toBe('Refused')
    }
  })
})
