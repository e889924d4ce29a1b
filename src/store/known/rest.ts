// A log that its tool cuts in front begins with the rest of a run, of which more is cut off later.
import type { MalwareRun } from '../../importers/report.ts'
import { momentOf, wallClock } from '../../time.ts'
import { scanRowOf } from '../malware-scan-row.ts'
import type { Writer } from '../writing/writing.ts'
import type { Verdict } from './judged-run.ts'
import type { SurveyedFile } from './provenance.ts'

/** Known where the whole, or a longer rest, was stored; or stands before it in the same file. */
export async function restOf(
  db: Writer,
  { runs, options }: SurveyedFile,
  position: number,
): Promise<Verdict | undefined> {
  const rest = runs[position]
  if (rest?.report.kind !== 'malware-run' || rest.dateFrom !== 'report') return undefined
  const { report, server, date } = rest
  if (report.beganBy === undefined) return undefined
  const until = wallClock(momentOf(report.beganBy * 1000, options.zone))
  const stored = await db
    .selectFrom('secdash_import_runs as run')
    .innerJoin('malware_scans as scan', 'scan.scan_id', 'run.row_id')
    .select(['run.run_id', 'run.row_id', 'run.scan_date', 'scan.scan_type', 'scan.files_scanned'])
    .select(['scan.scan_duration_seconds', 'scan.infections_found', 'scan.summary'])
    .where('run.kind', '=', 'malware')
    .where('run.server_name', '=', server)
    .where('run.scan_date', '>=', date)
    .where('run.scan_date', '<=', until)
    .orderBy('run.run_id')
    .execute()
  const run = stored.find((it) => isWhole(it, report))
  if (run !== undefined) return { is: 'known', run }
  const of = runs.slice(0, position).findIndex((it) => {
    const isThen = it.server === server && it.date >= date && it.date <= until
    return isThen && it.report.kind === 'malware-run' && isWhole(scanRowOf(it.report, it), report)
  })
  return of === -1 ? undefined : { is: 'rest', of }
}

type ScanRow = Omit<ReturnType<typeof scanRowOf>, 'scan_date' | 'status' | 'summary'> & {
  readonly summary: string | null
}

const isWhole = (scan: ScanRow, rest: MalwareRun): boolean =>
  scan.scan_type === rest.scanType &&
  scan.files_scanned === rest.files &&
  scan.scan_duration_seconds === rest.seconds &&
  scan.infections_found >= rest.infections &&
  // Two scans of one minute can have the same totals; their ids differ.
  (!scan.summary?.includes('"scan_id"') || scan.summary.includes(String(rest.summary['scan_id'])))
