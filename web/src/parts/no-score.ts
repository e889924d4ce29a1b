/** Why there is no score: a scan without one is null, and a day without a scan has none at all. */
export const noScore = (score: null | undefined): string =>
  score === null ? 'no score' : 'no scan'
