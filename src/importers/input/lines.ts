import { Refused } from '../refused.ts'
import type { Input } from './input.ts'
import { unmarked } from './marks.ts'
import { decoded } from './text.ts'

/** Lists of packages come as one line. */
const LINE_BYTES = 16 * 1024 * 1024
const NEWLINE = 0x0a
const RETURN = 0x0d

interface MarkedLine {
  readonly line: string
  /** The file ends within it, or without the end of its last line. */
  readonly isTorn: boolean
}

/** Each line with what matters where the beginning of a name is the name of another file. */
export async function* markedLines(input: Input): AsyncGenerator<MarkedLine> {
  let isTorn = false
  const onTorn = () => {
    isTorn = true
  }
  for await (const line of linesOf(input, onTorn)) yield { line, isTorn }
}

/**
 * The lines of a report, without their ends. Whatever is behind the last end is a line too, and
 * `onTorn` is told before it comes.
 */
export async function* linesOf(input: Input, onTorn?: () => void): AsyncGenerator<string> {
  let rest: Uint8Array[] = []
  let length = 0
  for await (const chunk of unmarked(input.open())) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield line([...rest, chunk.subarray(start, end)])
      rest = []
      length = 0
      start = end + 1
    }
    if (start === chunk.length) continue
    rest.push(chunk.subarray(start))
    length += chunk.length - start
    if (length > LINE_BYTES) throw new Refused('it has a line of over 16 MB; that is no report')
  }
  if (length === 0) return
  onTorn?.()
  yield line(rest)
}

function line(parts: readonly Uint8Array[]): string {
  const [first = new Uint8Array()] = parts
  const bytes = parts.length === 1 ? first : Buffer.concat(parts)
  return decoded(bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes)
}
