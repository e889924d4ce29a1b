// The first reading of lynis-report.dat: all but the findings themselves.
import type { Input } from '../../input/input.ts'
import { linesOf } from '../../input/lines.ts'
import { Refused } from '../../refused.ts'

export interface LynisReport {
  /** The values of keys that are no lists. */
  readonly values: Readonly<Record<string, string>>
  readonly executed: ReadonlySet<string>
  readonly skipped: number
  /** Tests with a warning or a suggestion. */
  readonly found: ReadonlySet<string>
  /** What smaller checks of a test found, by its id. */
  readonly details: ReadonlyMap<string, string>
  /** Notes for a person, and tests that Lynis could not handle. */
  readonly manual: number
  readonly exceptions: number
}

/** Some hundreds are real. */
const MOST_TESTS = 10_000
const MOST_DETAILS = 1_000
const LONGEST_DETAIL = 500
const LONGEST_VALUE = 1_000

const VALUES =
  /^(?:lynis_version|hostname|os|os_fullname|os_kernel_version|report_datetime_start|report_datetime_end|hardening_index|lynis_tests_done|finish)$/

const CUT =
  'it was cut, or lynis was stopped: the line finish=true is missing; import it when lynis has ended'
const SEVERAL = 'it holds several reports of lynis; import each by itself'
const NO_TESTS = 'it names no test that was executed, which proves nothing'

export async function lynisReportOf(input: Input): Promise<LynisReport> {
  const values: Record<string, string> = {}
  const found = new Set<string>()
  const details = new Map<string, string>()
  let executed: Set<string> | null = null
  let [skipped, manual, exceptions, detailed] = [0, 0, 0, 0]
  for await (const line of linesOf(input)) {
    const [key, value] = entryIn(line)
    if (key === 'report_datetime_start' && Object.hasOwn(values, key)) throw new Refused(SEVERAL)
    if (VALUES.test(key)) values[key] = value.slice(0, LONGEST_VALUE)
    if (key === 'warning[]' || key === 'suggestion[]') found.add(idIn(value))
    if (key === 'tests_executed') executed = new Set(idsIn(value))
    if (key === 'tests_skipped') skipped = new Set(idsIn(value)).size
    if (key === 'manual[]') manual++
    if (key === 'exception_event[]') exceptions++
    if (key === 'details[]' && detailed++ < MOST_DETAILS) addDetail(details, value)
    if (found.size > MOST_TESTS) throw new Refused(tooMany)
  }
  if (values['finish'] !== 'true') throw new Refused(CUT)
  if (executed === null || executed.size === 0) throw new Refused(NO_TESTS)
  return { values, executed, skipped, found, details, manual, exceptions }
}

const tooMany = `it has over ${MOST_TESTS} tests; that is no report of lynis`

/** `key=value`; a line without = has no key. */
export function entryIn(line: string): readonly [key: string, value: string] {
  const equals = line.indexOf('=')
  return equals === -1 ? ['', ''] : [line.slice(0, equals), line.slice(equals + 1)]
}

const idIn = (value: string): string => value.slice(0, 100).split('|', 1)[0]?.trim() ?? ''

function idsIn(value: string): readonly string[] {
  const ids = value.split('|', MOST_TESTS + 1)
  if (ids.length > MOST_TESTS) throw new Refused(tooMany)
  return ids.filter((it) => it !== '')
}

/** `KRNL-6000|sysctl|desc:…;field:kernel.kptr_restrict;prefval:2;value:0;|` */
function addDetail(details: Map<string, string>, value: string): void {
  const [id = '', , fields = ''] = value.slice(0, LONGEST_DETAIL).split('|', 3)
  const field = (name: string) =>
    fields
      .split(';')
      .find((it) => it.startsWith(`${name}:`))
      ?.slice(name.length + 1)
  const text = `${field('field') ?? ''}: ${field('value') ?? ''} (expected ${field('prefval') ?? 'otherwise'}). ${field('desc') ?? ''}`
  details.set(id, `${details.has(id) ? `${details.get(id)}\n` : ''}${text.trim()}`)
}
