// A long answer on its way from a thread to its clients: written to a file as fast as the database
// gives it, read as fast as each client takes it. So the snapshot is over long before a slow
// client is, and memory holds some pages at a time.
import { rmSync } from 'node:fs'
import type { HistoryPages } from '../../compliance/history-pages.ts'
import { type Range, SpoolFile } from './spool-file.ts'
import { SpooledItems } from './spooled-items.ts'

/** The pieces of the body, in order: texts, and ranges of the file. */
export type Piece = string | Range

/**
 * `begun` is called when the first page is written, so that the first byte is sent at once and a query that
 * fails is still told with its status. `isWanted` is asked before each page: where nobody is left to read
 * them, no more pieces are made, nor given.
 */
export async function writeSpool(
  path: string,
  history: HistoryPages,
  begun: () => void,
  isWanted: () => boolean,
): Promise<Piece[]> {
  const file = new SpoolFile(path)
  // Before anything is written: a process that is killed leaves nothing of an answer behind.
  removeName(path)
  const items = new SpooledItems(file)
  let hasBegun = false
  try {
    for await (const page of history.pages()) {
      if (!isWanted()) return []
      items.add(page)
      if (!hasBegun) begun()
      hasBegun = true
    }
    const { list, byServer } = items.end()
    return [history.head, byServer, history.middle, ...joined(list), history.tail]
  } finally {
    items.release()
    file.close()
  }
}

/** Somebody may have tidied up the folder. */
export function removeName(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Then it keeps its name; whoever reads it does not need one.
  }
}

const joined = (ranges: readonly Range[]): Piece[] =>
  ranges.flatMap((range, i) => (i === 0 ? [range] : [',', range]))
