// A bar on a terminal while a large file is read. It is read several times: to look at it, to store
// it, and for its hash.
import type { Input } from '../../importers/input/input.ts'

const LARGE = 8 * 1024 * 1024
const WIDTH = 30
const READINGS = 3

export function withProgress(input: Input, output: NodeJS.WriteStream): Input {
  if (!output.isTTY || input.size < LARGE) return input
  let read = 0
  let shown = -1
  const show = () => {
    const part = Math.min(1, read / (READINGS * input.size))
    const percent = Math.floor(part * 100)
    if (percent === shown) return
    shown = percent
    const full = Math.round(part * WIDTH)
    const bar = `${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}`
    output.write(percent === 100 ? `\r${' '.repeat(WIDTH + 10)}\r` : `\r[${bar}] ${percent} %`)
  }
  return {
    ...input,
    async *open() {
      for await (const chunk of input.open()) {
        yield chunk
        read += chunk.length
        show()
      }
    },
  }
}
