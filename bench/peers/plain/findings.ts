// The action `findings` without a filter: it is what is compared.
import type { DatabaseSync } from 'node:sqlite'
import { SEVERITIES } from '../../../src/severity.ts'
import { countsBySeverity } from './counts.ts'

const LIMIT = 500
const ACTIVE = "finding.status = 'fail' and finding.resolved_at is null"

export function findingsOf(database: DatabaseSync): () => object {
  const counts = database.prepare(
    `select finding.severity, count(*) as number from compliance_findings as finding
     where ${ACTIVE} group by finding.severity`,
  )
  // The findings come first, in the order of their index. A bare number as a limit is planned each time.
  const list = database.prepare(
    `select finding.finding_id, finding.check_category, finding.check_name, finding.check_id,
       finding.severity, finding.finding_summary, finding.finding_details,
       finding.remediation_steps, finding.aws_resource_id, finding.aws_resource_type,
       finding.file_path, finding.service_name, finding.cis_benchmark,
       finding.aws_foundational_security, finding.nist_csf, finding.detected_at,
       scan.server_name, scan.server_type, scan.scan_date
     from compliance_findings as finding
     cross join compliance_scans as scan on scan.scan_id = finding.scan_id
     where ${ACTIVE} and finding.severity = ?
     order by finding.detected_at desc, finding.finding_id desc limit 0 + ?`,
  )
  return () => {
    const counted = countsBySeverity(counts)
    const findings: unknown[] = []
    for (const severity of SEVERITIES) {
      const left = LIMIT - findings.length
      if (counted[severity] > 0 && left > 0) findings.push(...list.all(severity, left))
    }
    return {
      filters: { severity: null, category: null, server: null },
      total_findings: counted.critical + counted.high + counted.medium + counted.low,
      findings,
    }
  }
}
