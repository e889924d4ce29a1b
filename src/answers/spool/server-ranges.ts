// Ranges of bytes by server, each list in the order in which it was added to. In arrays of numbers, not
// in an object or list for each: those would live long enough to fill V8's heap, and it looks through
// all of that in threads that small requests wait for.
import type { Range } from './spool-file.ts'

/** Behind the end of a list. */
export const NONE = -1

export class ServerRanges {
  readonly #from: number[] = []
  readonly #to: number[] = []
  readonly #next: number[] = []
  /** By the number of a server. */
  readonly #first: number[] = []
  readonly #last: number[] = []
  #used = 0

  add(server: number, from: number, to: number): void {
    const at = this.#used
    this.#used += 1
    this.#from[at] = from
    this.#to[at] = to
    this.#next[at] = NONE
    const last = this.#last[server] ?? NONE
    if (last === NONE) this.#first[server] = at
    else this.#next[last] = at
    this.#last[server] = at
  }

  /** Where the list of a server begins. */
  first(server: number): number {
    return this.#first[server] ?? NONE
  }

  next(at: number): number {
    return this.#next[at] as number
  }

  range(at: number): Range {
    return { from: this.#from[at] as number, to: this.#to[at] as number }
  }

  /** The lists are empty then; their room is used again. */
  clear(): void {
    this.#used = 0
    this.#first.fill(NONE)
    this.#last.fill(NONE)
  }
}
