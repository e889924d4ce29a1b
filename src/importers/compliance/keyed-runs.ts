// A file may hold the findings of several accounts and servers, mixed: each is a run of its own.
import { Refused } from '../refused.ts'

interface KeyedRuns<Run> {
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

/**
 * The run that a record belongs to, where some do not say when: these are of the run before them on
 * their server, the first ones of the run that follows. A run of their own would have the date of the
 * file, and as the newest one close what the others found.
 */
export function runKeys(): (server: string, key: string, isDated: boolean) => string {
  const current = new Map<string, { readonly key: string; readonly isDated: boolean }>()
  const begunWithout = new Map<string, string>()
  return (server, key, isDated) => {
    const before = current.get(server)
    if (!isDated && before !== undefined) return before.key
    if (before?.isDated === false) begunWithout.set(key, before.key)
    const own = begunWithout.get(key) ?? key
    current.set(server, { key: own, isDated })
    return own
  }
}
