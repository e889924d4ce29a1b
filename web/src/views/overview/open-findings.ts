import { type Answer, useFindingsOfEach } from '../../data/answers.ts'
import { openCounts } from '../../data/open-counts.ts'
import { SEVERITIES } from '../../data/severity.ts'
import type { Findings, SeverityCounts } from '../../data/wire.ts'

export interface OpenFindings {
  readonly counts: Partial<SeverityCounts>
  /** Of the severities that the list of all does not tell of. */
  readonly answers: readonly Answer<Findings>[]
}

/** Open findings by severity: the figures that the findings view has, not those of the scans. */
export function useOpenFindings({ body }: Answer<Findings>): OpenFindings {
  const told = body === undefined ? {} : openCounts(body)
  const missing = body === undefined ? [] : SEVERITIES.filter((it) => told[it] === undefined)
  const answers = useFindingsOfEach(missing)
  const asked = missing.flatMap((severity, i) => {
    const total = answers[i]?.body?.total_findings
    return total === undefined ? [] : [[severity, total]]
  })
  return { counts: { ...told, ...Object.fromEntries(asked) }, answers }
}
