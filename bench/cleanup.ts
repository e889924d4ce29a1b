// What was started is stopped also when the run is broken off.
const stops = new Set<() => Promise<void>>()

/** Registers how to stop something; gives back the function that stops it, once. */
export function stoppable(stop: () => Promise<void>): () => Promise<void> {
  const once = async () => {
    if (stops.delete(once)) await stop()
  }
  stops.add(once)
  return once
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

export function stopAllOnSignals(): void {
  for (const [signal, code] of Object.entries(EXIT_CODES)) {
    process.once(signal, async () => {
      // The last that was started is the first to go.
      for (const stop of [...stops].toReversed()) await stop().catch(() => {})
      process.exit(code)
    })
  }
}
