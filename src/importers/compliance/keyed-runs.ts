// A file may hold the findings of several accounts and servers, mixed: each is a run of its own.
import { Refused } from '../refused.ts'

const MOST = 10_000

export interface KeyedRuns<Run> {
  /** The run of this key; made when it is seen for the first time. */
  of(key: string, make: () => Run): Run
  all(): Iterable<readonly [key: string, run: Run]>
}

export function keyedRuns<Run>(): KeyedRuns<Run> {
  const runs = new Map<string, Run>()
  return {
    of(key, make) {
      const known = runs.get(key)
      if (known !== undefined) return known
      if (runs.size === MOST) {
        throw new Refused(`it holds more than ${MOST} accounts and scans; split it`)
      }
      const run = make()
      runs.set(key, run)
      return run
    },
    all: () => runs,
  }
}

/** `aws-123456789012`: an account is no host name, so all of it counts. Null when it has no name. */
export function accountHost(provider: string, account: string): string | null {
  const name = nameOf(account)
  return name === null ? null : `${nameOf(provider) ?? 'cloud'}-${name}`
}

/** In the letters that the API can select; every other run of characters becomes a dash. */
export function nameOf(text: string): string | null {
  const name = text
    .slice(0, 200)
    .replace(/[^a-zA-Z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return name === '' ? null : name
}

export const categoryOf = (word: string, otherwise = 'cloud'): string =>
  nameOf(word)?.toLowerCase() ?? otherwise
