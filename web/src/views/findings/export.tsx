import { csvOf } from '../../data/csv.ts'
import { download } from '../../data/download.ts'
import { count } from '../../data/numbers.ts'
import type { OpenFinding } from '../../data/wire.ts'
import type { TableModel } from '../../parts/table-model.ts'

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

interface ExportProps {
  readonly table: TableModel<OpenFinding>
  readonly read: string
  /** Of the last filter still: not what was asked for. */
  readonly isPast: boolean
}

/** What is shown, and no more: a file that looks complete must not be cut off in silence. */
export function Export({ table, read, isPast }: ExportProps) {
  const rows = table.getRowModel().rows.map((it) => it.original)
  return (
    <button
      type="button"
      disabled={isPast}
      onClick={() =>
        download(`findings-${read.slice(0, 19).replaceAll(':', '')}.csv`, csvOf(COLUMNS, rows))
      }
    >
      Export {count(rows.length)} as CSV
    </button>
  )
}
