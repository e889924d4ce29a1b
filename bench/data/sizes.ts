// The two sizes that answers are compared at.
export interface Size {
  readonly servers: number
  /** One compliance scan of each server a day. */
  readonly days: number
  readonly findings: number
  readonly malwareScans: number
  /** Evenly over these days; a third of the fleet's lies within the window of 30. */
  readonly malwareDays: number
  readonly activeDetections: number
  readonly resolvedDetections: number
}

export const SIZES = {
  small: {
    servers: 10,
    days: 30,
    findings: 2_466,
    malwareScans: 900,
    malwareDays: 30,
    activeDetections: 200,
    resolvedDetections: 600,
  },
  fleet: {
    servers: 1_000,
    days: 365,
    findings: 3_000_000,
    malwareScans: 270_000,
    malwareDays: 90,
    activeDetections: 20_000,
    resolvedDetections: 60_000,
  },
} as const satisfies Record<string, Size>

export type SizeName = keyof typeof SIZES

export const isSizeName = (text: unknown): text is SizeName =>
  typeof text === 'string' && Object.hasOwn(SIZES, text)

/** The server that questions about one server ask for: both sizes have it. */
export const ONE_SERVER = 'web-0007'
