// A long answer on its way from a thread to its clients: written to a file as fast as the database
// gives it, read as fast as each client takes it. So the snapshot is over long before a slow
// client is, and memory holds a page at a time.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { HistoryPages } from '../compliance/history-pages.ts'
import { failure } from '../database/failure.ts'
import { byBytes } from '../text-order.ts'

/** The pieces of the body, in order: texts, and ranges of the file. */
export type Piece = string | { readonly from: number; readonly to: number }

/** `begun` is called when the file is open: from then on it needs no name. */
export async function writeSpool(
  path: string,
  history: HistoryPages,
  begun: () => void,
): Promise<Piece[]> {
  // Must exist already: whoever made it knows when to remove it.
  const file = openSync(path, 'r+')
  begun()
  try {
    const items = itemsFile(file)
    for await (const page of history.pages()) {
      for (const item of page) items.add(item.server_name, JSON.stringify(item))
    }
    const list = items.end()
    const byServer = { from: list, to: items.addByServer() }
    return [history.head, byServer, history.middle, { from: 0, to: list }, history.tail]
  } finally {
    closeSync(file)
  }
}

/** Every item is written once as it comes, and once more beside the others of its server. */
function itemsFile(file: number) {
  const output = bufferedOutput(file)
  /** Where the items of each server are: beginning and end by turns. */
  const places = new Map<string, number[]>()
  return {
    add(server: string, item: string) {
      if (output.position() > 0) output.text(',')
      const from = output.position()
      output.text(item)
      const known = places.get(server)
      if (known === undefined) places.set(server, [from, output.position()])
      else known.push(from, output.position())
    },
    end(): number {
      output.flush()
      return output.position()
    },
    addByServer(): number {
      const begin = output.position()
      for (const [server, of] of [...places].sort(([a], [b]) => byBytes(a, b))) {
        output.text(`${output.position() === begin ? '' : ','}${JSON.stringify(server)}:[`)
        for (let i = 0; i < of.length; i += 2) {
          if (i > 0) output.text(',')
          output.copy(of[i] as number, of[i + 1] as number)
        }
        output.text(']')
      }
      output.flush()
      return output.position()
    },
  }
}

/** How much is gathered before it is written. */
const BUFFERED = 2 ** 20

/** Writes to the end of a file, without making garbage of what passes through. */
function bufferedOutput(file: number) {
  const buffer = Buffer.allocUnsafe(BUFFERED)
  let written = 0
  let used = 0

  function flush() {
    try {
      for (let at = 0; at < used; ) at += writeSync(file, buffer, at, used - at, written + at)
    } catch (error) {
      // Not to be taken for an error of the database: the disk may be full.
      throw failure('defect', 'the temporary file of a long answer cannot be written', error)
    }
    written += used
    used = 0
  }

  return {
    position: () => written + used,
    flush,
    text(text: string) {
      // A character has at most three bytes.
      if (3 * text.length > BUFFERED - used) flush()
      if (3 * text.length > BUFFERED) throw new Error('one item is too long to be spooled')
      used += buffer.write(text, used)
    },
    /** What was flushed before, once more. */
    copy(from: number, to: number) {
      if (to - from > BUFFERED - used) flush()
      used += readSync(file, buffer, used, to - from, from)
    },
  }
}
