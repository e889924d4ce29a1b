// The date of a list that is no scan but a state: what was there when it was written. Its own times
// say when each part changed last, and the newest of them goes back when that part is deleted. The
// list that lacks it would be older than the one that has it, and would close nothing.
import type { Input } from '../input/input.ts'
import type { ComplianceRun } from '../report.ts'

export interface StateDate {
  /** Null leaves the date to the file. */
  readonly startedAt: number | null
  readonly metadata: ComplianceRun['metadata']
}

/** The later of both: the newest time in it, and that of the file. */
export function stateDate(newest: number | null, { modifiedAt }: Input): StateDate {
  if (newest !== null && newest >= modifiedAt) return { startedAt: newest, metadata: {} }
  return {
    startedAt: null,
    metadata: {
      newest_update: newest === null ? undefined : written(newest),
      // A state that comes back, word for word, is not the one of that time.
      exported_at: written(modifiedAt),
    },
  }
}

const written = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('.000', '')
