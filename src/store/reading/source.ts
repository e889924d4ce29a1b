// A file as something that can be stored.
import { createHash } from 'node:crypto'
import type { Context, Importer } from '../../importers/importer.ts'
import type { Input } from '../../importers/input/input.ts'
import type { Reports } from '../../importers/report.ts'

/** A report, as often as it has to be read. */
export interface Source {
  readonly tool: string
  readonly name: string
  readonly size: number
  /** SHA-256 of its bytes, and of its first bytes up to each of these sizes that it has. */
  hashes(sizes: readonly number[]): Promise<{ whole: string; parts: ReadonlyMap<number, string> }>
  reports(): Reports
}

export const sourceOf = (importer: Importer, input: Input, context: Context): Source => ({
  tool: importer.tool,
  name: input.name,
  size: input.size,
  reports: () => importer.read(input, context),
  async hashes(sizes) {
    const whole = createHash('sha256')
    const parts = new Map<number, string>()
    const ends = [...new Set(sizes)].sort((a, b) => a - b)
    let read = 0
    for await (const chunk of input.open()) {
      let start = 0
      while (ends[0] !== undefined && ends[0] <= read + chunk.length) {
        const end = ends.shift() ?? 0
        whole.update(chunk.subarray(start, end - read))
        parts.set(end, whole.copy().digest('hex'))
        start = end - read
      }
      whole.update(chunk.subarray(start))
      read += chunk.length
    }
    return { whole: whole.digest('hex'), parts }
  },
})
