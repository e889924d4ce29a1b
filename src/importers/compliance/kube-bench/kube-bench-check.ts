import type { Context } from '../../importer.ts'
import type { JsonObject } from '../../input/json.ts'
import { textOf } from '../../input/json-values.ts'
import { countOf } from '../../number.ts'
import type { Finding, FindingStatus } from '../../report.ts'

export interface BenchCheck {
  readonly id: string
  readonly text: string
  readonly status: string
  readonly isScored: boolean
  readonly details: string
  readonly remediation: string
  /** As in cis-1.20; empty where the report does not say. */
  readonly benchmark: string
  /** master, node, etcd … */
  readonly target: string
}

export interface Totals {
  readonly pass: number
  readonly fail: number
  readonly warn: number
  readonly info: number
}

/** Null when a number is missing or none. */
export function totalsOf(object: JsonObject): Totals | null {
  const [pass, fail, warn, info] = ['total_pass', 'total_fail', 'total_warn', 'total_info'].map(
    (name) => countOf(textOf(object[name])),
  )
  if (pass == null || fail == null || warn == null) return null
  // Versions before 0.0.30 have no such status.
  return { pass, fail, warn, info: info ?? 0 }
}

export const STATUSES: ReadonlyMap<string, FindingStatus> = new Map([
  ['PASS', 'pass'],
  ['FAIL', 'fail'],
  // a person has to look, or the check could not be made
  ['WARN', 'manual'],
  // told to be left out
  ['INFO', 'not_applicable'],
])

export function findingOf(check: BenchCheck, context: Context): Finding {
  const { id, text, isScored, details, remediation, benchmark, target } = check
  const status = STATUSES.get(check.status) ?? 'error'
  const weight = status === 'pass' ? 'passed' : isScored ? 'scored' : 'not scored'
  return {
    kind: 'finding',
    category: 'kubernetes',
    checkName: text || id,
    checkId: id,
    status,
    severity: context.severityOf('kube-bench', id, weight),
    summary: text || id,
    details,
    remediation: remediation.trim(),
    service: target || null,
    cis: `${benchmarkName(benchmark)} ${id}`,
  }
}

/** `1.6` and `cis-1.20` are benchmarks of Kubernetes; `eks-1.0.1` names its own. */
const benchmarkName = (benchmark: string): string =>
  benchmark === '' ? 'CIS Kubernetes' : /^\d/.test(benchmark) ? `cis-${benchmark}` : benchmark
