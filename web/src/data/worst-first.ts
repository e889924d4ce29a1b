import type { ServerSummary } from './wire.ts'

/** Above every score: servers without one come last. */
const NO_SCORE = 101

export const worstFirst = (servers: readonly ServerSummary[]): ServerSummary[] =>
  servers.toSorted((a, b) => (a.overall_score ?? NO_SCORE) - (b.overall_score ?? NO_SCORE))
