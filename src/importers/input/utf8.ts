// JSON is UTF-8, but the paths in it are bytes of any kind.
import { isUtf8 } from 'node:buffer'
import type { Input } from './input.ts'
import { unmarked } from './marks.ts'
import { decoded } from './text.ts'

/** The bytes of a JSON file; those that are no UTF-8 become the text \xE9, as in other reports. */
export async function* utf8Of(input: Input): AsyncGenerator<Uint8Array | string> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of unmarked(input.open())) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = endOfCharacters(bytes)
    rest = bytes.subarray(end)
    yield valid(bytes.subarray(0, end))
  }
  if (rest.length > 0) yield valid(rest)
}

const valid = (bytes: Uint8Array): Uint8Array | string =>
  isUtf8(bytes) ? bytes : asJson(decoded(bytes))

/** The \x of decoded() is no escape of JSON, so it takes a second backslash. */
export const asJson = (text: string): string =>
  text.replace(/\\[\\x]/g, (pair) => (pair === '\\x' ? '\\\\x' : pair))

/** Behind the last byte of the last character, or pair of backslashes, that is not cut off by the end. */
function endOfCharacters(bytes: Uint8Array): number {
  if (bytes.at(-1) === BACKSLASH) return bytes.length - (backslashesAtEnd(bytes) % 2)
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0
    if (length > 0) return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

const BACKSLASH = 0x5c

function backslashesAtEnd(bytes: Uint8Array): number {
  const other = bytes.findLastIndex((byte) => byte !== BACKSLASH)
  return bytes.length - 1 - other
}
