// What Prowler writes, with only the parts given that a test is about.

const COLUMNS_5 = [
  ...'AUTH_METHOD;TIMESTAMP;ACCOUNT_UID;ACCOUNT_NAME;ACCOUNT_EMAIL;ACCOUNT_ORGANIZATION_UID'.split(
    ';',
  ),
  ...'ACCOUNT_ORGANIZATION_NAME;ACCOUNT_TAGS;FINDING_UID;PROVIDER;CHECK_ID;CHECK_TITLE'.split(';'),
  ...'CHECK_TYPE;STATUS;STATUS_EXTENDED;MUTED;SERVICE_NAME;SUBSERVICE_NAME;SEVERITY'.split(';'),
  ...'RESOURCE_TYPE;RESOURCE_UID;RESOURCE_NAME;RESOURCE_DETAILS;RESOURCE_TAGS;PARTITION'.split(';'),
  ...'REGION;DESCRIPTION;RISK;RELATED_URL;REMEDIATION_RECOMMENDATION_TEXT'.split(';'),
  ...'REMEDIATION_RECOMMENDATION_URL;REMEDIATION_CODE_NATIVEIAC'.split(';'),
  ...'REMEDIATION_CODE_TERRAFORM;REMEDIATION_CODE_CLI;REMEDIATION_CODE_OTHER;COMPLIANCE'.split(';'),
  ...'CATEGORIES;DEPENDS_ON;RELATED_TO;NOTES;PROWLER_VERSION;ADDITIONAL_URLS'.split(';'),
]

const COLUMNS_3 = [
  ...'ASSESSMENT_START_TIME;FINDING_UNIQUE_ID;PROVIDER;CHECK_ID;CHECK_TITLE;CHECK_TYPE'.split(';'),
  ...'STATUS;STATUS_EXTENDED;SERVICE_NAME;SUBSERVICE_NAME;SEVERITY;RESOURCE_TYPE'.split(';'),
  ...'RESOURCE_DETAILS;RESOURCE_TAGS;DESCRIPTION;RISK;RELATED_URL'.split(';'),
  ...'REMEDIATION_RECOMMENDATION_TEXT;REMEDIATION_RECOMMENDATION_URL;COMPLIANCE'.split(';'),
]

type Row = Readonly<Record<string, string>>

const quoted = (text: string): string =>
  /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const csvOf = (columns: readonly string[], rows: readonly Row[]): string =>
  [columns, ...rows.map((row) => columns.map((name) => quoted(row[name] ?? '')))]
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('')

const ROW = {
  PROVIDER: 'aws',
  CHECK_ID: 'iam_root_mfa_enabled',
  CHECK_TITLE: 'Root has MFA',
  STATUS: 'FAIL',
  STATUS_EXTENDED: 'MFA is not enabled for root.',
  SERVICE_NAME: 'iam',
  SEVERITY: 'critical',
  RESOURCE_TYPE: 'AwsIamUser',
  DESCRIPTION: 'Checks the root user.',
  RISK: 'Root can do everything.',
  REMEDIATION_RECOMMENDATION_TEXT: 'Enable MFA.',
  REMEDIATION_RECOMMENDATION_URL: 'https://docs.example/mfa',
  COMPLIANCE: 'CIS-1.5: 1.5 | NIST-CSF-1.1: ac_1, ac_7',
}

/** Versions 4 and 5. */
export const csv5 = (rows: readonly Row[], extraColumns: readonly string[] = []): string =>
  csvOf(
    [...COLUMNS_5, ...extraColumns],
    rows.map((row) => ({
      ...ROW,
      TIMESTAMP: '2025-02-14 14:27:03.913874',
      ACCOUNT_UID: '123456789012',
      MUTED: 'False',
      RESOURCE_UID: 'arn:aws:iam::123456789012:root',
      REGION: 'eu-west-1',
      PROWLER_VERSION: '5.4.0',
      ...row,
    })),
  )

/** Version 3, with the columns of one provider behind the common ones. */
export const csv3 = (provider: readonly string[], rows: readonly Row[]): string =>
  csvOf(
    [...COLUMNS_3, ...provider],
    rows.map((row) => ({ ...ROW, ASSESSMENT_START_TIME: '2023-04-25T23:49:42.744599', ...row })),
  )

/** Version 2.12, which quotes nothing. */
export const csv2 = (...lines: readonly string[]): string =>
  [
    'PROFILE,ACCOUNT_NUM,REGION,TITLE_ID,CHECK_RESULT,ITEM_SCORED,ITEM_LEVEL,TITLE_TEXT,CHECK_RESULT_EXTENDED,CHECK_SEVERITY,CHECK_SERVICENAME,CHECK_RISK,CHECK_RESOURCE_ID,PROWLER_START_TIME',
    ...lines,
    '',
  ].join('\n')

type Json = Readonly<Record<string, unknown>>

/** Since version 4. */
export const ocsf = (changes: Json = {}): Json => ({
  message: 'MFA is not enabled for root.',
  metadata: {
    event_code: 'iam_root_mfa_enabled',
    product: { name: 'Prowler', uid: 'prowler', vendor_name: 'Prowler', version: '5.4.0' },
    version: '1.4.0',
  },
  severity_id: 5,
  severity: 'Critical',
  status: 'New',
  status_code: 'FAIL',
  status_detail: 'MFA is not enabled for root.',
  unmapped: { compliance: { 'CIS-1.5': ['1.5'], 'CIS-3.0': ['1.5', '1.6'] } },
  finding_info: {
    desc: 'Checks the root user.',
    title: 'Root has MFA',
    uid: 'prowler-aws-iam_root_mfa_enabled-123456789012-eu-west-1-root',
  },
  resources: [
    { uid: 'arn:aws:iam::123456789012:root', type: 'AwsIamUser', group: { name: 'iam' } },
  ],
  class_uid: 2004,
  cloud: { account: { uid: '123456789012' }, provider: 'aws', region: 'eu-west-1' },
  remediation: { desc: 'Enable MFA.', references: ['https://docs.example/mfa'] },
  risk_details: 'Root can do everything.',
  time: 1739539623,
  time_dt: '2025-02-14T14:27:03.913874',
  ...changes,
})

/** Version 3. */
export const earlyOcsf = (changes: Json = {}): Json => ({
  finding: {
    title: 'Root has MFA',
    desc: 'Checks the root user.',
    supporting_data: { Risk: 'Root can do everything.' },
    remediation: { kb_articles: ['https://docs.example/mfa'], desc: 'Enable MFA.' },
    uid: 'prowler-aws-iam_root_mfa_enabled-123456789012-eu-west-1-root',
  },
  resources: [
    { uid: 'arn:aws:iam::123456789012:root', type: 'AwsIamUser', group: { name: 'iam' } },
  ],
  status_detail: 'MFA is not enabled for root.',
  compliance: { status: 'Failure', requirements: ['CIS-1.5: 1.5', 'NIST-CSF-1.1: ac_1, ac_7'] },
  severity: 'Critical',
  cloud: { account: { uid: '123456789012' }, provider: 'aws', region: 'eu-west-1' },
  time: '2023-04-25 23:49:42.744599',
  metadata: {
    product: {
      name: 'Prowler',
      version: '3.16.17',
      feature: { uid: 'iam_root_mfa_enabled', name: 'iam_root_mfa_enabled' },
    },
    version: '1.0.0-rc.3',
  },
  status: 'Failure',
  class_uid: 2001,
  ...changes,
})

/** Version 3, its own JSON. */
export const json3 = (changes: Json = {}): Json => ({
  AssessmentStartTime: '2023-04-25T23:49:42.744599',
  Provider: 'aws',
  CheckID: 'iam_root_mfa_enabled',
  CheckTitle: 'Root has MFA',
  ServiceName: 'iam',
  Status: 'FAIL',
  StatusExtended: 'MFA is not enabled for root.',
  Severity: 'critical',
  ResourceType: 'AwsIamUser',
  Risk: 'Root can do everything.',
  Remediation: { Recommendation: { Text: 'Enable MFA.', Url: 'https://docs.example/mfa' } },
  Compliance: { 'CIS-1.5': ['1.5'], 'NIST-CSF-1.1': ['ac_1', 'ac_7'] },
  AccountId: '123456789012',
  Region: 'eu-west-1',
  ResourceId: 'root',
  ResourceArn: 'arn:aws:iam::123456789012:root',
  ...changes,
})

/** Version 2, one a line. */
export const json2 = (changes: Json = {}): Json => ({
  Profile: 'default',
  'Account Number': '123456789012',
  Control: '[check113] Ensure MFA is enabled for the root account',
  Message: 'eu-west-1: MFA is not enabled for root',
  Severity: 'Critical',
  Status: 'FAIL',
  'Control ID': '1.13',
  Region: 'eu-west-1',
  Timestamp: '2021-08-23T06:38:21Z',
  Service: 'iam',
  Risk: 'Root can do everything.',
  Remediation: 'Enable MFA.',
  'Doc link': 'https://docs.example/mfa',
  'Resource ID': 'root',
  ...changes,
})

export const linesOfJson = (...records: readonly Json[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')
