// Reports hold bytes, not text: a path may be in any encoding.
import { isUtf8 } from 'node:buffer'

const lenient = new TextDecoder('utf-8')
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** UTF-8; a byte that is not becomes \xE9, so that two such names stay different. */
export const decoded = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? strict.decode(bytes) : escaped(bytes)

function escaped(bytes: Uint8Array): string {
  let text = ''
  let start = 0
  while (start < bytes.length) {
    const length = sequenceAt(bytes, start)
    text +=
      length === 0
        ? `\\x${(bytes[start] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
        : lenient.decode(bytes.subarray(start, start + length), { stream: false })
    start += Math.max(length, 1)
  }
  return text
}

/** How many bytes from here are one character; 0 when they are none. */
function sequenceAt(bytes: Uint8Array, start: number): number {
  const first = bytes[start] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0
  const sequence = bytes.subarray(start, start + length)
  return sequence.length === length && length > 0 && isUtf8(sequence) ? length : 0
}
