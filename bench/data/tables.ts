// What is stored, table by table, in the order of the schema's columns.
import { SCHEMA, TABLE_NAMES, type TableName } from '../../src/database/schema/schema.ts'
import { complianceFindings, complianceScans } from './compliance-rows.ts'
import type { Filling, Row } from './filling.ts'
import { malwareDetections, malwareScans } from './malware-rows.ts'
import { postureScores } from './posture-rows.ts'

const ROWS: Readonly<Record<TableName, (filling: Filling) => Iterable<Row>>> = {
  malware_scans: malwareScans,
  malware_detections: malwareDetections,
  compliance_scans: complianceScans,
  compliance_findings: complianceFindings,
  posture_scores: postureScores,
}

export interface TableRows {
  readonly table: TableName
  readonly columns: readonly string[]
  readonly rows: Iterable<Row>
}

export const tableRows = (filling: Filling): TableRows[] =>
  TABLE_NAMES.map((table) => ({
    table,
    columns: Object.keys(SCHEMA[table]),
    rows: ROWS[table](filling),
  }))
