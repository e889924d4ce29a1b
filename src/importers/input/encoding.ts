// XML says itself how it is encoded, or its first bytes do.
import { Refused } from '../refused.ts'
import { markAt } from './marks.ts'
import { decoded } from './text.ts'

const DECLARED = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/

/** Slice by slice; without one at the end. */
export type Decode = (slice?: Uint8Array) => string

export function decodingOf(start: Uint8Array): Decode {
  const decoder = decoderOf(start)
  if (decoder.encoding === 'utf-8') return utf8()
  return (slice) => decoder.decode(slice, { stream: slice !== undefined })
}

/** As all reports are read: of bytes that are no text, two names would become one. */
function utf8(): Decode {
  let held: Uint8Array = new Uint8Array()
  let isFirst = true
  return (slice) => {
    const bytes = slice === undefined ? held : Buffer.concat([held, slice])
    const end = slice === undefined ? bytes.length : endOfWhole(bytes)
    held = bytes.subarray(end)
    const text = decoded(bytes.subarray(0, end))
    const isMarked = isFirst && text.startsWith('\ufeff')
    isFirst = false
    return isMarked ? text.slice(1) : text
  }
}

/** Where a character begins that goes on in the next slice. */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0
    if (byte < 0x80) break
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0
    if (length > 0) return bytes.length - (length > back ? back : 0)
  }
  return bytes.length
}

/** By the first bytes of a file: a mark, a NUL beside the first character, or its declaration. */
function decoderOf(start: Uint8Array): TextDecoder {
  const mark = markAt(start)
  if (mark !== undefined) return new TextDecoder(mark.encoding)
  const [first, second] = start
  if (second === 0) return new TextDecoder('utf-16le')
  if (first === 0) return new TextDecoder('utf-16be')
  const name = DECLARED.exec(Buffer.from(start.subarray(0, 400)).toString('latin1'))?.[1] ?? 'utf-8'
  // It was UTF-16 until someone converted it.
  if (/^utf-?16/i.test(name)) return new TextDecoder()
  try {
    return new TextDecoder(name)
  } catch {
    throw new Refused(`it is XML in the unknown encoding ${name}`)
  }
}
