// Files of one command that come before an older report. By name clamscan.log comes before
// clamscan.log.1, so what it proves clean is found only after it was read.
import type { MalwareOutcome } from '../../store/outcome.ts'
import { byBytes } from '../../text-order.ts'
import type { FileOutcome } from './import-file.ts'

const malwareRunsIn = ({ stored }: FileOutcome): MalwareOutcome[] =>
  (stored?.runs ?? []).filter((run) => run.kind === 'malware')

const scannerOf = ({ scanType, server }: MalwareOutcome): string => `${scanType}\n${server}`

/** The numbers of the files with a newer scan than one that brought detections after it, oldest first. */
export function filesBeforeOlder(outcomes: readonly FileOutcome[]): number[] {
  const oldest = new Map<string, string>()
  const before: { readonly index: number; readonly begins: string }[] = []
  for (const [index, outcome] of [...outcomes.entries()].reverse()) {
    const runs = malwareRunsIn(outcome)
    const begins = runs.map(({ date }) => date).sort()[0]
    const isNewer = runs.some((run) => run.date > (oldest.get(scannerOf(run)) ?? run.date))
    if (isNewer && begins !== undefined) before.push({ index, begins })
    for (const run of runs.filter(({ newDetections }) => newDetections > 0)) {
      const date = oldest.get(scannerOf(run))
      if (date === undefined || run.date < date) oldest.set(scannerOf(run), run.date)
    }
  }
  return before.sort((a, b) => byBytes(a.begins, b.begins)).map(({ index }) => index)
}

/** What the second reading of a file has changed. */
export const hasResolved = (outcome: FileOutcome): boolean =>
  malwareRunsIn(outcome).some(({ resolvedDetections }) => resolvedDetections > 0)
