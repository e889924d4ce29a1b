// A long answer on its way from a thread to its clients: written to a file as fast as the database
// gives it, read as fast as each client takes it. So the snapshot is over long before a slow
// client is, and memory holds some pages at a time.
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { HistoryPages } from '../compliance/history-pages.ts'
import { failure } from '../database/failure/failure.ts'
import type { Failure } from '../errors.ts'
import { byBytes } from '../text-order.ts'

/** The pieces of the body, in order: texts, and ranges of the file. */
export type Piece = string | { readonly from: number; readonly to: number }

type Range = Exclude<Piece, string>

/**
 * `begun` is called when the file is open, and has no name any more. `isWanted` is asked before each
 * page: where nobody is left to read them, no more pieces are made, nor given.
 */
export async function writeSpool(
  path: string,
  history: HistoryPages,
  begun: () => void,
  isWanted: () => boolean = () => true,
): Promise<Piece[]> {
  // Must exist already: whoever made it reads it.
  const file = ofFile('opened', () => openSync(path, 'r+'))
  // Before anything is written: a process that is killed leaves nothing of an answer behind.
  removeName(path)
  begun()
  try {
    const items = itemsFile(file)
    for await (const page of history.pages()) {
      if (!isWanted()) return []
      for (const item of page) items.add(item.server_name, JSON.stringify(item))
    }
    const { list, byServer } = items.end()
    return [history.head, byServer, history.middle, ...joined(list), history.tail]
  } finally {
    closeSync(file)
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

/**
 * Every item is written as it comes, and once more beside the others of its server. To look for each
 * of them in the file takes long. So whenever enough are gathered, those of a server are written in
 * one run, too; in the end only the runs are looked for.
 */
function itemsFile(file: number) {
  const output = endOf(file)
  const [gathered, sorted] = [gathering(), gathering()]
  const list: Range[] = []
  /** Where the items of each server are in what is gathered: beginning and end by turns. */
  const places = new Map<string, number[]>()
  const runs = new Map<string, Range[]>()

  function flush() {
    const bytes = gathered.take()
    list.push(output.append(bytes))
    const begin = output.position()
    for (const [server, of] of places) {
      const from = begin + sorted.used()
      for (let i = 0; i < of.length; i += 2) {
        if (i > 0) sorted.text(',')
        sorted.copy(bytes, of[i] as number, of[i + 1] as number)
      }
      listOf(runs, server).push({ from, to: begin + sorted.used() })
    }
    places.clear()
    output.append(sorted.take())
  }

  function byServer(): Range {
    const from = output.position()
    const makeRoom = (bytes: number) => {
      if (bytes > sorted.room()) output.append(sorted.take())
    }
    const text = (text: string) => {
      makeRoom(mostBytes(text))
      sorted.text(text)
    }
    for (const [server, of] of [...runs].sort(([a], [b]) => byBytes(a, b))) {
      text(`${output.position() + sorted.used() === from ? '' : ','}${JSON.stringify(server)}:[`)
      for (const [i, run] of of.entries()) {
        if (i > 0) text(',')
        makeRoom(run.to - run.from)
        sorted.read(file, run)
      }
      text(']')
    }
    output.append(sorted.take())
    return { from, to: output.position() }
  }

  return {
    add(server: string, item: string) {
      // A comma comes before it.
      if (mostBytes(item) + 1 > gathered.room()) flush()
      if (gathered.used() > 0) gathered.text(',')
      const from = gathered.used()
      gathered.text(item)
      listOf(places, server).push(from, gathered.used())
    },
    end() {
      flush()
      return { list, byServer: byServer() }
    },
  }
}

function listOf<Value>(lists: Map<string, Value[]>, name: string): Value[] {
  let list = lists.get(name)
  if (list === undefined) {
    list = []
    lists.set(name, list)
  }
  return list
}

/** How much is gathered before it is written. */
const GATHERED = 2 ** 22

/** A character has at most three bytes. */
const mostBytes = (text: string): number => 3 * text.length

/** Bytes on their way to a file, without making garbage of what passes through. */
function gathering() {
  const buffer = Buffer.allocUnsafe(GATHERED)
  let used = 0
  return {
    used: () => used,
    room: () => GATHERED - used,
    text(text: string) {
      if (mostBytes(text) > GATHERED - used) throw new Error('one item is too long to be spooled')
      used += buffer.write(text, used)
    },
    copy(source: Buffer, from: number, to: number) {
      used += source.copy(buffer, used, from, to)
    },
    read(file: number, { from, to }: Range) {
      for (let at = from; at < to; ) {
        const bytes = ofFile('read', () => readSync(file, buffer, used, to - at, at))
        if (bytes === 0) throw new Error('the temporary file is shorter than it was written')
        used += bytes
        at += bytes
      }
    },
    /** All that there is, to be used before more is gathered. */
    take(): Buffer {
      const bytes = buffer.subarray(0, used)
      used = 0
      return bytes
    },
  }
}

function endOf(file: number) {
  let end = 0
  return {
    position: () => end,
    append(bytes: Buffer): Range {
      const from = end
      while (end < from + bytes.length) {
        end += ofFile('written', () => writeSync(file, bytes, end - from, undefined, end))
      }
      return { from, to: end }
    },
  }
}

/** Not to be taken for an error of the database: the disk may be full. */
function ofFile<Result>(done: 'opened' | 'read' | 'written', work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw unusable(done, error)
  }
}

/** The system names no folder where one is full. */
export const unusable = (done: string, error: unknown): Failure =>
  failure(
    'defect',
    `the temporary file of a long answer cannot be ${done}`,
    `${error}; TMPDIR must be a folder with room that this user may write to, and is ${tmpdir()}`,
  )
