// The change token, as it is now. One reading serves all that asked for it before it was begun.
import type { Engine } from '../../database/engine.ts'
import type { Token, Watch } from '../../database/watch.ts'
import { within } from '../../within.ts'

export interface Watching {
  /**
   * Read after this call. Two tokens are the same object where nothing was committed between their
   * readings; null where that cannot be told.
   */
  token(): Promise<Token | null>
  /** The same for one that cannot wait for others to ask. */
  tokenAtOnce(): Promise<Token | null>
  /** An answer was read from there just now: a good moment to begin to watch it. */
  saw(origin: string | null): void
  /** Closes the watch, until something is read again. */
  letGo(): void
  close(): void
}

interface WatchingOptions {
  /** Longer than this no request waits for a token; a server that is silent is taken for lost. */
  readonly patienceMs: number
  /** How long after a failure it is tried again. */
  readonly pauseMs: number
  /** From now on no token is the same as one from before. */
  readonly onLost: () => void
}

const NOT_KNOWN = Promise.resolve(null)
const noToken = () => new Error('the token was not read in time')

export function watching(
  { openWatch, idleMs }: Pick<Engine, 'openWatch' | 'idleMs'>,
  { patienceMs, pauseMs, onLost }: WatchingOptions,
): Watching {
  let watch: Watch | undefined
  let last: Token | null = null
  let opening = false
  let isClosed = false
  /** Counts how often it was let go of: what was begun before is not used after. */
  let era = 0
  let notBefore = 0
  let idle: NodeJS.Timeout | undefined
  let running: Promise<Token | null> = NOT_KNOWN
  /** Asked for, and not begun yet. */
  let queued: Promise<Token | null> | undefined
  /** Asked for, and queued when this turn of the event loop is over. */
  let next: Promise<Token | null> | undefined

  function letGo() {
    era += 1
    clearTimeout(idle)
    const closing = watch
    watch = undefined
    last = null
    onLost()
    closing?.close()
  }

  async function read(): Promise<Token | null> {
    const from = watch
    if (from === undefined) return null
    idle?.refresh()
    try {
      const reading = from.read()
      const token =
        reading instanceof Promise ? await within(patienceMs, reading, noToken) : reading
      // Let go of meanwhile: nobody knows any more what it was compared with.
      if (watch !== from || token === null) return null
      if (token.origin !== last?.origin || token.version !== last.version) last = token
      return last
    } catch {
      if (watch === from) {
        letGo()
        notBefore = performance.now() + pauseMs
      }
      return null
    }
  }

  /** One after the other, because they share a connection; never more than one waits. */
  function inTurn(): Promise<Token | null> {
    if (queued === undefined) {
      const begun = () => {
        queued = undefined
        return read()
      }
      queued = running.then(begun, begun)
      running = queued
    }
    return queued
  }

  async function begin(open: NonNullable<Engine['openWatch']>, origin: string) {
    opening = true
    const begun = era
    try {
      const opened = await open(origin)
      if (begun !== era) return opened.close()
      watch = opened
      if (idleMs !== null) idle = setTimeout(letGo, idleMs).unref()
    } catch {
      notBefore = performance.now() + pauseMs
    } finally {
      opening = false
    }
  }

  return {
    token() {
      if (watch === undefined) return NOT_KNOWN
      if (queued !== undefined) return queued
      // After all that this turn of the event loop brings in.
      next ??= running
        .then(() => new Promise(setImmediate))
        .then(() => {
          next = undefined
          return inTurn()
        })
      return next
    },
    tokenAtOnce: inTurn,
    saw(origin) {
      if (origin === null || openWatch === null || watch !== undefined || opening) return
      if (isClosed || performance.now() < notBefore) return
      void begin(openWatch, origin)
    },
    letGo,
    close() {
      isClosed = true
      letGo()
    },
  }
}
