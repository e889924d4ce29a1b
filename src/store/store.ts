// Stores one file: everything that it holds, or nothing. It is read first to see that it is whole and
// what it adds up to, then for its hash, then to write, in one transaction. Between the two, a verdict on each
// run says whether it was stored before; the writing only acts upon it.
import type { Engine } from '../database/engine.ts'
import { Refused } from '../importers/refused.ts'
import type { Report, RunReport } from '../importers/report.ts'
import { earlierOf } from './known/earlier.ts'
import type { JudgedRun, Verdict } from './known/judged-run.ts'
import { recordFile, type StoredRun, type SurveyedFile, storedBefore } from './known/provenance.ts'
import { letGoOfDeleted } from './known/run-rows.ts'
import { verdictsOn } from './known/verdict.ts'
import type { StoreOptions } from './options.ts'
import { hasChanged, type Outcome, type Stored } from './outcome.ts'
import { contentOf, type Digest, digest } from './reading/digest.ts'
import type { Source } from './reading/source.ts'
import { runKeyOf, surveyOf } from './reading/survey.ts'
import type { SurveyedRun } from './reading/surveyed-run.ts'
import { mayResolve } from './resolving/proof.ts'
import { replaceByWhole } from './runs/growth.ts'
import type { RunRows } from './runs/records.ts'
import { type StoringRun, storeRun } from './runs/run.ts'
import type { Patience } from './writing/turn.ts'
import { inOneTransaction, type Writer } from './writing/writing.ts'

export interface Writing {
  readonly dryRun: boolean
  readonly patience: Patience
}

export async function store(
  engine: Engine,
  source: Source,
  options: StoreOptions,
  { dryRun, patience }: Writing,
): Promise<Stored> {
  const runs = await surveyOf(source, options)
  return inOneTransaction(engine, dryRun, (db) => storeFile(db, source, runs, options), patience)
}

/** In a transaction that is open already. */
export async function storeFile(
  db: Writer,
  source: Source,
  runs: readonly SurveyedRun[],
  options: StoreOptions,
): Promise<Stored> {
  await letGoOfDeleted(db, runs)
  const earlier = await earlierOf(db, source, runs)
  const file = { source, hash: earlier.hash, runs, options }
  const brought = await storedBefore(db, file)
  const nothingNew = { known: true, runs: [], ...(brought?.hadOtherDates && OTHER_DATES) }
  if (brought !== undefined && !(await mayResolve(db, runs, brought))) return nothingNew
  const judged = await verdictsOn(db, file, earlier)
  // Read in another zone than then, it has other times: nothing of the very same file is new.
  if (brought !== undefined && judged.some(isNews)) return nothingNew
  const outcomes = await storeRuns(db, file, judged)
  return { known: !outcomes.some(hasChanged), runs: outcomes }
}

const OTHER_DATES = { hadOtherDates: true }

interface BegunRun extends StoringRun {
  readonly content: Digest
  /** That it must have in the end. */
  readonly expected: string
}

async function storeRuns(
  db: Writer,
  file: SurveyedFile,
  judged: readonly JudgedRun[],
): Promise<Outcome[]> {
  const { source, options } = file
  const { tool } = source
  // A file that brings nothing new leaves no trace.
  const importId = judged.some(isNews) ? await recordFile(db, file) : NO_FILE
  const waiting = Map.groupBy(judged, ({ run }) => run.key)
  const begun = new Map<string, BegunRun>()
  const ended: RunRows[] = []
  const before = (verdict: Verdict): StoredRun | undefined =>
    verdict.is === 'known' ? verdict.run : verdict.is === 'rest' ? ended[verdict.of] : undefined
  const begin = async (key: string): Promise<BegunRun> => {
    const next = waiting.get(key)?.shift() ?? changed()
    const stored = before(next.verdict)
    const storing = await storeRun(db, next, { tool, importId, before: stored, options })
    const it = { ...storing, content: digest(), expected: next.run.content }
    begun.set(key, it)
    return it
  }
  const outcomes: Outcome[] = []
  for await (const report of source.reports()) {
    const key = runKeyOf(report)
    const storing = begun.get(key) ?? (await begin(key))
    storing.content.add(contentOf(report))
    if (!isRun(report)) {
      await storing.add(report)
      continue
    }
    if (storing.content.end() !== storing.expected) changed()
    begun.delete(key)
    ended.push(storing.rows)
    outcomes.push(await storing.finish())
  }
  if (outcomes.length !== judged.length) changed()
  // Not before: of scans that ran at once, another run of the file may have found what the part had.
  for (const [position, whole] of ended.entries()) {
    if (whole.grown === undefined) continue
    const withdrawn = await replaceByWhole(db, whole.grown, whole)
    const outcome = outcomes[position]
    if (outcome?.kind === 'malware' && withdrawn > 0) outcomes[position] = { ...outcome, withdrawn }
  }
  return outcomes
}

const isNews = ({ verdict }: JudgedRun): boolean => verdict.is === 'new' || verdict.is === 'grown'

/** No run of it is recorded. */
const NO_FILE = 0

const isRun = (report: Report): report is RunReport =>
  report.kind === 'malware-run' || report.kind === 'compliance-run' || report.kind === 'posture'

function changed(): never {
  throw new Refused('it changed while it was read; import it again')
}
