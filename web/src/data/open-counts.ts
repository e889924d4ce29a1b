import { rankOf, SEVERITIES } from './severity.ts'
import type { Findings, SeverityCounts } from './wire.ts'

/**
 * How many findings of each severity are open, as far as one answer tells. It lists the most severe
 * first, and not all where there are many: then it does not tell of the severity it breaks off in,
 * nor of those below.
 */
export function openCounts({ findings, total_findings }: Findings): Partial<SeverityCounts> {
  const last = findings.at(-1)
  const isWhole = findings.length === total_findings || last === undefined
  const told = isWhole ? SEVERITIES : SEVERITIES.slice(0, rankOf(last.severity))
  return Object.fromEntries(
    told.map((it) => [it, findings.filter(({ severity }) => severity === it).length]),
  )
}
