// Requests that fit a data set: names that are in it, and some that are not.
import fc from 'fast-check'
import type { DataSet } from '../datasets.ts'

const COMPLIANCE = '/api/compliance-scans.php'

const distinct = (names: readonly string[], other: string) => [...new Set([...names, other])]

export function requestsFor({ rows }: DataSet): fc.Arbitrary<string> {
  const servers = fc.constantFrom(
    ...distinct(
      rows.compliance_scans.map((it) => it.server_name),
      'nobody',
    ),
  )
  const categories = fc.constantFrom(
    ...distinct(
      rows.compliance_findings.map((it) => it.check_category),
      'none',
    ),
  )
  const severities = fc.constantFrom('critical', 'high', 'medium', 'low')
  const days = fc.constantFrom('1', '7', '30', '90', '365')
  const query = (action: string, members: Record<string, fc.Arbitrary<string>>) =>
    fc
      .record(members, { requiredKeys: [] })
      .map((given) => `${COMPLIANCE}?${new URLSearchParams({ action, ...given })}`)
  return fc.oneof(
    fc.constant('/api/malware.php'),
    days.map((it) => `/api/posture.php?days=${it}`),
    fc.constant(COMPLIANCE),
    query('categories', {}),
    servers.map((name) => `${COMPLIANCE}?${new URLSearchParams({ action: 'server', name })}`),
    query('findings', { severity: severities, category: categories, server: servers }),
    query('history', { server: servers, days }),
  )
}
