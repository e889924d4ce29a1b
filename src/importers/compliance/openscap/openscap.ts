// XCCDF and ARF, of OpenSCAP, of SCC and of others that write the same. The results come last in a
// file and the rules first, so it is read twice.
import type { Context, Importer } from '../../importer.ts'
import type { Input } from '../../input/input.ts'
import { Refused } from '../../refused.ts'
import type { ComplianceRun, Finding, FindingStatus, Reports } from '../../report.ts'
import { durationOf } from '../../report-time.ts'
import { type Results, type RuleResult, resultsOf } from './xccdf-results.ts'
import { checkXml, looksLikeResults, noResults } from './xccdf-root.ts'
import { type Rule, ruleOf, rulesIn } from './xccdf-rule.ts'
import { hostOf, type Run, scannerOf, scoreOf } from './xccdf-run.ts'

export const openscap: Importer = {
  tool: 'openscap',
  about: 'compliance',
  reads: 'results of OpenSCAP or SCC, as XCCDF (--results) or ARF (--results-arf)',
  recognises: looksLikeResults,
  async *read(input, context): Reports {
    checkXml(input.head)
    const results = await resultsOf(input, context)
    if (results.runs.length === 0) throw noResults()
    const runs = results.runs.filter((run) => isProof(run, context))
    if (runs.length === 0) throw new Refused('it has no result of any rule, which proves nothing')
    tellOfOtherWords(results, context)
    const keys = new Map(runs.map((run, index) => [run, { run: String(index) }]))
    const keyOf = (run: Run) => (runs.length === 1 ? {} : keys.get(run))
    for await (const [id, result, rule] of withRules(results, input)) {
      yield { ...findingOf(id, result, rule, context), ...keyOf(result.run) }
    }
    for (const run of runs) yield { ...complianceRunOf(run), ...keyOf(run) }
  },
}

function isProof(run: Run, context: Context): boolean {
  const isSelected = [...run.counts.keys()].some((result) => result !== 'notselected')
  if (!isSelected) context.remark('a TestResult in which no rule was selected is left out')
  else if (run.startedAt === null) context.remark('a TestResult has no time that can be read')
  return isSelected
}

const STATUSES: ReadonlyMap<string, FindingStatus> = new Map([
  ['pass', 'pass'],
  ['fixed', 'pass'],
  ['fail', 'fail'],
  ['error', 'error'],
  ['unknown', 'error'],
  ['notapplicable', 'not_applicable'],
  ['notchecked', 'manual'],
  ['informational', 'manual'],
])

function tellOfOtherWords({ runs }: Results, context: Context): void {
  const words = new Set(runs.flatMap(({ counts }) => [...counts.keys()]))
  const others = [...words].filter((it) => it !== 'notselected' && !STATUSES.has(it))
  if (others.length === 0) return
  const named = others.slice(0, 5).map((it) => JSON.stringify(it.slice(0, 40)))
  context.remark(`results that XCCDF does not know are stored as errors: ${named.join(', ')}`)
}

/** Every result with its rule; those whose rule is not in the file come last. */
async function* withRules(
  { byRule }: Results,
  input: Input,
): AsyncGenerator<[id: string, result: RuleResult, rule: Rule | null]> {
  for await (const { id, benchmark, element } of rulesIn(input, (id) => byRule.has(id))) {
    const results = byRule.get(id) ?? []
    // A file can hold several benchmarks, with rules of the same name.
    const isOf = ({ run }: RuleResult) => !run.benchmark || run.benchmark === benchmark
    for (const result of results.filter(isOf)) {
      yield [id, result, ruleOf(element, (value) => result.run.values.get(value))]
    }
    const rest = results.filter((it) => !isOf(it))
    if (rest.length > 0) byRule.set(id, rest)
    else byRule.delete(id)
    if (byRule.size === 0) return
  }
  for (const [id, results] of byRule) for (const result of results) yield [id, result, null]
}

function findingOf(id: string, result: RuleResult, rule: Rule | null, context: Context): Finding {
  const title = rule?.title || id
  const word = result.severity ?? rule?.severity ?? 'unknown'
  return {
    kind: 'finding',
    category: id.includes('sshd_') ? 'ssh' : 'os',
    checkName: title,
    checkId: id,
    status: STATUSES.get(result.result) ?? 'error',
    severity: context.severityOf('openscap', id, word),
    summary: result.message === '' ? title : `${title}: ${result.message}`,
    details: rule?.details ?? '',
    remediation: rule?.remediation ?? '',
    cis: rule?.cis ?? null,
    nistCsf: rule?.nistCsf ?? null,
    at: result.at,
  }
}

function complianceRunOf(run: Run): ComplianceRun {
  const { name, version } = scannerOf(run)
  const scored = ['pass', 'fixed', 'fail'].some((result) => run.counts.has(result))
  return {
    kind: 'compliance-run',
    toolVersion: version,
    host: hostOf(run),
    serverType: 'server',
    startedAt: run.startedAt,
    seconds: durationOf(run.startedAt, run.endedAt),
    score: scored ? scoreOf(run) : null,
    metadata: {
      scanner: name,
      scanner_version: version,
      benchmark: run.benchmark || null,
      benchmark_version: run.benchmarkVersion || null,
      profile: run.profile || null,
      scores: Object.fromEntries(
        [...run.scores].map(([system, { value, maximum }]) => [system, `${value}/${maximum}`]),
      ),
      rules_not_selected: run.counts.get('notselected') ?? 0,
    },
  }
}
