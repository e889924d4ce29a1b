// The temporary file of a long answer. It is used by nobody else, and only ever grows.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { failure } from '../../database/failure/failure.ts'
import type { Failure } from '../../errors.ts'

export interface Range {
  readonly from: number
  readonly to: number
}

export class SpoolFile {
  readonly #file: number
  #end = 0

  /** Must exist already: whoever made it reads it. */
  constructor(path: string) {
    this.#file = ofFile('opened', () => openSync(path, 'r+'))
  }

  get end(): number {
    return this.#end
  }

  append(bytes: Buffer): Range {
    const from = this.#end
    while (this.#end < from + bytes.length) {
      this.#end += ofFile('written', () =>
        writeSync(this.#file, bytes, this.#end - from, undefined, this.#end),
      )
    }
    return { from, to: this.#end }
  }

  /** Into a buffer, from there on. */
  read({ from, to }: Range, buffer: Buffer, start: number): void {
    for (let at = from; at < to; ) {
      const bytes = ofFile('read', () =>
        readSync(this.#file, buffer, start + at - from, to - at, at),
      )
      if (bytes === 0) throw new Error('the temporary file is shorter than it was written')
      at += bytes
    }
  }

  close(): void {
    closeSync(this.#file)
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
