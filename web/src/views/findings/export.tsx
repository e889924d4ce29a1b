import { useAddress } from '../../app/address.ts'
import { csvOf } from '../../data/csv.ts'
import { download } from '../../data/download.ts'
import { count } from '../../data/numbers.ts'
import type { Findings, OpenFinding } from '../../data/wire.ts'
import { holds } from './holds.ts'

const COLUMNS: readonly (keyof OpenFinding & string)[] = [
  'severity',
  'server_name',
  'server_type',
  'check_category',
  'check_id',
  'check_name',
  'finding_summary',
  'finding_details',
  'remediation_steps',
  'aws_resource_id',
  'aws_resource_type',
  'file_path',
  'service_name',
  'cis_benchmark',
  'aws_foundational_security',
  'nist_csf',
  'detected_at',
  'scan_date',
  'finding_id',
]

/** What is shown, and no more: a file that looks complete must not be cut off in silence. */
export function Export({ findings, timestamp }: Findings) {
  const wanted = useAddress().search.get('q') ?? ''
  const rows = wanted === '' ? findings : findings.filter((it) => holds(it, wanted))
  return (
    <button
      type="button"
      onClick={() =>
        download(`findings-${timestamp.slice(0, 19).replaceAll(':', '')}.csv`, csvOf(COLUMNS, rows))
      }
    >
      Export {count(rows.length)} as CSV
    </button>
  )
}
