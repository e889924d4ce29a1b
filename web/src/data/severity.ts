import type { Severity, SeverityCounts } from './wire.ts'

/** Most severe first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

export const rankOf = (severity: Severity): number => SEVERITIES.indexOf(severity)

export const isSeverity = (text: string | null): text is Severity =>
  SEVERITIES.includes(text as Severity)

export const total = (counts: SeverityCounts): number =>
  SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0)
