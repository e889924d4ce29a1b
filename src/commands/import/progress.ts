// A bar on a terminal while a large file is read. It is read several times: to look at it, for its
// hash, and to store it.
import type { Input } from '../../importers/input/input.ts'

const LARGE = 8 * 1024 * 1024
const WIDTH = 30
const ERASED = `\r${' '.repeat(WIDTH + 24)}\r`

export function withProgress(input: Input, output: NodeJS.WriteStream): Input {
  if (!output.isTTY || input.size < LARGE) return input
  let readings = 0
  return {
    ...input,
    async *open() {
      const show = shown(output, ++readings)
      let read = 0
      try {
        for await (const chunk of input.open()) {
          yield chunk
          read += chunk.length
          show(Math.min(1, read / input.size))
        }
      } finally {
        // Also where nobody wants the rest of it.
        output.write(ERASED)
      }
    },
  }
}

function shown(output: NodeJS.WriteStream, reading: number) {
  let last = -1
  return (part: number) => {
    const percent = Math.floor(part * 100)
    if (percent === last) return
    last = percent
    const full = Math.round(part * WIDTH)
    const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`
    output.write(`\r[${bar}] ${percent} % of reading ${reading}`)
  }
}
