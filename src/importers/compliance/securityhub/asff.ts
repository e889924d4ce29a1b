// Findings of the AWS Security Finding Format. An export is not one scan: it is the newest state of
// every check, of all accounts and servers that it was made for.
import type { Context } from '../../importer.ts'
import type { Input } from '../../input/input.ts'
import { type JsonObject, jsonRecordsOf } from '../../input/json.ts'
import { outlineOf } from '../../input/json-outline.ts'
import { objectOf, textOf } from '../../input/json-values.ts'
import { NotItsOwn, Refused } from '../../refused.ts'
import type { ComplianceRun, Report } from '../../report.ts'
import { timeOf } from '../../report-time.ts'
import { accountHost } from '../../selectable-names.ts'
import { keyedRuns } from '../keyed-runs.ts'
import { type StateDate, stateDate } from '../state-date.ts'
import {
  complianceStatusOf,
  findingOf,
  isOfProwler,
  isSuppressed,
  type Subject,
  statusOf,
  subjectOf,
} from './asff-finding.ts'
import { newestFindings } from './asff-newest.ts'
import { ASFF_LIST, isAsff } from './asff-outline.ts'
import { addOther, newTally, reasonOfNone, remarksOn } from './asff-tally.ts'

interface Server {
  readonly account: string
  readonly instance: string | null
  /** Null when there are several. */
  region: string | null
  version: string
  newest: number | null
}

export async function* asffReports(
  input: Input,
  context: Context,
  tool: 'securityhub' | 'prowler',
): AsyncGenerator<Report> {
  // Security Hub exports the state of that moment, in which an EC2 instance is a server of its own.
  // Prowler writes one scan of an account.
  const isState = tool === 'securityhub'
  const newest = newestFindings(context)
  for await (const finding of findingsOf(input)) newest.see(finding)
  const isReplaced = newest.settle()
  const servers = keyedRuns<Server>()
  const tally = newTally()
  for await (const finding of findingsOf(input)) {
    if (isReplaced(tally.all++)) tally.older++
    else if (complianceStatusOf(finding) === '') addOther(tally, productOf(finding))
    else if (finding['RecordState'] === 'ARCHIVED') tally.archived++
    else {
      const subject = subjectOf(finding)
      const instance = isState ? subject.instance : null
      const account = textOf(finding['AwsAccountId'])
      const key = `${account}\n${instance ?? ''}`
      const server = servers.of(key, () => ({
        account,
        instance,
        region: regionOf(finding, subject),
        version: '',
        newest: null,
      }))
      note(server, finding, subject, context)
      tally.stored++
      if (isSuppressed(finding)) tally.suppressed++
      if (statusOf(finding) === null) tally.unknown++
      yield findingOf(finding, subject, key, tool, context)
    }
  }
  if (tally.stored === 0) throw new NotItsOwn(reasonOfNone(tally))
  for (const [key, server] of servers.all()) {
    const { newest: at } = server
    yield runOf(key, server, isState ? stateDate(at, input) : { startedAt: at, metadata: {} })
  }
  for (const remark of remarksOn(tally)) context.remark(remark)
}

async function* findingsOf(input: Input): AsyncGenerator<JsonObject> {
  let number = 0
  try {
    for await (const record of jsonRecordsOf(input, ASFF_LIST)) {
      number++
      if (!('ProductArn' in record) || !('AwsAccountId' in record)) {
        const reason = `its record ${number} is no finding of the AWS Security Finding Format`
        throw number === 1 ? new NotItsOwn(reason) : new Refused(reason)
      }
      yield record
    }
  } catch (error) {
    throw isTornAsff(error, input) ? withAdviceOnPages(error) : error
  }
}

const isTornAsff = (error: unknown, { head }: Input): error is NotItsOwn =>
  error instanceof NotItsOwn &&
  error.message.startsWith('it is no whole JSON') &&
  isAsff(outlineOf(head))

/** Pages that were appended to each other are no whole JSON, from the second one on. */
const withAdviceOnPages = ({ message }: NotItsOwn): NotItsOwn =>
  new NotItsOwn(`${message}; of several pages in one file, ${ASFF_LIST.advice}`)

const regionOf = (finding: JsonObject, { resource }: Subject): string =>
  textOf(resource['Region']) || textOf(finding['Region'])

function note(server: Server, finding: JsonObject, subject: Subject, context: Context): void {
  const updated = timeOf(finding['UpdatedAt'], context)
  if (updated !== null) server.newest = Math.max(server.newest ?? updated, updated)
  if (server.region !== regionOf(finding, subject)) server.region = null
  if (server.version === '' && isOfProwler(finding)) {
    server.version = textOf(objectOf(finding['ProductFields'])['ProviderVersion'])
  }
}

const productOf = (finding: JsonObject): string => {
  const arn = textOf(finding['ProductArn'])
  return textOf(finding['ProductName']) || arn.slice(arn.lastIndexOf('/') + 1) || 'another product'
}

const runOf = (
  key: string,
  { account, instance, region, version }: Server,
  { startedAt, metadata }: StateDate,
): ComplianceRun => ({
  kind: 'compliance-run',
  run: key,
  toolVersion: version || null,
  host: instance ?? accountHost('aws', account),
  serverType: instance === null ? 'aws-account' : 'aws-ec2',
  startedAt,
  seconds: 0,
  metadata: {
    scanner_version: version || undefined,
    account,
    instance_id: instance ?? undefined,
    region: region || undefined,
    ...metadata,
  },
})
