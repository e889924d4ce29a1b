// Lynis: lynis-report.dat. Its log and what it prints on the terminal say the same with less order.
import type { Context, Importer } from '../../importer.ts'
import { linesOf } from '../../input/lines.ts'
import { countOf } from '../../number.ts'
import { NotItsOwn } from '../../refused.ts'
import type { Finding } from '../../report.ts'
import { durationOf } from '../../report-time.ts'
import { entryIn, type LynisReport, lynisReportOf } from './lynis-report.ts'

const REPORT = /^\s*# Lynis Report\s*$/m
const NOT_ITS_OWN = 'it is no report of lynis; import /var/log/lynis-report.dat'

/** Lynis warns and suggests about itself under this id. */
const ABOUT_ITSELF = 'LYNIS'

const isReport = (head: string): boolean =>
  REPORT.test(head.slice(0, 200)) ||
  (/^report_datetime_start=/m.test(head) && /^lynis_version=/m.test(head))

export const lynis: Importer = {
  tool: 'lynis',
  about: 'compliance',
  reads: 'lynis-report.dat',
  recognises: isReport,
  async *read(input, context) {
    if (!isReport(input.head)) throw new NotItsOwn(NOT_ITS_OWN)
    const report = await lynisReportOf(input)
    for await (const line of linesOf(input)) {
      const [key, value] = entryIn(line)
      if (key !== 'warning[]' && key !== 'suggestion[]') continue
      const finding = findingOf(key.slice(0, -2), value, report, context)
      if (finding.checkId !== ABOUT_ITSELF) yield finding
    }
    for (const id of report.executed) if (!report.found.has(id)) yield passOf(id, context)
    const { values } = report
    const startedAt = at(values['report_datetime_start'], context)
    yield {
      kind: 'compliance-run',
      toolVersion: values['lynis_version'] ?? null,
      host: values['hostname'] || null,
      serverType: values['os']?.toLowerCase() || 'server',
      startedAt,
      seconds: durationOf(startedAt, at(values['report_datetime_end'], context)),
      score: scoreOf(report, context),
      unlisted: { skipped: report.skipped },
      metadata: metadataOf(report, context),
    }
  },
}

const CATEGORIES: Readonly<Record<string, string>> = {
  SSH: 'ssh',
  CONT: 'docker',
  DOCK: 'docker',
  HTTP: 'service',
  PHP: 'service',
  DBS: 'service',
  MAIL: 'service',
}

function categoryOf(id: string): string {
  const prefix = id.split('-', 1)[0] ?? ''
  return Object.hasOwn(CATEGORIES, prefix) ? (CATEGORIES[prefix] ?? 'os') : 'os'
}

/** `ID|text|details|solution|`; a dash is nothing. Old versions end behind the text. */
function findingOf(word: string, value: string, report: LynisReport, context: Context): Finding {
  const [id = '', text = '', own = '', solution = ''] = value.split('|', 5).map(withoutDash)
  return {
    kind: 'finding',
    category: categoryOf(id),
    checkName: id,
    checkId: id,
    status: 'fail',
    severity: context.severityOf('lynis', id, word),
    summary: text,
    details: own || (report.details.get(id) ?? ''),
    // A suggestion is itself what to do.
    remediation:
      solution.replace(/^(?:text|url):/, '') || (word === 'suggestion' ? text : pageOf(id)),
  }
}

/** Where Lynis sends its users for its own tests. */
const pageOf = (id: string): string =>
  /^(?!CUST)[A-Z0-9]{2,5}-\d{4}$/.test(id) ? `See https://cisofy.com/lynis/controls/${id}/` : ''

const withoutDash = (field: string): string => (field.trim() === '-' ? '' : field.trim())

const passOf = (id: string, context: Context): Finding => ({
  kind: 'finding',
  category: categoryOf(id),
  checkName: id,
  checkId: id,
  status: 'pass',
  severity: context.severityOf('lynis', id, 'pass'),
  summary: 'Executed without a warning or a suggestion.',
  details: '',
  remediation: '',
})

function at(text: string | undefined, context: Context): number | null {
  const seconds = text === undefined ? null : context.at(text.trim())
  if (seconds === null) context.remark(`the date ${text ?? '(none)'} of lynis cannot be read`)
  return seconds
}

function scoreOf({ values }: LynisReport, context: Context): number | null {
  const index = countOf(values['hardening_index'] ?? '')
  if (index !== null && index <= 100) return index
  context.remark('lynis gives no hardening index from 0 to 100; the scan has no score')
  return null
}

function metadataOf(report: LynisReport, context: Context): Record<string, unknown> {
  const { values, executed, manual, exceptions } = report
  const done = countOf(values['lynis_tests_done'] ?? '')
  const differs = done !== null && done !== executed.size
  if (differs) {
    context.remark(`lynis counts ${done} tests, its report names ${executed.size}`)
  }
  return {
    scanner_version: values['lynis_version'] ?? null,
    os: values['os_fullname'] ?? values['os'] ?? null,
    kernel: values['os_kernel_version'] ?? null,
    tests_executed: executed.size,
    reported_tests_executed: differs ? done : undefined,
    manual,
    exceptions,
  }
}
