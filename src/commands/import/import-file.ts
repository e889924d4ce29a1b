// One file through its importer into the store, with every way in which it can fail.
import { createReadStream } from 'node:fs'
import type { Engine } from '../../database/engine.ts'
import { UsageError } from '../../errors.ts'
import { contextOf } from '../../importers/context.ts'
import type { Importer } from '../../importers/importer.ts'
import type { Named } from '../../importers/input/files.ts'
import { fileInput, type Input } from '../../importers/input/input.ts'
import { copied, tooLarge } from '../../importers/input/unnamed-copy.ts'
import {
  claimantsOf,
  isBlank,
  knownLookOf,
  lookOf,
  mayBeOf,
  otherThan,
  recognised,
  whyUndecided,
} from '../../importers/recognise.ts'
import { EMPTY, NotItsOwn, Refused } from '../../importers/refused.ts'
import { importerOf } from '../../importers/registry.ts'
import { isAhead, latestAt } from '../../store/ahead.ts'
import type { Stored } from '../../store/outcome.ts'
import { sourceOf } from '../../store/reading/source.ts'
import { store } from '../../store/store.ts'
import { Locked, type Patience } from '../../store/writing/turn.ts'
import type { Terminal } from '../command.ts'
import type { ImportOptions } from './import-options.ts'
import { withProgress } from './progress.ts'

export interface FileOutcome {
  readonly file: string
  /** Null when the content was to decide, and could not. */
  readonly tool: string | null
  readonly stored: Stored | null
  readonly remarks: readonly string[]
  /** Why it was not stored. */
  readonly refused: string | null
  /** It lay in a folder, and is no report: passed over. */
  readonly ignored: string | null
}

interface Importing {
  /** Or auto. */
  readonly tool: string
  readonly engine: Engine
  readonly options: ImportOptions
  readonly terminal: Terminal
  readonly patience: Patience
}

export async function importNamed(named: Named, importing: Importing): Promise<FileOutcome> {
  const { options, terminal } = importing
  const { path } = named
  try {
    if (named.kind === 'unreadable') throw new Refused(named.reason)
    if (named.kind === 'passed over') return { ...nothing(path), ignored: named.reason }
    if (named.kind === 'stream') {
      const stream = path === '-' ? terminal.stdin : pipeAt(path)
      const limits = { name: path, most: options.mostBytes }
      return await copied(stream as AsyncIterable<Uint8Array>, limits, (input) =>
        importInput(input, 'now', importing),
      )
    }
    const input = await fileInput(path, path)
    if (named.inFolder && !(await mayBeReport(input, importing.tool))) {
      return { ...nothing(path), ignored: lookOf(input.head) }
    }
    if (named.size > options.mostBytes) throw tooLarge(options.mostBytes)
    return await importInput(input, 'file', importing)
  } catch (error) {
    if (error instanceof Refused) return { ...nothing(path), refused: error.message }
    throw error
  }
}

/** Opened when it is read, so that nobody misses its errors. */
async function* pipeAt(path: string) {
  yield* createReadStream(path)
}

const nothing = (file: string): FileOutcome => ({
  file,
  tool: null,
  stored: null,
  remarks: [],
  refused: null,
  ignored: null,
})

/** Also one that several tools claim: that is refused, not passed over. */
async function mayBeReport(input: Input, tool: string): Promise<boolean> {
  const importer = importerOf(tool)
  if (importer !== undefined) return mayBeOf(importer, input)
  return claimantsOf(input.head).length > 0
}

async function importInput(
  input: Input,
  from: 'file' | 'now',
  { tool, engine, options, terminal, patience }: Importing,
): Promise<FileOutcome> {
  const importer = importerOf(tool) ?? recognised(input.head)
  if (importer === null) throw new Refused(whyUndecided(input.head))
  const other = await otherThan(importer, input)
  if (other !== undefined) throw new Refused(other)
  const remarks = new Set<string>()
  const context = contextOf({
    zone: options.reportZone,
    isZoneSaid: options.isReportZoneSaid,
    isServerSaid: options.server !== null,
    latest: latestAt(options.now),
    severities: options.severities,
    onRemark: (text) => remarks.add(text),
  })
  const fallback = { at: from === 'file' ? input.modifiedAt : options.now, from }
  const source = sourceOf(importer, withProgress(input, terminal.stderr), context)
  try {
    const { dryRun } = options
    const stored = await store(engine, source, { ...options, fallback }, { dryRun, patience })
    for (const { known, date } of stored.runs) {
      if (!known && isAhead(date, options.now, options.zone)) remarks.add(aheadText(date))
    }
    return { ...nothing(input.name), tool: importer.tool, stored, remarks: [...remarks] }
  } catch (error) {
    const refused = reasonOf(error, importer, input) ?? failed(error, engine)
    return { ...nothing(input.name), tool: importer.tool, remarks: [...remarks], refused }
  }
}

const aheadText = (date: string): string =>
  `${date} has not come yet: if the times of this report are of another zone, say so with --timezone; how to mend what is stored: "What the file does not say" in docs/importers.md`

/** What is wrong with the database is wrong for every file: only a lock may be gone by the next. */
function reasonOf(error: unknown, importer: Importer, input: Input): string | undefined {
  if (error instanceof Locked) return error.message
  if (error instanceof UsageError) throw error
  return error instanceof Refused ? hinted(error, importer, input) : undefined
}

/** Whose file it is, or what it is, when it is somebody else's. */
function hinted(refused: Refused, importer: Importer, { head }: Input): string {
  const { message } = refused
  if (importer.recognises(head)) return message
  // Some tools say what an empty file of theirs means.
  if (isBlank(head)) return message.startsWith(EMPTY) ? message : EMPTY
  const owner = recognised(head)
  if (owner !== null) return `${message}; it looks like a report of ${owner.tool}`
  return (refused instanceof NotItsOwn ? knownLookOf(head) : undefined) ?? message
}

function failed(error: unknown, engine: Engine): string {
  const { kind, detail } = engine.failureOf(error)
  const [line] = detail.split('\n')
  return kind === 'defect'
    ? `it cannot be read, and that is a defect of secdash: ${line}`
    : `the database refused it, and nothing was stored: ${line}`
}
