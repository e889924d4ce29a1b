/** The first lines of a report, as bytes: a tenth line further each time, or a line for small ones. */
export function* lineCuts(content: Buffer): Generator<Buffer> {
  const ends: number[] = []
  for (let at = content.indexOf('\n'); at !== -1; at = content.indexOf('\n', at + 1)) ends.push(at)
  const step = ends.length < 100 ? 1 : 10
  for (let line = 0; line < ends.length - 1; line += step) {
    yield content.subarray(0, (ends[line] ?? 0) + 1)
  }
}
