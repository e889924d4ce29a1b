// A report as a source of bytes that can be read more than once.
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { unmarkedHead } from './marks.ts'
import { decoded } from './text.ts'
import { goneOrUnreadable, unreadable } from './unreadable.ts'

export interface Input {
  /** As the person named it; '-' is standard input. */
  readonly name: string
  readonly size: number
  /** Seconds since 1970. */
  readonly modifiedAt: number
  /** The first part, for recognising what it is. Its last line is whole, unless that is most of it. */
  readonly head: string
  /** All bytes, from the beginning. A file that grows meanwhile is read as far as it went at first. */
  open(): AsyncIterable<Uint8Array>
}

export const HEAD_BYTES = 65_536
const CHUNK_BYTES = 262_144

export async function fileInput(path: string, name: string): Promise<Input> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    return await inputOf(file, name, (range) => createReadStream(path, range))
  } catch (error) {
    throw unreadable(error)
  } finally {
    await file?.close()
  }
}

/** Of a file that stays open as long as it is read: it needs no name. */
export const openInput = (file: FileHandle, name: string): Promise<Input> =>
  inputOf(file, name, (range) => bytesOf(file, range))

/** A stream would close the file when it is left before its end. */
async function* bytesOf(
  file: FileHandle,
  { end, highWaterMark }: Range,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at <= end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(highWaterMark, end + 1 - at))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

interface Range {
  readonly end: number
  readonly highWaterMark: number
}

async function inputOf(
  file: FileHandle,
  name: string,
  read: (range: Range) => AsyncIterable<Uint8Array>,
): Promise<Input> {
  const { size, mtimeMs } = await file.stat()
  const buffer = Buffer.alloc(Math.min(size, HEAD_BYTES))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return {
    name,
    size,
    modifiedAt: Math.floor(mtimeMs / 1000),
    head: headOf(buffer.subarray(0, bytesRead), size),
    async *open() {
      // An empty file has no last byte.
      if (size === 0) return
      try {
        yield* read({ end: size - 1, highWaterMark: CHUNK_BYTES })
      } catch (error) {
        throw goneOrUnreadable(error)
      }
    },
  }
}

/** Of the first bytes of a file that has so many. */
export function headOf(start: Uint8Array, size: number): string {
  const head = decoded(unmarkedHead(start))
  const end = head.lastIndexOf('\n') + 1
  // JSON may be one line, behind an empty one.
  return start.length === size || end < head.length / 2 ? head : head.slice(0, end)
}
