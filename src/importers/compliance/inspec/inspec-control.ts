// One control of InSpec. Whether it passed follows from its results, unless it says so itself.
import type { Context } from '../../importer.ts'
import type { JsonObject } from '../../input/json.ts'
import { objectOf, objectsOf, textOf, textsOf } from '../../input/json-values.ts'
import type { Finding, FindingStatus } from '../../report.ts'
import { isScanTime, timeOf } from '../../report-time.ts'
import { isCloud } from './inspec-server.ts'

const MOST_MESSAGES = 50

export function findingOf(
  control: JsonObject,
  profile: string,
  platform: string,
  context: Context,
): Finding {
  const tags = tagsOf(control)
  const id = textOf(control['id'])
  const title = textOf(control['title']).replace(/\s+/g, ' ').trim() || id
  const failed = objectsOf(control['results']).filter((it) => textOf(it['status']) !== 'passed')
  const description = textOf(control['desc']) || textOf(control['description'])
  return {
    kind: 'finding',
    category: categoryOf(platform, `${profile} ${id}`),
    checkName: title,
    checkId: id,
    status: statusOf(control),
    severity: context.severityOf('inspec', id, severityWord(control)),
    summary: title,
    details: [description, ...failed.slice(0, MOST_MESSAGES).map(messageOf)]
      .filter((it) => it !== '')
      .join('\n\n'),
    remediation: textOf(tags['fix']) || describedAs(control, 'fix'),
    cis: textOf(tags['cis_rid']) || textsOf([tags['cis']].flat()).join(', ') || null,
    at: controlStart(control, context),
  }
}

/** When the first of its tests began. */
export function controlStart(control: JsonObject, context: Context): number | null {
  const times = objectsOf(control['results'])
    .map((it) => timeOf(it['start_time'], context))
    .filter(isScanTime)
  return times.length === 0 ? null : times.reduce((first, it) => Math.min(first, it))
}

const STATUSES: ReadonlyMap<string, FindingStatus> = new Map([
  ['passed', 'pass'],
  ['failed', 'fail'],
  ['skipped', 'manual'],
  ['not_reviewed', 'manual'],
  ['not_applicable', 'not_applicable'],
  ['error', 'error'],
])

/** An expectation that was not met is no crash, nor are those of `describe.one`: the test came to its end. */
const NOT_MET =
  /^RSpec::(?:Expectations::(?:Multiple)?Expectations?NotMetError|Core::MultipleExceptionError)$/

/** Without a backtrace, too: `reporter_backtrace_inclusion` leaves it out. */
function isCrash({ status, exception, backtrace }: JsonObject): boolean {
  if (Array.isArray(backtrace) && backtrace.length > 0) return true
  const thrown = textOf(exception)
  return status === 'failed' && thrown !== '' && !NOT_MET.test(thrown)
}

function statusOf(control: JsonObject): FindingStatus {
  const said = STATUSES.get(textOf(control['status']))
  if (said !== undefined) return said
  if (impactOf(control) === 0) return 'not_applicable'
  const results = objectsOf(control['results'])
  const words = results.map((it) => textOf(it['status']))
  if (results.some((it) => textOf(it['status']) === 'failed' && !isCrash(it))) return 'fail'
  if (results.length === 0 || results.some(isCrash)) return 'error'
  if (words.every((it) => it === 'skipped')) return 'manual'
  return words.every((it) => it === 'passed' || it === 'skipped') ? 'pass' : 'error'
}

const IMPACTS: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['low', 0.1],
  ['medium', 0.5],
  ['high', 0.7],
  ['critical', 1],
])

/** Without one, InSpec takes the middle. */
function impactOf({ impact }: JsonObject): number {
  if (typeof impact === 'string') return IMPACTS.get(impact) ?? Number.parseFloat(impact)
  return typeof impact === 'number' ? impact : 0.5
}

function severityWord(control: JsonObject): string {
  const impact = impactOf(control)
  return impact >= 0.9 ? 'critical' : impact >= 0.7 ? 'high' : impact >= 0.4 ? 'medium' : 'low'
}

const tagsOf = (control: JsonObject): JsonObject => ({
  ...objectOf(control['control_tags']),
  ...objectOf(control['tags']),
})

/** Descriptions have labels, as a list or as an object. */
function describedAs(control: JsonObject, label: string): string {
  const found = objectsOf(control['descriptions']).find((it) => it['label'] === label)
  return found === undefined
    ? textOf(objectOf(control['descriptions'])[label])
    : textOf(found['data'])
}

const messageOf = (result: JsonObject): string => {
  const message = (textOf(result['message']) || textOf(result['skip_message'])).trim()
  return [`${textOf(result['status'])}: ${textOf(result['code_desc'])}`, message]
    .filter((it) => it !== '')
    .join('\n')
}

/** By words in the names of the profile and the control. */
function categoryOf(platform: string, names: string): string {
  if (isCloud(platform)) return platform
  return CATEGORIES.find(([words]) => words.test(names))?.[1] ?? 'os'
}

const CATEGORIES = [
  [/ssh/i, 'ssh'],
  [/docker|container/i, 'docker'],
  [/kube|k8s/i, 'kubernetes'],
  [/wordpress/i, 'wordpress'],
  [/nginx|apache|httpd|tomcat|mysql|mariadb|postgres|mongo|redis|php|oracle/i, 'service'],
] as const
