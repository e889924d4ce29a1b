// Bytes on their way to a file, without making garbage of what passes through.
import type { Range, SpoolFile } from './spool-file.ts'

/** How much is gathered before it is written. */
const GATHERED = 2 ** 22

/** Kept for the next answer: new ones make V8 look through all of its heap. */
const unused: Buffer[] = []

export class Gathered {
  readonly #buffer = unused.pop() ?? Buffer.allocUnsafe(GATHERED)
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

  copy(source: Buffer, { from, to }: Range): void {
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

  /** To be called once, and nothing after it. */
  release(): void {
    unused.push(this.#buffer)
  }
}

/** A character has at most three bytes. */
export const mostBytes = (text: string): number => 3 * text.length
