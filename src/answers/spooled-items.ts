// The items of a long answer on their way to its file: as they come, and by server.
//
// Classes, because functions that are made for each answer are compiled for each answer. V8 does so in
// threads of its own, and small requests wait for a processor meanwhile.
import type { HistoryItem } from '../compliance/response.ts'
import { byBytes } from '../text-order.ts'
import type { Range, SpoolFile } from './spool-file.ts'

/**
 * Every item is written as it comes, and once more beside the others of its server. To look for each
 * of them in the file takes long. So whenever enough are gathered, those of a server are written in
 * one run, too; in the end only the runs are looked for.
 */
export class SpooledItems {
  readonly #file: SpoolFile
  readonly #gathered = new Gathered()
  readonly #sorted = new Gathered()
  readonly #list: Range[] = []
  /** Where the items of each server are in what is gathered: beginning and end by turns. */
  readonly #places = new Map<string, number[]>()
  readonly #runs = new Map<string, Range[]>()

  constructor(file: SpoolFile) {
    this.#file = file
  }

  add(page: readonly HistoryItem[]): void {
    for (const item of page) this.#gather(item.server_name, JSON.stringify(item))
  }

  end(): { readonly list: readonly Range[]; readonly byServer: Range } {
    this.#flush()
    return { list: this.#list, byServer: this.#writeByServer() }
  }

  #gather(server: string, item: string): void {
    const gathered = this.#gathered
    // A comma comes before it.
    if (mostBytes(item) + 1 > gathered.room) this.#flush()
    if (gathered.used > 0) gathered.text(',')
    const from = gathered.used
    gathered.text(item)
    listOf(this.#places, server).push(from, gathered.used)
  }

  #flush(): void {
    const bytes = this.#gathered.take()
    this.#list.push(this.#file.append(bytes))
    const begin = this.#file.end
    const sorted = this.#sorted
    for (const [server, places] of this.#places) {
      const from = begin + sorted.used
      for (let i = 0; i < places.length; i += 2) {
        if (i > 0) sorted.text(',')
        sorted.copy(bytes, places[i] as number, places[i + 1] as number)
      }
      listOf(this.#runs, server).push({ from, to: begin + sorted.used })
    }
    this.#places.clear()
    this.#file.append(sorted.take())
  }

  #writeByServer(): Range {
    const from = this.#file.end
    for (const [server, runs] of [...this.#runs].sort(([a], [b]) => byBytes(a, b))) {
      const isFirst = this.#file.end + this.#sorted.used === from
      this.#text(`${isFirst ? '' : ','}${JSON.stringify(server)}:[`)
      for (const [i, run] of runs.entries()) {
        if (i > 0) this.#text(',')
        this.#makeRoom(run.to - run.from)
        this.#sorted.read(this.#file, run)
      }
      this.#text(']')
    }
    this.#file.append(this.#sorted.take())
    return { from, to: this.#file.end }
  }

  #text(text: string): void {
    this.#makeRoom(mostBytes(text))
    this.#sorted.text(text)
  }

  #makeRoom(bytes: number): void {
    if (bytes > this.#sorted.room) this.#file.append(this.#sorted.take())
  }
}

/** How much is gathered before it is written. */
const GATHERED = 2 ** 22

/** Bytes on their way to a file, without making garbage of what passes through. */
class Gathered {
  readonly #buffer = Buffer.allocUnsafe(GATHERED)
  #used = 0

  get used(): number {
    return this.#used
  }

  get room(): number {
    return GATHERED - this.#used
  }

  text(text: string): void {
    if (mostBytes(text) > this.room) throw new Error('one item is too long to be spooled')
    this.#used += this.#buffer.write(text, this.#used)
  }

  copy(source: Buffer, from: number, to: number): void {
    this.#used += source.copy(this.#buffer, this.#used, from, to)
  }

  read(file: SpoolFile, range: Range): void {
    file.read(range, this.#buffer, this.#used)
    this.#used += range.to - range.from
  }

  /** All that there is, to be used before more is gathered. */
  take(): Buffer {
    const bytes = this.#buffer.subarray(0, this.#used)
    this.#used = 0
    return bytes
  }
}

/** A character has at most three bytes. */
const mostBytes = (text: string): number => 3 * text.length

function listOf<Value>(lists: Map<string, Value[]>, name: string): Value[] {
  let list = lists.get(name)
  if (list === undefined) {
    list = []
    lists.set(name, list)
  }
  return list
}
