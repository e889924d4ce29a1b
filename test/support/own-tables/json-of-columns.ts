// JSON that a view puts together of columns: some scans have it so, the others as a text.
import type { DataSet, Rows } from '../datasets.ts'

/** Which scans have their JSON in columns. */
const hasParts = (id: number) => id % 2 === 0

type MalwareScan = Rows['malware_scans'][number]
type ComplianceScan = Rows['compliance_scans'][number]

const NO_PARTS = { part_a: null, part_b: null, part_n: null }

const malwareParts = ({ scan_type, files_scanned }: MalwareScan) => ({
  part_a: `${scan_type} "1.4"\\\n`,
  part_b: null,
  part_n: files_scanned,
})

const complianceParts = ({ server_type, checks_run, overall_score }: ComplianceScan) => ({
  part_a: server_type,
  part_b: overall_score === null ? null : `i-${overall_score}`,
  part_n: checks_run,
})

/** The same data set, with texts for some JSON that columns can be put together to. */
export function withJsonOfColumns(dataSet: DataSet): DataSet {
  const malware_scans = dataSet.rows.malware_scans.map((scan) => {
    if (!hasParts(scan.scan_id)) return scan
    const { part_a: engine_version, part_n: known_viruses } = malwareParts(scan)
    return { ...scan, summary: JSON.stringify({ engine_version, known_viruses }) }
  })
  const compliance_scans = dataSet.rows.compliance_scans.map((scan) => {
    if (!hasParts(scan.scan_id)) return scan
    const { part_a: region, part_b: instance_id, part_n: hours } = complianceParts(scan)
    return { ...scan, metadata: JSON.stringify({ region, instance_id, hours }) }
  })
  return { ...dataSet, rows: { ...dataSet.rows, malware_scans, compliance_scans } }
}

export const summaryColumns = (scan: MalwareScan) =>
  hasParts(scan.scan_id)
    ? { ...malwareParts(scan), free_json: null }
    : { ...NO_PARTS, free_json: scan.summary }

export const metadataColumns = (scan: ComplianceScan) =>
  hasParts(scan.scan_id)
    ? { ...complianceParts(scan), free_json: null }
    : { ...NO_PARTS, free_json: scan.metadata }
