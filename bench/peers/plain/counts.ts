// Numbers by severity, also those that have none.
import type { StatementSync } from 'node:sqlite'
import { noSeverities, type Severity, type SeverityCounts } from '../../../src/severity.ts'

export function countsBySeverity(statement: StatementSync): SeverityCounts {
  const counts = noSeverities()
  for (const { severity, number } of statement.all()) counts[severity as Severity] = Number(number)
  return counts
}
