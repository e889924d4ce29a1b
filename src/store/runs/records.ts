// The records of one run while they are stored: what every kind of run does with them.
import type { RunRecord } from '../../importers/report.ts'
import type { Grown } from '../known/judged-run.ts'
import type { StoredRun } from '../known/provenance.ts'
import type { Outcome } from '../outcome.ts'

export interface RunRows extends StoredRun {
  readonly tool: string
  /** Stored before: it adds no rows, but what was stored after it, it may find again or resolve. */
  readonly known: boolean
  readonly grown: Grown | undefined
}

export interface Records {
  add(record: RunRecord): Promise<void>
  /** After the last record. */
  finish(): Promise<Outcome>
}

/** A mistake in an importer, which types do not show: records and runs come in one stream. */
export const misplaced = ({ kind }: RunRecord): Error =>
  new Error(`a ${kind} in a run that can have none`)
