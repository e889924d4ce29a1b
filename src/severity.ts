/** The four severities, most severe first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

export type Severity = (typeof SEVERITIES)[number]

export type SeverityCounts = Record<Severity, number>

export const isSeverity = (value: unknown): value is Severity =>
  (SEVERITIES as readonly unknown[]).includes(value)

export const noSeverities = (): SeverityCounts => ({ critical: 0, high: 0, medium: 0, low: 0 })
