// The row that a run has in its table. Anybody may delete it, at any time.
import { sql } from 'kysely'
import type { RunKind } from '../../database/schema/import-tables.ts'
import type { SurveyedRun } from '../reading/surveyed-run.ts'
import type { Writer } from '../writing/writing.ts'

const ROWS = {
  malware: ['malware_scans', 'scan_id'],
  compliance: ['compliance_scans', 'scan_id'],
  posture: ['posture_scores', 'posture_id'],
} as const

const KINDS = {
  'malware-run': 'malware',
  'compliance-run': 'compliance',
  posture: 'posture',
} as const

export const kindOf = ({ report }: SurveyedRun): RunKind => KINDS[report.kind]

/** The row of a run whose row was deleted. */
const NO_ROW = 0

/**
 * SQLite gives the id of a deleted last row again. The run that had it lets go of it first, or it
 * would be taken for the run of the next row. It stays: detections still tell that it found them.
 */
export async function letGoOfDeleted(db: Writer, runs: readonly SurveyedRun[]): Promise<void> {
  for (const kind of new Set(runs.map(kindOf))) {
    const [table, column] = ROWS[kind]
    const { newest } = await db
      .selectFrom(table)
      .select(sql<number | null>`max(${sql.ref(column)})`.as('newest'))
      .executeTakeFirstOrThrow()
    await db
      .updateTable('secdash_import_runs')
      .set({ row_id: NO_ROW })
      .where('kind', '=', kind)
      .where('row_id', '>', newest ?? NO_ROW)
      .execute()
  }
}

export async function exists(db: Writer, kind: RunKind, id: number): Promise<boolean> {
  const [table, column] = ROWS[kind]
  const found = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`
  return (await found.execute(db)).rows.length > 0
}
