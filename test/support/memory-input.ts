import { HEAD_BYTES, headOf, type Input } from '../../src/importers/input/input.ts'

/** As many bytes as a file gives at once. */
const CHUNK_BYTES = 262_144

/** A report without a file. */
export function memoryInput(name: string, content: string | Uint8Array, modifiedAt = 0): Input {
  const bytes = Buffer.from(content)
  return {
    name,
    size: bytes.length,
    modifiedAt,
    head: headOf(bytes.subarray(0, HEAD_BYTES), bytes.length),
    async *open() {
      for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
        yield bytes.subarray(start, start + CHUNK_BYTES)
      }
    },
  }
}
