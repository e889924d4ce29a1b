// A file may hold the findings of several accounts and servers, mixed: each is a run of its own.
import { Refused } from '../refused.ts'

export interface KeyedRuns<Run> {
  /** The run of this key; made when it is seen for the first time. */
  of(key: string, make: () => Run): Run
  all(): Iterable<readonly [key: string, run: Run]>
}

/** All are held until the end of the file, so more than `most` are refused, as so many `what`. */
export function keyedRuns<Run>(what = 'accounts and scans', most = 10_000): KeyedRuns<Run> {
  const runs = new Map<string, Run>()
  return {
    of(key, make) {
      const known = runs.get(key)
      if (known !== undefined) return known
      if (runs.size === most) throw new Refused(`it holds more than ${most} ${what}; split it`)
      const run = make()
      runs.set(key, run)
      return run
    },
    all: () => runs,
  }
}
