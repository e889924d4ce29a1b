// Reports that end too early: cut behind every tenth line, small ones behind every line.

export function* lineCuts(content: Buffer, most = Number.POSITIVE_INFINITY): Generator<Buffer> {
  const ends: number[] = []
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) ends.push(at)
  const step = Math.max(ends.length < 100 ? 1 : 10, Math.ceil(ends.length / most))
  for (let line = 0; line < ends.length - 1; line += step) {
    yield content.subarray(0, (ends[line] ?? 0) + 1)
  }
}

/** So that all cuts of a large document together stay readable in seconds. */
const MOST_BYTES = 20_000_000

/** The same of a text, and nothing at all first; without a cut that only a line end is missing of. */
export function* cutsOf(text: string): Generator<string> {
  yield ''
  const content = Buffer.from(text)
  for (const cut of lineCuts(content, Math.ceil(MOST_BYTES / (content.length + 1)))) {
    if (cut.toString().trim() !== text.trim()) yield cut.toString()
  }
}
