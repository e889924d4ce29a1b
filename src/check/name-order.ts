// Names by which answers are ordered, where the database as a whole puts them into another order.
import type { Looking } from './looking.ts'
import { problem, type Remark } from './remark.ts'

/** Names by which answers are ordered and told apart. */
export const ORDERED = [
  'malware_scans.scan_type',
  'compliance_scans.server_name',
  'compliance_findings.check_category',
]

export async function order({ db, inspector }: Looking): Promise<Remark[]> {
  const fault = await inspector.otherOrder(db)
  return fault === null ? [] : [problem('collation', ORDERED.join(', '), fault.problem, fault.fix)]
}
