// One run of a file while its records are stored, whatever kind it is.
import type { ComplianceRun, Finding, Report } from '../importers/report.ts'
import { findingRows, insertComplianceScan, scoreOf } from './compliance-run.ts'
import { insertMalwareScan, malwareRecords } from './malware-run.ts'
import type { StoreOptions } from './options.ts'
import type { Outcome } from './outcome.ts'
import { insertPosture } from './posture.ts'
import { recordRun, type StoredRun } from './provenance.ts'
import { supersede } from './supersede.ts'
import type { SurveyedRun, Tally } from './survey.ts'
import type { Writer } from './writing.ts'

export interface StoringRun {
  readonly run: SurveyedRun
  /** Stored before: its records are passed over. */
  readonly known: boolean
  /** The scan, or the posture. */
  readonly rowId: number
  /** The record of where it comes from. */
  readonly runId: number
  add(record: Report): Promise<void>
  finish(): Promise<Outcome>
}

export interface RunOptions {
  readonly tool: string
  /** The id of the file's own record. */
  readonly file: () => Promise<number>
  readonly position: number
  /** What was stored of it before. */
  readonly before: StoredRun | undefined
  readonly options: StoreOptions
}

export async function storeRun(
  db: Writer,
  surveyed: SurveyedRun,
  { tool, file, position, before, options }: RunOptions,
): Promise<StoringRun> {
  const known = before !== undefined
  // A log without dates has that of its last line by now; the run is as old as it was.
  const run = known ? { ...surveyed, date: before.scan_date } : surveyed
  const rowId = before?.row_id ?? (await insertRow(db, run, options))
  const runId =
    before?.run_id ?? (await recordRun(db, run, { importId: await file(), position, tool, rowId }))
  const storing = { run, known, rowId, runId }
  const { report, date, dateFrom, server, serverFrom, host, tally } = run

  switch (report.kind) {
    case 'malware-run': {
      const records = malwareRecords(db, run, report, { scanId: rowId, runId, known }, options)
      return { ...storing, add: (it) => records.add(it as never), finish: records.finish }
    }
    case 'compliance-run': {
      const rows = findingRows(db, rowId, date, options)
      return {
        ...storing,
        add: async (it) => (known ? undefined : rows.add(it as Finding)),
        async finish() {
          await rows.flush()
          return {
            kind: 'compliance',
            known,
            date,
            dateFrom,
            server,
            serverFrom,
            host,
            scanId: rowId,
            score: scoreOf(report, tally),
            findings: withUnlisted(tally.findings, report),
            failed: tally.failed,
            superseded: known ? { older: 0, by: null } : await supersede(db, tool, run, rowId),
          }
        },
      }
    }
    case 'posture':
      return {
        ...storing,
        add: async () => {},
        finish: async () => ({ kind: 'posture', known, date, dateFrom, postureId: rowId }),
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

/** Checks that the report only counts have passed, too. */
const withUnlisted = (findings: Tally['findings'], { unlisted }: ComplianceRun) => ({
  ...findings,
  pass: findings.pass + (unlisted?.passed ?? 0),
})
