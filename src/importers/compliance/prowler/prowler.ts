import { counted } from '../../../counted.ts'
import type { Context, Importer } from '../../importer.ts'
import { csvRecordsOf } from '../../input/csv.ts'
import type { Input } from '../../input/input.ts'
import { jsonRecordsOf, looksLikeJson } from '../../input/json.ts'
import { type Outline, outlineOf } from '../../input/json-outline.ts'
import { NotItsOwn, Refused } from '../../refused.ts'
import type { ComplianceRun, Report } from '../../report.ts'
import { keyedRuns, runKeys } from '../keyed-runs.ts'
import { asffReports } from '../securityhub/asff.ts'
import { isAsff, isAsffOfProwler } from '../securityhub/asff-outline.ts'
import { isProwlerCompliance, prowlerCsvOf } from './prowler-csv.ts'
import { prowlerResultOf } from './prowler-json.ts'
import {
  complianceFile,
  findingOf,
  isExcused,
  type ProwlerResult,
  statusOf,
} from './prowler-result.ts'
import { hostOf, mustBeNamed, serverTypeOf } from './prowler-server.ts'
import { prowlerTimeOf, startReader } from './prowler-time.ts'

export const prowler: Importer = {
  tool: 'prowler',
  about: 'compliance',
  reads: 'Prowler 2 to 5: findings as CSV, JSON, OCSF or ASFF',
  recognises: (head) =>
    looksLikeJson(head)
      ? isProwlerJson(outlineOf(head)) || isAsffOfProwler(head)
      : prowlerCsvOf(head) !== null,
  async *read(input, context) {
    const { head } = input
    if (!looksLikeJson(head) || !isAsff(outlineOf(head))) yield* reportsOf(input, context)
    else if (isAsffOfProwler(head)) yield* asffReports(input, context, 'prowler')
    else {
      throw new Refused('it is an export of AWS Security Hub; import it with the tool securityhub')
    }
  },
}

function isProwlerJson(outline: Outline): boolean {
  const has = (name: string) => outline.has(`[].${name}`) || outline.has(name)
  const product = outline.get('[].metadata.product.name') ?? outline.get('metadata.product.name')
  return (
    (has('CheckID') && has('StatusExtended')) ||
    (has('Control') && has('Account Number')) ||
    (product === 'Prowler' && (has('finding_info') || has('finding')))
  )
}

interface Scan {
  readonly provider: string
  readonly account: string
  readonly version: string
  startedAt: number | null
  /** Null when there are several. */
  region: string | null
}

async function* reportsOf(input: Input, context: Context): AsyncGenerator<Report> {
  const scans = keyedRuns<Scan>()
  const keyOf = runKeys()
  const startOf = startReader(context)
  const seen = { all: 0, excused: 0, unknown: 0, undated: 0 }
  for await (const result of resultsOf(input, context)) {
    // A scan has one start. A file that was appended to has those of several scans.
    const server = `${result.provider}\n${result.account}`
    const start = startOf(result.startedAt)
    const key = keyOf(server, `${server}\n${result.startedAt}`, start !== null)
    const scan = scans.of(key, () => {
      mustBeNamed(result.provider, result.account, context)
      return newScan(result)
    })
    const at = result.foundAt === undefined ? start : prowlerTimeOf(result.foundAt, context)
    if (at !== null) scan.startedAt = Math.min(scan.startedAt ?? at, at)
    if (scan.region !== result.region) scan.region = null
    seen.all++
    if (isExcused(result)) seen.excused++
    if (statusOf(result) === null) seen.unknown++
    if (at === null && (result.foundAt ?? result.startedAt) !== undefined) seen.undated++
    yield findingOf(result, key, at, context)
  }
  if (seen.all === 0) throw new NotItsOwn('it holds no findings, which proves nothing')
  for (const [key, scan] of scans.all()) yield runOf(key, scan)
  const tell = (count: number, what: string) => {
    if (count > 0) context.remark(`${counted(count, 'finding')} ${what}`)
  }
  tell(seen.excused, 'muted in Prowler: stored as not_applicable')
  tell(seen.unknown, 'with a status that Prowler does not have: stored as error')
  tell(seen.undated, 'with a time that cannot be read')
}

const newScan = ({ provider, account, version, region }: ProwlerResult): Scan => ({
  provider,
  account,
  version,
  region,
  startedAt: null,
})

async function* resultsOf(input: Input, context: Context): AsyncGenerator<ProwlerResult> {
  if (looksLikeJson(input.head)) {
    let number = 0
    for await (const record of jsonRecordsOf(input)) {
      number++
      const result = prowlerResultOf(record)
      if (result === null) {
        const reason = `its record ${number} is no finding of Prowler`
        throw number === 1 ? new NotItsOwn(reason) : new Refused(reason)
      }
      yield result
    }
    return
  }
  const csv = prowlerCsvOf(input.head)
  if (csv === null) throw refusal(input.head)
  const onOpenEnd = () => context.remark('its last line has no end: it may have been cut there')
  for await (const record of csvRecordsOf(input, { ...csv.form, onOpenEnd })) {
    yield csv.resultOf(record)
  }
}

const refusal = (head: string): Refused =>
  isProwlerCompliance(head) ? complianceFile() : new NotItsOwn('it is no findings file of Prowler')

const runOf = (
  key: string,
  { provider, account, version, startedAt, region }: Scan,
): ComplianceRun => ({
  kind: 'compliance-run',
  run: key,
  toolVersion: version || null,
  host: hostOf(provider, account),
  serverType: serverTypeOf(provider),
  startedAt,
  seconds: 0,
  metadata: {
    scanner_version: version || undefined,
    provider,
    account,
    region: region || undefined,
  },
})
