// Reports hold bytes, not text: a path may be in any encoding.
import { isUtf8 } from 'node:buffer'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8; a byte that is not becomes \xE9, so that two such names stay different. */
export const decoded = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? decoder.decode(bytes) : escaped(bytes)

function escaped(bytes: Uint8Array): string {
  let text = ''
  let [start, at] = [0, 0]
  while (at < bytes.length) {
    const length = sequenceAt(bytes, at)
    if (length === 0) {
      text += decoder.decode(bytes.subarray(start, at)) + hexOf(bytes[at] ?? 0)
      start = at + 1
    }
    at += Math.max(length, 1)
  }
  return text + decoder.decode(bytes.subarray(start))
}

const hexOf = (byte: number): string => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** How many bytes from here are one character; 0 when they are none. */
function sequenceAt(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0
  const sequence = bytes.subarray(start, start + length)
  return sequence.length === length && length > 0 && isUtf8(sequence) ? length : 0
}
