// Stores one file: everything that it holds, or nothing. It is read twice: first to see that it is
// whole and what it adds up to, then to write, in one transaction.
import type { Engine } from '../database/engine.ts'
import { Refused } from '../importers/refused.ts'
import type { Report, RunReport } from '../importers/report.ts'
import { momentOf, wallClock } from '../time.ts'
import { contentOf, type Digest, digest } from './digest.ts'
import {
  datedByWhole,
  type OpenRun,
  openRuns,
  replaceByWhole,
  storedWhole,
  withdraw,
} from './growth.ts'
import type { StoreOptions } from './options.ts'
import { hasChanged, type Outcome, type Stored } from './outcome.ts'
import { mayResolve } from './proof.ts'
import {
  isUndated,
  letGoOfDeleted,
  optionsHash,
  type StoredRun,
  storedBefore,
  storedRun,
} from './provenance.ts'
import { type StoringRun, storeRun } from './run.ts'
import type { Source } from './source.ts'
import { storable } from './storable.ts'
import { runKeyOf, type SurveyedRun, surveyOf } from './survey.ts'
import { PATIENCE } from './turn.ts'
import { alikeRuns, knownByPlace, sizesOf } from './undated.ts'
import { inOneTransaction, insertOne, type Writer } from './writing.ts'

export async function store(
  engine: Engine,
  source: Source,
  options: StoreOptions,
  { dryRun = false, patience = PATIENCE } = {},
): Promise<Stored> {
  const runs = await surveyOf(source.tool, source.reports(), options)
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
  const open = await openRuns(db, source, runs)
  const alike = await alikeRuns(db, source, runs)
  const sizes = [...open.map(({ size }) => size), ...sizesOf(alike)]
  const { whole, parts } = await source.hashes(sizes)
  const stored = { tool: source.tool, whole, options, runs }
  const brought = runs.some(isUndated) ? undefined : await storedBefore(db, stored)
  if (brought !== undefined && !(await mayResolve(db, runs, brought))) {
    return { known: true, runs: [] }
  }
  const grown = open.filter(({ size, hash }) => parts.get(size) === hash)
  let importId: Promise<number> | undefined
  // A file that brings nothing new leaves no trace.
  const file = () => {
    importId ??= insertOne(db, 'secdash_imports', 'import_id', {
      tool: source.tool,
      tool_version: versionIn(runs),
      source_name: storable(source.name),
      content_hash: whole,
      options_hash: optionsHash(options),
      size_bytes: source.size,
      imported_at: wallClock(momentOf(options.now * 1000, options.zone)),
    })
    return importId
  }
  const places = await knownByPlace(db, source, runs, alike, parts)
  const before = async (run: SurveyedRun, position: number) =>
    runs.length > 1 && isUndated(run)
      ? places.get(position)
      : ((await storedRun(db, run)) ?? storedWhole(db, run, options))
  const outcomes = await storeRuns(db, source, runs, { file, options, grown, before })
  return { known: !outcomes.some(hasChanged), runs: outcomes }
}

function versionIn(runs: readonly SurveyedRun[]): string | null {
  for (const { report } of runs) {
    if (report.kind !== 'posture' && report.toolVersion !== null)
      return storable(report.toolVersion)
  }
  return null
}

interface Storing {
  /** The id of the file's own record. */
  readonly file: () => Promise<number>
  readonly options: StoreOptions
  readonly grown: readonly OpenRun[]
  /** What was stored of a run before. */
  readonly before: (run: SurveyedRun, position: number) => Promise<StoredRun | undefined>
}

interface BegunRun extends StoringRun {
  readonly content: Digest
  /** What was stored of it before it went on. */
  readonly part: OpenRun | undefined
}

async function storeRuns(
  db: Writer,
  source: Source,
  surveyed: readonly SurveyedRun[],
  { file, options, grown, before }: Storing,
): Promise<Outcome[]> {
  const waiting = Map.groupBy(
    surveyed.map((run, position) => ({ run, position })),
    ({ run }) => run.key,
  )
  const begun = new Map<string, BegunRun>()
  const begin = async (key: string): Promise<BegunRun> => {
    const { run, position } = waiting.get(key)?.shift() ?? changed()
    const stored = await before(run, position)
    const { tool } = source
    const part = stored === undefined ? grown.find((it) => it.position === position) : undefined
    if (part !== undefined) await datedByWhole(db, part, run)
    const storing = await storeRun(db, run, { position, before: stored, part, tool, file, options })
    const it = { ...storing, content: digest(), part }
    begun.set(key, it)
    return it
  }
  const outcomes: Outcome[] = []
  const wholes: { readonly part: OpenRun; readonly whole: BegunRun; readonly place: number }[] = []
  for await (const report of source.reports()) {
    const key = runKeyOf(report)
    const storing = begun.get(key) ?? (await begin(key))
    storing.content.add(contentOf(report))
    if (!isRun(report)) {
      await storing.add(report)
      continue
    }
    if (storing.content.end() !== storing.run.content) changed()
    begun.delete(key)
    const { part } = storing
    if (part !== undefined) wholes.push({ part, whole: storing, place: outcomes.length })
    outcomes.push(await storing.finish())
  }
  if (outcomes.length !== surveyed.length) changed()
  // Not before: of scans that ran at once, another run of the file may have found what the part had.
  for (const { part, whole, place } of wholes) {
    const withdrawn = await withdraw(db, part, whole.run)
    const outcome = outcomes[place]
    if (outcome?.kind === 'malware' && withdrawn > 0) outcomes[place] = { ...outcome, withdrawn }
    await replaceByWhole(db, part, whole)
  }
  return outcomes
}

const isRun = (report: Report): report is RunReport =>
  report.kind === 'malware-run' || report.kind === 'compliance-run' || report.kind === 'posture'

function changed(): never {
  throw new Refused('it changed while it was read; import it again')
}
