// The JSON of WPScan: one object, or since 4.0 one line for each part of it (--format jsonl).
import type { Context, Importer } from '../../importer.ts'
import type { Input } from '../../input/input.ts'
import { type JsonObject, jsonRecordsOf } from '../../input/json.ts'
import { objectOf, textOf } from '../../input/json-values.ts'
import { NotItsOwn, Refused } from '../../refused.ts'
import type { ComplianceRun, Reports } from '../../report.ts'
import { durationOf, epochOf } from '../../report-time.ts'
import { findingsIn } from './wpscan-findings.ts'
import { lookupOf } from './wpscan-lookup.ts'

const MOST_MEGABYTES = 64

export const wpscan: Importer = {
  tool: 'wpscan',
  about: 'compliance',
  reads: 'output of WPScan with --format json or jsonl',
  recognises: (head) =>
    /^\s*\{/.test(head) &&
    (/"banner"\s*:\s*\{\s*"description"\s*:\s*"WordPress Security Scanner/.test(head) ||
      (head.includes('"target_url"') && /"(?:effective_url|scan_aborted)"\s*:/.test(head))),
  async *read(input, context): Reports {
    const report = await wholeOf(input)
    const startedAt = provenStart(report)
    const lookup = lookupOf(report)
    if (!lookup.isDone) context.remark(lookup.reason)
    if (report['response_status_codes_warning'] === true) {
      context.remark('the site refused many of the requests; the scan may have missed something')
    }
    yield* findingsIn(report, lookup, context)
    yield runOf(report, startedAt, lookup.isDone, context)
  },
}

/** Lines that are parts of one object; the plugins, themes and users come one by one. */
async function wholeOf(input: Input): Promise<JsonObject> {
  if (input.size > MOST_MEGABYTES * 1024 * 1024) {
    throw new Refused(`it has over ${MOST_MEGABYTES} MB; that is no report of WPScan`)
  }
  if (!/^\s*\{/.test(input.head)) {
    throw new NotItsOwn('it is no JSON of WPScan; scan with --format json')
  }
  const whole: Record<string, unknown> = {}
  for await (const part of jsonRecordsOf(input)) {
    for (const [key, value] of Object.entries(part)) {
      // What one site lacks would be taken from the other.
      if (ONCE.has(key) && Object.hasOwn(whole, key)) throw new Refused(SEVERAL)
      const list = LISTS.get(key)
      if (list === undefined) whole[key] = value
      else whole[list] = { ...objectOf(whole[list]), ...objectOf(part[key]) }
    }
  }
  return whole
}

/** What each scan says once; one that gives up says its address again. */
const ONCE: ReadonlySet<string> = new Set(['start_time', 'stop_time'])
const SEVERAL = 'it holds several scans of WPScan; import each by itself'

const LISTS: ReadonlyMap<string, string> = new Map([
  ['plugin', 'plugins'],
  ['theme', 'themes'],
  ['user', 'users'],
])

/** When it began; throws when nothing shows that it came to its end. */
function provenStart(report: JsonObject): number | null {
  for (const key of ['scan_aborted', 'update_aborted']) {
    if (report[key] === undefined) continue
    throw new Refused(`WPScan gave up: ${textOf(report[key]).slice(0, 200)}`)
  }
  if (textOf(report['target_url']) === '') throw new NotItsOwn('it is JSON, but not of WPScan')
  if (epochOf(report['stop_time']) === null) {
    throw new Refused('it is a scan of WPScan without an end; it was cut or stopped')
  }
  return epochOf(report['start_time'])
}

function runOf(
  report: JsonObject,
  startedAt: number | null,
  isLookedUp: boolean,
  context: Context,
): ComplianceRun {
  if (startedAt === null) context.remark('the scan has no start that can be read')
  const version = textOf(objectOf(report['banner'])['version']) || null
  return {
    kind: 'compliance-run',
    toolVersion: version,
    // Every second site is called www.
    host: textOf(report['target_url']).replace(/^(https?:\/\/)www\./i, '$1'),
    serverType: 'website',
    startedAt,
    seconds: epochOf(report['elapsed']) ?? durationOf(startedAt, epochOf(report['stop_time'])),
    // It tells of problems only, so a share of passed checks would say nothing.
    score: null,
    metadata: {
      scanner: 'WPScan',
      scanner_version: version,
      target_url: textOf(report['target_url']),
      wordpress_version: textOf(objectOf(report['version'])['number']) || null,
      vulnerabilities_looked_up: isLookedUp,
    },
  }
}
