// Numbers by severity, also those that have none.
import type { StatementSync } from 'node:sqlite'

export type Severity = 'critical' | 'high' | 'medium' | 'low'

export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export function countsBySeverity(statement: StatementSync): Record<Severity, number> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 }
  for (const { severity, number } of statement.all()) counts[severity as Severity] = Number(number)
  return counts
}

export const timestamp = (): string => `${new Date().toISOString().slice(0, 19)}+00:00`
