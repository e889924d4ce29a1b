// Files that lie beside reports, and what is said of them.
import { zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { lookOf } from '../../src/importers/recognise.ts'
import { IMPORTERS } from '../../src/importers/registry.ts'
import { memoryInput } from '../support/memory-input.ts'

const finding = (product: string) => ({
  class_uid: 2003,
  cloud: { account: { uid: '123456789012' }, provider: 'AWS' },
  compliance: { control: 'SQS.1', status: 'Fail' },
  metadata: { product: { name: 'Security Hub', uid: product }, version: '1.6.0' },
})
const OCSF = 'arn:aws:securityhub:us-east-2::productv2/aws/securityhub'
const OF_SECURITY_HUB =
  'it looks like findings of AWS Security Hub in the format OCSF (get-findings-v2, an export job); import what aws securityhub get-findings writes'

const control = { ID: '1.0', Name: 'Non-root containers', Severity: 'MEDIUM' }
const OF_TRIVY =
  'it looks like a compliance report of Trivy, which names neither what was scanned nor when; import what it writes without --compliance'

it.each([
  ['zstd', zstdCompressSync('x'), /^it looks like a file compressed with zstd; .*zstdcat FILE/],
  ['bzip2', 'BZh91AY&SY\0', /^it looks like a file compressed with bzip2; .*bzcat FILE/],
  [
    'Lynis on a terminal',
    '\n\u001b[1;37m[ Lynis 3.0.8 ]\u001b[0m\n',
    /what Lynis prints on the terminal/,
  ],
  ['the log of Lynis', '2026-11-15 00:55:47 Starting Lynis 3.0.8 with PID 1\n', /log of Lynis/],
  [
    'the log of docker-bench-security',
    'Initializing 2026-11-15T01:00:56+00:00\n\n\nSection A - Check results\n',
    /import the \.log\.json beside it/,
  ],
  [
    'the log of an old docker-bench-security',
    '# ----------\n# Docker Bench for Security v1.3.4\n#\n',
    /import the \.log\.json beside it/,
  ],
  ['get-findings-v2', JSON.stringify({ Findings: [finding(OCSF)] }, null, 2), OF_SECURITY_HUB],
  ['an export job', `${JSON.stringify(finding(OCSF))}\n`, OF_SECURITY_HUB],
  [
    'an export job of China',
    JSON.stringify(finding('arn:aws-cn:securityhub:cn-north-1::productv2/prowler/prowler')),
    OF_SECURITY_HUB,
  ],
  [
    '--compliance --report summary',
    JSON.stringify({ ID: 'k8s-nsa', Title: 'NSA', SummaryControls: [control] }, null, 2),
    OF_TRIVY,
  ],
  [
    '--compliance --report all',
    JSON.stringify({
      ...{ ID: 'k8s-nsa', Title: 'NSA', Description: '', Version: '1.0', RelatedResources: [] },
      Results: [{ ...control, Results: [{ Target: '', Misconfigurations: [] }] }],
    }),
    OF_TRIVY,
  ],
  ['--compliance as a table', '\nSummary Report for compliance: NSA\n┌─────┐\n', OF_TRIVY],
])('%s is known by name, and taken for no report', (_name, content, look) => {
  const { head } = memoryInput('x', content)
  expect(IMPORTERS.filter((it) => it.recognises(head))).toEqual([])
  expect(lookOf(head)).toEqual(look instanceof RegExp ? expect.stringMatching(look) : look)
})
