// Findings of the AWS Security Finding Format, with only the parts given that a test is about.

type Json = Readonly<Record<string, unknown>>

const PRODUCT = 'arn:aws:securityhub:eu-west-1::product'

export const asff = {
  /** By Security Hub itself, as before its controls were consolidated. */
  hub: (changes: Json = {}): Json => ({
    SchemaVersion: '2018-10-08',
    Id: 'arn:aws:securityhub:eu-west-1:123456789012:subscription/aws-foundational-security-best-practices/v/1.0.0/EC2.2/finding/1',
    ProductArn: `${PRODUCT}/aws/securityhub`,
    ProductName: 'Security Hub',
    GeneratorId: 'aws-foundational-security-best-practices/v/1.0.0/EC2.2',
    AwsAccountId: '123456789012',
    FirstObservedAt: '2024-03-02T10:15:00.000Z',
    CreatedAt: '2024-03-01T10:15:00.000Z',
    UpdatedAt: '2024-03-09T10:15:00.500Z',
    Severity: { Label: 'HIGH', Normalized: 70 },
    Title: 'EC2.2 The default group allows nothing',
    Description: 'This control looks at the default group.',
    Remediation: { Recommendation: { Text: 'See the page.', Url: 'https://docs.example/EC2.2' } },
    ProductFields: { ControlId: 'EC2.2' },
    Resources: [
      {
        Type: 'AwsEc2SecurityGroup',
        Id: 'arn:aws:ec2:eu-west-1:123456789012:security-group/sg-1',
        Region: 'eu-west-1',
      },
    ],
    Compliance: { Status: 'FAILED' },
    Workflow: { Status: 'NEW' },
    RecordState: 'ACTIVE',
    ...changes,
  }),

  /** By Prowler 3. */
  prowler: (changes: Json = {}): Json => ({
    SchemaVersion: '2018-10-08',
    Id: 'prowler-iam_root_mfa_enabled-123456789012-eu-west-1-fb33278bd',
    ProductArn: `${PRODUCT}/prowler/prowler`,
    RecordState: 'ACTIVE',
    ProductFields: { ProviderName: 'Prowler', ProviderVersion: '3.3.0' },
    GeneratorId: 'prowler-iam_root_mfa_enabled',
    AwsAccountId: '123456789012',
    FirstObservedAt: '2023-03-18T15:43:31Z',
    UpdatedAt: '2023-03-18T15:43:31Z',
    CreatedAt: '2023-03-18T15:43:31Z',
    Severity: { Label: 'CRITICAL' },
    Title: 'Root has MFA',
    Description: 'MFA is not enabled for root.',
    Resources: [{ Type: 'AwsIamUser', Id: 'arn:aws:iam::123456789012:root', Region: 'eu-west-1' }],
    Compliance: {
      Status: 'FAILED',
      RelatedRequirements: ['CIS-1.4 1.5', 'CIS-1.5 1.5 1.6', 'NIST-CSF-1.1 ac_1 ac_7', 'ISO27001'],
    },
    Remediation: { Recommendation: { Text: 'Enable MFA.', Url: 'https://docs.example/mfa' } },
    ...changes,
  }),

  /** A threat, not a check. */
  guardDuty: (changes: Json = {}): Json => ({
    SchemaVersion: '2018-10-08',
    Id: 'arn:aws:guardduty:eu-west-1:123456789012:detector/1/finding/1',
    ProductArn: `${PRODUCT}/aws/guardduty`,
    ProductName: 'GuardDuty',
    AwsAccountId: '123456789012',
    UpdatedAt: '2024-03-09T10:15:00Z',
    Severity: { Label: 'MEDIUM' },
    Resources: [{ Type: 'AwsEc2Instance', Id: 'i-1' }],
    RecordState: 'ACTIVE',
    ...changes,
  }),
}
