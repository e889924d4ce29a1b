// Stores one compliance scan with its findings. A newer scan of the same server by the same tool
// supersedes what the older ones left open, so that the list shows each problem once.
import { roundedQuotient } from '../../decimal.ts'
import type { ComplianceRun, Finding } from '../../importers/report.ts'
import { isScanTime } from '../../importers/report-time.ts'
import { NAME_LENGTH } from '../../names.ts'
import { momentOf, wallClock } from '../../time.ts'
import { latestAt } from '../ahead.ts'
import { storedHost } from '../host.ts'
import type { StoreOptions } from '../options.ts'
import type { SurveyedRun, Tally } from '../reading/surveyed-run.ts'
import { forgetDecisions } from '../resolving/resolutions.ts'
import { type Superseded, supersede } from '../resolving/supersede.ts'
import { inLots } from '../writing/lots.ts'
import { storable, storableJson, storableOrNull } from '../writing/storable.ts'
import { insertOne, type Writer } from '../writing/writing.ts'
import { misplaced, type Records, type RunRows } from './records.ts'

/** The type of a server of which a report says none: the column holds no empty text. */
const UNTYPED = 'server'

const scoreOf = ({ score, unlisted }: ComplianceRun, { findings }: Tally): number | null => {
  if (score !== undefined) return score === null ? null : Math.min(100, Math.max(0, score))
  const passed = findings.pass + (unlisted?.passed ?? 0)
  const decided = passed + findings.fail
  return decided === 0 ? null : roundedQuotient(100 * passed, decided)
}

export function insertComplianceScan(
  db: Writer,
  report: ComplianceRun,
  surveyed: SurveyedRun,
  { serverType }: StoreOptions,
): Promise<number> {
  const { server, date, tally } = surveyed
  const { findings, failed } = tally
  const { passed = 0, skipped = 0 } = report.unlisted ?? {}
  const run = findings.pass + findings.fail + findings.error + passed
  const left = findings.manual + findings.not_applicable + skipped
  return insertOne(db, 'compliance_scans', 'scan_id', {
    server_name: server,
    server_type: storable(serverType ?? report.serverType, NAME_LENGTH) || UNTYPED,
    scan_date: date,
    scan_duration_seconds: report.seconds,
    overall_score: scoreOf(report, tally),
    findings_critical: failed.critical,
    findings_high: failed.high,
    findings_medium: failed.medium,
    findings_low: failed.low,
    findings_pass: findings.pass + passed,
    checks_total: run + left,
    checks_run: run,
    checks_skipped: left,
    metadata: storableJson({ ...report.metadata, ...storedHost(surveyed, 'host') }),
  })
}

export function complianceRecords(
  db: Writer,
  run: SurveyedRun,
  report: ComplianceRun,
  { tool, known, row_id: scanId }: RunRows,
  options: StoreOptions,
): Records {
  const { date, dateFrom, server, serverFrom, host, tally } = run
  const rows = findingRows(db, scanId, date, options)
  return {
    async add(record) {
      if (known) return
      if (record.kind !== 'finding') throw misplaced(record)
      await rows.add(record)
    },
    async finish() {
      await rows.flush()
      if (!known) await forgetDecisions(db, 'finding', await findingsOf(db, scanId))
      return {
        kind: 'compliance',
        known,
        date,
        dateFrom,
        server,
        serverFrom,
        host,
        scanId,
        score: scoreOf(report, tally),
        findings: withUnlisted(tally.findings, report),
        failed: tally.failed,
        superseded: known ? NONE : await supersede(db, tool, run, scanId, options),
      }
    },
  }
}

async function findingsOf(db: Writer, scanId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('compliance_findings')
    .select('finding_id')
    .where('scan_id', '=', scanId)
    .execute()
  return rows.map(({ finding_id }) => finding_id)
}

const NONE: Superseded = { older: 0, unchecked: 0, by: null }

/** Checks that the report only counts have passed, too. */
const withUnlisted = (findings: Tally['findings'], { unlisted }: ComplianceRun) => ({
  ...findings,
  pass: findings.pass + (unlisted?.passed ?? 0),
})

/** A lot of findings, as rows of one scan. */
const findingRows = (
  db: Writer,
  scanId: number,
  date: string,
  { zone, date: given, now }: StoreOptions,
): ReturnType<typeof inLots<Finding>> => {
  // Most findings of a scan have the same time.
  let [last, written]: [number | null, string] = [null, '']
  const latest = given ?? latestAt(now)
  const detectedAt = ({ at }: Finding): string => {
    // A time in the future, or of a clock that was never set, is none. Where a person gave the date, the
    // clock of the report was wrong, and so is a time beyond it. An earlier one may be true: Security
    // Hub knows since when there is each of its findings.
    if (at == null || !isScanTime(at) || at > latest) return date
    if (at !== last) [last, written] = [at, wallClock(momentOf(at * 1000, zone))]
    return written
  }
  return inLots<Finding>(async (findings) => {
    await db
      .insertInto('compliance_findings')
      .values(findings.map((finding) => rowOf(finding, scanId, detectedAt(finding))))
      .execute()
  })
}

const rowOf = (finding: Finding, scanId: number, detectedAt: string) => ({
  scan_id: scanId,
  check_category: finding.category,
  check_name: storable(finding.checkName),
  check_id: storable(finding.checkId),
  status: finding.status,
  severity: finding.severity,
  finding_summary: storable(finding.summary),
  finding_details: storable(finding.details),
  remediation_steps: storable(finding.remediation),
  aws_resource_id: storableOrNull(finding.awsResourceId),
  aws_resource_type: storableOrNull(finding.awsResourceType),
  file_path: storableOrNull(finding.path),
  service_name: storableOrNull(finding.service),
  cis_benchmark: storableOrNull(finding.cis),
  aws_foundational_security: storableOrNull(finding.awsFoundational),
  nist_csf: storableOrNull(finding.nistCsf),
  detected_at: detectedAt,
  resolved_at: null,
  resolved_by: null,
  resolution_notes: null,
})
