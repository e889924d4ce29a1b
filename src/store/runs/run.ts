// One run of a file while its records are stored, whatever kind it is.

import type { JudgedRun } from '../known/judged-run.ts'
import { recordRun, type StoredRun } from '../known/provenance.ts'
import type { StoreOptions } from '../options.ts'
import type { SurveyedRun } from '../reading/surveyed-run.ts'
import type { Writer } from '../writing/writing.ts'
import { complianceRecords, insertComplianceScan } from './compliance-run.ts'
import { datedByWhole } from './growth.ts'
import { insertMalwareScan, malwareRecords } from './malware-run.ts'
import { insertPosture } from './posture.ts'
import { misplaced, type Records, type RunRows } from './records.ts'

export interface StoringRun extends Records {
  readonly rows: RunRows
}

interface RunOptions {
  readonly tool: string
  /** The id of the file's own record. */
  readonly importId: number
  /** What was stored of the run before. */
  readonly before: StoredRun | undefined
  readonly options: StoreOptions
}

export async function storeRun(
  db: Writer,
  { run: surveyed, position, verdict }: JudgedRun,
  { tool, importId, before, options }: RunOptions,
): Promise<StoringRun> {
  const known = before !== undefined
  // A log without dates has that of its last line by now; the run is as old as it was.
  const run = known ? { ...surveyed, date: before.scan_date } : surveyed
  const grown = verdict.is === 'grown' ? verdict : undefined
  if (grown !== undefined) await datedByWhole(db, grown)
  const row_id = before?.row_id ?? (await insertRow(db, run, options))
  const run_id = before?.run_id ?? (await recordRun(db, run, { importId, position, tool, row_id }))
  const rows: RunRows = { tool, known, grown, row_id, run_id, scan_date: run.date }
  return { rows, ...recordsOf(db, run, rows, options) }
}

function recordsOf(db: Writer, run: SurveyedRun, rows: RunRows, options: StoreOptions): Records {
  const { report, date, dateFrom } = run
  const { known, row_id: postureId } = rows
  switch (report.kind) {
    case 'malware-run':
      return malwareRecords(db, run, report, rows, options)
    case 'compliance-run':
      return complianceRecords(db, run, report, rows, options)
    case 'posture':
      return {
        add: async (record) => {
          throw misplaced(record)
        },
        finish: async () => ({ kind: 'posture', known, date, dateFrom, postureId }),
      }
  }
}

function insertRow(db: Writer, run: SurveyedRun, options: StoreOptions): Promise<number> {
  const { report, date } = run
  switch (report.kind) {
    case 'malware-run':
      return insertMalwareScan(db, report, run)
    case 'compliance-run':
      return insertComplianceScan(db, report, run, options)
    case 'posture':
      return insertPosture(db, report, date)
  }
}
