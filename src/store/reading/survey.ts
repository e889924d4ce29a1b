// The first of two readings of a report: which runs it holds, what each adds up to, and which
// server and date it has. Nothing is written until all of it has been read to the end.
import { NotItsOwn, Refused } from '../../importers/refused.ts'
import type { Finding, Report, RunReport } from '../../importers/report.ts'
import { isScanTime } from '../../importers/report-time.ts'
import { serverNameOf } from '../../importers/server-name.ts'
import { momentOf, wallClock } from '../../time.ts'
import { latestAt } from '../ahead.ts'
import type { DateFrom, ServerFrom, StoreOptions } from '../options.ts'
import { contentOf, type Digest, digest, toldBy } from './digest.ts'
import { withoutOtherHosts } from './hosts-of-a-file.ts'
import type { Source } from './source.ts'
import type { SurveyedRun, Tally } from './surveyed-run.ts'

/** A daily log of two centuries. */
const MOST_RUNS = 100_000

interface Pending {
  readonly told: Digest
  readonly content: Digest
  readonly tally: Tally
}

export const runKeyOf = (report: Report): string => ('run' in report ? (report.run ?? '') : '')

export async function surveyOf(source: Source, options: StoreOptions): Promise<SurveyedRun[]> {
  const { tool } = source
  const pending = new Map<string, Pending>()
  const occurrences = new Map<string, number>()
  const runs: SurveyedRun[] = []
  const pendingOf = (key: string): Pending => {
    const fresh = () => ({ told: digest(), content: digest(), tally: emptyTally() })
    const found = pending.get(key) ?? fresh()
    pending.set(key, found)
    return found
  }
  for await (const report of source.reports()) {
    const key = runKeyOf(report)
    const { told, content, tally } = pendingOf(key)
    content.add(contentOf(report))
    if (report.kind === 'clean-file') continue
    told.add(toldBy(report))
    if (report.kind === 'hit') continue
    if (report.kind === 'finding') {
      count(tally, report)
      continue
    }
    pending.delete(key)
    const place = placeOf(report, options)
    told.add(JSON.stringify([tool, place.server, options.date]))
    const fingerprint = told.end()
    const occurrence = occurrences.get(fingerprint) ?? 0
    occurrences.set(fingerprint, occurrence + 1)
    runs.push({ key, report, fingerprint, content: content.end(), occurrence, tally, ...place })
    if (runs.length > MOST_RUNS) throw new Refused(`it holds over ${MOST_RUNS} runs; split it`)
  }
  if (pending.size > 0) throw new Error(`the importer ${tool} left records without a run`)
  if (runs.length === 0) throw new NotItsOwn('it holds no run of a scanner')
  const own = withoutOtherHosts(withEnds(runs, options), { isNamed: options.server !== null })
  if (options.date !== null) assertOneMoment(own)
  return own
}

/** What a killed run of a log has found may have been found right before the next, or before now. */
function withEnds(runs: readonly SurveyedRun[], { fallback, zone }: StoreOptions): SurveyedRun[] {
  let until = wallClock(momentOf(fallback.at * 1000, zone))
  const isOpen = ({ report }: SurveyedRun) =>
    report.kind === 'malware-run' && report.isDatedByLast === true
  return runs
    .toReversed()
    .map((run) => {
      if (isOpen(run)) return { ...run, until }
      until = run.date
      return run
    })
    .reverse()
}

const emptyTally = (): Tally => ({
  findings: { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0 },
  failed: { critical: 0, high: 0, medium: 0, low: 0 },
})

function count({ findings, failed }: Tally, { status, severity }: Finding): void {
  findings[status]++
  if (status === 'fail') failed[severity]++
}

const timeOf = (report: RunReport): number | null =>
  report.kind === 'posture' ? report.recordedAt : report.startedAt

/** A date that a person gave is of one run: it would make one moment of all that a log knows apart. */
function assertOneMoment(runs: readonly SurveyedRun[]): void {
  for (const ofServer of Map.groupBy(runs, ({ server }) => server).values()) {
    const times = new Set(ofServer.map(({ report }) => timeOf(report)))
    if (times.size < 2) continue
    throw new Refused(
      `it holds ${ofServer.length} runs of several dates, and --date is for one; leave it out, or put the run that you mean into a file of its own`,
    )
  }
}

function placeOf(report: RunReport, options: StoreOptions) {
  const at = timeOf(report)
  const [seconds, dateFrom]: [number, DateFrom] =
    options.date !== null
      ? [options.date, 'option']
      : isScanTime(at)
        ? [at, 'report']
        : [options.fallback.at, options.fallback.from]
  const date = wallClock(momentOf(seconds * 1000, options.zone))
  if (seconds > latestAt(options.now)) throw inTheFuture(date, dateFrom)
  if (!isScanTime(seconds)) throw tooEarly(date)
  const host = report.kind === 'posture' ? null : report.host
  const named = host === null ? null : serverNameOf(host)
  const [server, serverFrom]: [string, ServerFrom] =
    options.server !== null
      ? [options.server, 'option']
      : named !== null
        ? [named, 'report']
        : [options.thisMachine, 'this machine']
  return {
    host,
    server,
    serverFrom,
    date,
    dateFrom,
  }
}

/** It would be newer than all that comes until then, and hide it. */
const inTheFuture = (date: string, from: DateFrom): Refused =>
  new Refused(
    from === 'option'
      ? `--date is ${date}, which is in the future`
      : `it is dated ${date}, which is in the future; mend the clock, or give --date`,
  )

/** As files out of an archive have it, or those of a machine without a clock. */
const tooEarly = (date: string): Refused =>
  new Refused(`it has no date, and the time of its file is ${date}, which no scan has; give --date`)
