// How the scores come about, for explaining them; the service computes them. A test holds these
// figures against the service's own.
import { SEVERITIES } from './severity.ts'
import type { PostureNow, SeverityCounts } from './wire.ts'

export const WEIGHTS = {
  compliance: 30,
  redteam: 25,
  incident: 20,
  monitoring: 15,
  malware: 10,
} as const

export type Component = keyof typeof WEIGHTS

export const COMPONENTS = Object.keys(WEIGHTS) as Component[]

export const COMPONENT_NAMES: Readonly<Record<Component, string>> = {
  compliance: 'Compliance',
  redteam: 'Red team',
  incident: 'Incidents',
  monitoring: 'Monitoring',
  malware: 'Malware',
}

export interface Share {
  readonly component: Component
  readonly weight: number
  readonly score: number
  /** Points of the overall score, of at most `weight`. */
  readonly won: number
  readonly lost: number
}

export const sharesOf = (current: PostureNow): Share[] =>
  COMPONENTS.map((component) => {
    const [weight, score] = [WEIGHTS[component], current[component]]
    const won = (score * weight) / 100
    return { component, weight, score, won, lost: weight - won }
  })

export const POINTS: SeverityCounts = { critical: 30, high: 20, medium: 10, low: 5 }

/** What active detections cost before the score is held at 0. */
export const pointsLost = (counts: SeverityCounts): number =>
  SEVERITIES.reduce((sum, severity) => sum + counts[severity] * POINTS[severity], 0)
