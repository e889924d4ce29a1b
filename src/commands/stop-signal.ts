/**
 * npm hands a Ctrl+C on to what it runs, which has got it from the terminal already. So what comes
 * within a moment is the same signal; one that comes later ends the process at once.
 */
const MOMENT_MS = 1_000

interface StopSignal {
  readonly isGiven: boolean
  readonly given: Promise<void>
}

/** The first of these signals from now on. */
export function stopSignal(
  signals: NodeJS.EventEmitter,
  names: readonly string[] = ['SIGTERM', 'SIGINT'],
): StopSignal {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isGiven = false
  const hear = () => {
    if (isGiven) return
    isGiven = true
    setTimeout(hearNoMore, MOMENT_MS).unref()
    resolve()
  }
  const hearNoMore = () => {
    for (const name of names) signals.off(name, hear)
  }
  for (const name of names) signals.on(name, hear)
  return {
    get isGiven() {
      return isGiven
    },
    given: promise,
  }
}
