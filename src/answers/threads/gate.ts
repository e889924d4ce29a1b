/** Lets so many through at once; the others wait in the order they came. */
export function gate(atOnce: number) {
  let free = atOnce
  const waiting: (() => void)[] = []
  return {
    async enter(): Promise<void> {
      if (free > 0) {
        free -= 1
        return
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    },
    leave(): void {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}
