import { weightedMean } from '../decimal.ts'

/** spec 2.5: what each component weighs, in percent. */
export const WEIGHTS = {
  compliance: 30,
  redteam: 25,
  incident: 20,
  monitoring: 15,
  malware: 10,
} as const

export type Components = Record<keyof typeof WEIGHTS, number>

export const overallScore = (components: Components): number =>
  weightedMean(
    Object.entries(WEIGHTS).map(([name, weight]) => [components[name as keyof Components], weight]),
  )
