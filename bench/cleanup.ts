// What was started is stopped also when the run is broken off.
const stops = new Set<() => Promise<void>>()
let isBrokenOff = false

/** Registers how to stop something. Whoever calls what comes back waits for the one stop. */
export function stoppable(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined
  const once = () => {
    stopped ??= stop().finally(() => stops.delete(once))
    return stopped
  }
  stops.add(once)
  return once
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const

export function stopAllOnSignals(): void {
  for (const [signal, code] of Object.entries(EXIT_CODES)) {
    process.on(signal, async () => {
      // npm hands on what the terminal has sent already.
      if (isBrokenOff) return
      isBrokenOff = true
      // The last that was started is the first to go.
      for (const stop of [...stops].toReversed()) await stop().catch(() => {})
      process.exit(code)
    })
  }
}

/** What fails after a signal fails because of it: the signal decides about the end. */
export async function unlessBrokenOff<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isBrokenOff) await new Promise(() => {})
    throw error
  }
}
