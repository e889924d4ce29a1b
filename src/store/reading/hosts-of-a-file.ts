// Runs of one file that have one name, and are of several hosts: each would speak for the others.
import { Refused } from '../../importers/refused.ts'
import { NAME_LENGTH } from '../../names.ts'
import { storable } from '../writing/storable.ts'
import type { SurveyedRun } from './surveyed-run.ts'

const MOST_NAMES = 5

/**
 * Of compliance scans each would supersede the one before it, as if its problems were solved: they
 * are refused. A malware scan adds to what is there, but proves nothing about another host.
 */
export function withoutOtherHosts(
  runs: readonly SurveyedRun[],
  { isNamed }: { readonly isNamed: boolean },
): SurveyedRun[] {
  const mixed = new Set<string>()
  for (const [server, some] of Map.groupBy(runs, (it) => it.server)) {
    const names = namesIn(some)
    if (names.length < 2) continue
    if (some.some(({ report }) => report.kind === 'compliance-run')) {
      throw refusal(server, names, isNamed)
    }
    mixed.add(server)
  }
  return runs.map((run) => {
    const { report, server } = run
    if (!mixed.has(server) || report.kind !== 'malware-run' || !report.complete) return run
    return { ...run, report: { ...report, complete: false }, isOfSeveral: true }
  })
}

/** db is short for db.example.org; web01.a.example and web01.b.example are two. */
function namesIn(runs: readonly SurveyedRun[]): string[] {
  const hosts = new Set(runs.map(({ host }) => host).filter((it) => it !== null))
  // What a name is short for follows it at once: there may be many, and each of many labels.
  const sorted = [...hosts].map((it) => `${it}.`).sort()
  const short = new Set(sorted.filter((it, index) => sorted[index + 1]?.startsWith(it)))
  return [...hosts].filter((it) => !short.has(`${it}.`))
}

function refusal(server: string, names: readonly string[], isNamed: boolean): Refused {
  const some = names.slice(0, MOST_NAMES).map((it) => storable(it, NAME_LENGTH))
  const servers = `${names.length} servers (${some.join(', ')}${names.length > MOST_NAMES ? ', …' : ''})`
  return new Refused(
    isNamed
      ? `it holds ${servers}; leave out --server`
      : `it holds ${servers} that would have one name, ${server}; import a file of each, with --server`,
  )
}
