// The items of a long answer on their way to its file: as they come, and by server.
//
// Classes, because functions that are made for each answer are compiled for each answer. V8 does so in
// threads of its own, and small requests wait for a processor meanwhile.
import type { HistoryItem } from '../../compliance/response.ts'
import { byBytes } from '../../text-order.ts'
import { Gathered, mostBytes } from './gathered.ts'
import { NONE, ServerRanges } from './server-ranges.ts'
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
  /** Each has a number, in the order in which they come. */
  readonly #servers = new Map<string, number>()
  /** Where the items of each server are in what is gathered. */
  readonly #places = new ServerRanges()
  /** Where its runs are in the file. */
  readonly #runs = new ServerRanges()

  constructor(file: SpoolFile) {
    this.#file = file
  }

  add(page: readonly HistoryItem[]): void {
    for (const item of page) this.#gather(this.#numberOf(item.server_name), JSON.stringify(item))
  }

  end(): { readonly list: readonly Range[]; readonly byServer: Range } {
    this.#flush()
    return { list: this.#list, byServer: this.#writeByServer() }
  }

  /** Whether it came to an end or not. */
  release(): void {
    this.#gathered.release()
    this.#sorted.release()
  }

  #numberOf(name: string): number {
    let server = this.#servers.get(name)
    if (server === undefined) {
      server = this.#servers.size
      this.#servers.set(name, server)
    }
    return server
  }

  #gather(server: number, item: string): void {
    const gathered = this.#gathered
    // A comma comes before it.
    if (mostBytes(item) + 1 > gathered.room) this.#flush()
    if (gathered.used > 0) gathered.text(',')
    const from = gathered.used
    gathered.text(item)
    this.#places.add(server, from, gathered.used)
  }

  #flush(): void {
    const bytes = this.#gathered.take()
    this.#list.push(this.#file.append(bytes))
    for (const server of this.#servers.values()) this.#gatherRun(server, bytes)
    this.#places.clear()
    this.#file.append(this.#sorted.take())
  }

  #gatherRun(server: number, bytes: Buffer): void {
    const places = this.#places
    const first = places.first(server)
    if (first === NONE) return
    const sorted = this.#sorted
    const from = this.#file.end + sorted.used
    for (let at = first; at !== NONE; at = places.next(at)) {
      if (at !== first) sorted.text(',')
      sorted.copy(bytes, places.range(at))
    }
    this.#runs.add(server, from, this.#file.end + sorted.used)
  }

  #writeByServer(): Range {
    const from = this.#file.end
    for (const [name, server] of [...this.#servers].sort(([a], [b]) => byBytes(a, b))) {
      const isFirst = this.#file.end + this.#sorted.used === from
      this.#text(`${isFirst ? '' : ','}${JSON.stringify(name)}:[`)
      this.#writeRuns(server)
      this.#text(']')
    }
    this.#file.append(this.#sorted.take())
    return { from, to: this.#file.end }
  }

  #writeRuns(server: number): void {
    const runs = this.#runs
    const first = runs.first(server)
    for (let at = first; at !== NONE; at = runs.next(at)) {
      if (at !== first) this.#text(',')
      const run = runs.range(at)
      this.#makeRoom(run.to - run.from)
      this.#sorted.read(this.#file, run)
    }
  }

  #text(text: string): void {
    this.#makeRoom(mostBytes(text))
    this.#sorted.text(text)
  }

  #makeRoom(bytes: number): void {
    if (bytes > this.#sorted.room) this.#file.append(this.#sorted.take())
  }
}
