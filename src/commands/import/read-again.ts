// Files of one command that come before an older report. By name clamscan.log comes before
// clamscan.log.1, so what it proves clean is found only after it was read. A log that was put
// together from such files has its runs in that order, too.
import { hasResolved, type MalwareOutcome } from '../../store/outcome.ts'
import { byBytes } from '../../text-order.ts'
import type { FileOutcome } from './import-file.ts'

const malwareRunsIn = ({ stored }: FileOutcome): MalwareOutcome[] =>
  (stored?.runs ?? []).filter((run) => run.kind === 'malware')

const scannerOf = ({ scanType, server }: MalwareOutcome): string => `${scanType}\n${server}`

/**
 * The numbers of the files with a newer scan than one that brought detections after it, oldest first.
 * Of a file that was known nothing is told: it may hold one, and is looked at behind the others.
 */
export function filesBeforeOlder(outcomes: readonly FileOutcome[]): number[] {
  const oldest = new Map<string, string>()
  const tools = new Set<string | null>()
  const before: { readonly index: number; readonly begins: string }[] = []
  const known: number[] = []
  for (const [index, outcome] of [...outcomes.entries()].reverse()) {
    const runs = malwareRunsIn(outcome)
    if (outcome.stored?.runs.length === 0 && tools.has(outcome.tool)) known.push(index)
    const begins = runs.map(({ date }) => date).sort()[0]
    let isNewer = false
    for (const run of runs.toReversed()) {
      const date = oldest.get(scannerOf(run)) ?? run.date
      isNewer ||= run.date > date
      if (run.newDetections === 0) continue
      tools.add(outcome.tool)
      oldest.set(scannerOf(run), run.date < date ? run.date : date)
    }
    if (isNewer && begins !== undefined) before.push({ index, begins })
  }
  const dated = before.sort((a, b) => byBytes(a.begins, b.begins)).map(({ index }) => index)
  return [...dated, ...known]
}

/** What the second reading of a file has changed. */
export const resolvesNow = (outcome: FileOutcome): boolean =>
  malwareRunsIn(outcome).some(hasResolved)
