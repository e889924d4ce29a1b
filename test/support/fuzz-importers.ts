// Damaged reports through an importer into a database: stored whole or refused, and nothing else.
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import fc from 'fast-check'
import type { Kysely } from 'kysely'
import type { Engine } from '../../src/database/engine.ts'
import type { Tables } from '../../src/database/schema/tables.ts'
import type { Importer } from '../../src/importers/importer.ts'
import { fileInput } from '../../src/importers/input/input.ts'
import { recognised } from '../../src/importers/recognise.ts'
import { Refused } from '../../src/importers/refused.ts'
import type { StoreOptions } from '../../src/store/options.ts'
import { sourceOf } from '../../src/store/reading/source.ts'
import { store } from '../../src/store/store.ts'
import { PATIENCE } from '../../src/store/writing/turn.ts'
import { damaged, damages } from './damage.ts'
import { importContext } from './imported.ts'
import { memoryInput } from './memory-input.ts'
import { collectedReports, ownReports } from './report-files.ts'
import { rowsIn } from './row-counts.ts'
import { OPTIONS } from './stored.ts'

/** Larger ones are mutated too slowly, and hold nothing that smaller ones do not. */
const LARGEST = 200_000

/** No date of a report is after it: they must not all be refused for that. */
const LATE: StoreOptions = { ...OPTIONS, now: Date.UTC(2100, 0) / 1000 }

/** The real reports of each tool that are small enough, by content. */
export async function reportsByTool(): Promise<Map<string, string[]>> {
  const byTool = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const path of [...ownReports(), ...collectedReports()]) {
    if (statSync(path).size > LARGEST || seen.has(basename(path))) continue
    seen.add(basename(path))
    const tool = recognised((await fileInput(path, path)).head)?.tool
    if (tool !== undefined) byTool.set(tool, [...(byTool.get(tool) ?? []), path])
  }
  return byTool
}

export interface FuzzRun {
  readonly stored: number
  readonly refused: number
  /** Whatever is neither. */
  readonly problems: readonly string[]
}

export async function fuzz(
  engine: Engine,
  importer: Importer,
  paths: readonly string[],
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<FuzzRun> {
  const contents = paths.map((path) => readFileSync(path))
  const problems: string[] = []
  let [stored, refused] = [0, 0]
  const db = await engine.openForWriting()
  let rows = await rowsIn(db)
  const all = fc.sample(fc.tuple(fc.nat(contents.length - 1), damages), { numRuns: count, seed })
  for (const [index, [which, damage]] of all.entries()) {
    const bytes = damaged(contents[which] ?? Buffer.alloc(0), damage)
    const source = sourceOf(importer, memoryInput('damaged', bytes), importContext())
    const told = `${importer.tool} ${seed} ${index} (${basename(paths[which] ?? '')})`
    try {
      await store(engine, source, LATE, { dryRun: false, patience: PATIENCE })
      stored++
      rows = await rowsIn(db)
    } catch (error) {
      if (error instanceof Refused) refused++
      else problems.push(`${told}: ${(error as Error).stack}`)
      // Nothing of it may be there.
      const now = await rowsIn(db)
      if (now !== rows) problems.push(`${told}: half stored, ${rows} before and ${now} after`)
      rows = now
    }
  }
  problems.push(...(await contradictions(db)))
  await db.destroy()
  return { stored, refused, problems }
}

/** What no stored row may say. */
async function contradictions(db: Kysely<Tables>): Promise<string[]> {
  const scans = await db.selectFrom('compliance_scans').selectAll().execute()
  const findings = await db
    .selectFrom('compliance_findings')
    .select(['scan_id', 'severity', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['scan_id', 'severity', 'status'])
    .execute()
  const clean = await db
    .selectFrom('malware_scans')
    .selectAll()
    .where('status', '=', 'clean')
    .execute()
  const problems: string[] = []
  for (const scan of scans) {
    for (const severity of ['critical', 'high', 'medium', 'low'] as const) {
      const failed = findings
        .filter((it) => it.scan_id === scan.scan_id && it.severity === severity)
        .filter(({ status }) => status === 'fail')
        .reduce((sum, { count }) => sum + Number(count), 0)
      if (failed !== scan[`findings_${severity}`]) {
        problems.push(`scan ${scan.scan_id} counts ${severity} findings that it does not have`)
      }
    }
  }
  for (const { scan_id, infections_found } of clean) {
    if (infections_found > 0)
      problems.push(`scan ${scan_id} is clean with ${infections_found} hits`)
  }
  return problems
}
