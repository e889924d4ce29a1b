import type { Severity, SeverityCounts } from './wire.ts'

/** Most severe first. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

/** 0 is the most severe; what is no severity is before all. */
export const rankOf = (severity: string): number => SEVERITIES.indexOf(severity as Severity)

export const isSeverity = (text: string | null): text is Severity =>
  SEVERITIES.includes(text as Severity)

export const total = (counts: SeverityCounts): number =>
  SEVERITIES.reduce((sum, severity) => sum + counts[severity], 0)
