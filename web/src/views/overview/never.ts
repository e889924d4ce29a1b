import type { Posture } from '../../data/wire.ts'

/** The service scores what was never measured as 0: that is not the same as a measured 0. */
export const neverRecorded = ({ current, history }: Posture): boolean =>
  history.length === 0 &&
  current.controls_total === 0 &&
  [current.compliance, current.redteam, current.incident, current.monitoring].every(
    (it) => it === 0,
  )
