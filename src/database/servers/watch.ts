// What tells that nothing has changed on a server: see docs/freshness.md.
import type { Token, Watch } from '../watch.ts'
import type { Line, Look } from './line.ts'
import type { Clock } from './session.ts'

/** The same server, and nothing was committed between the one and the other. */
const areEqual = (one: Look | null, other: Look | null): boolean =>
  one !== null && one.origin === other?.origin && one.data === other.data

interface WatchOptions {
  readonly clock: Clock
  /**
   * How long nothing must have moved before a look counts, where a change may be told of just before it
   * can be seen: 0 where it never is.
   */
  readonly restMs: number
}

/**
 * A line is renewed now and then, as sessions are: the address may lead to another server by now. What
 * is remembered outlives that where the old line says the same before the new one has spoken and after.
 */
export async function openWatch(
  openLine: () => Promise<Line>,
  { clock, restMs }: WatchOptions,
): Promise<Watch> {
  let line = await openLine()
  let last = line.first
  let eras = 0
  /** Names looks that can be compared with each other. */
  let era = ''
  /** What all looks since then have shown. */
  let still = line.first
  let since = clock()
  let next: { readonly line: Line; readonly before: Look | null } | undefined
  let isOpening = false
  let isClosed = false

  async function openNext() {
    isOpening = true
    const before = last
    try {
      const opened = await openLine()
      if (isClosed) opened.destroy()
      else next = { line: opened, before }
    } catch {
      line.life.notRenewed()
    } finally {
      isOpening = false
    }
  }

  function beginEra() {
    eras += 1
    era = `${last?.process} ${eras}`
  }
  beginEra()

  /** Only the time between two looks counts: `began` is when this one was asked for. */
  function isAtRest(seen: Look, began: number): boolean {
    if (!areEqual(seen, still)) {
      still = seen
      since = clock()
    }
    return restMs === 0 || began - since >= restMs
  }

  function tokenOf(seen: Look | null, began: number): Token | null {
    const isOther = seen?.process !== last?.process
    last = seen
    if (isOther) beginEra()
    if (seen === null || !isAtRest(seen, began) || line.life.isLate()) return null
    return { origin: seen.origin, version: `${seen.data} of ${era}` }
  }

  return {
    async read() {
      const { life, look, destroy } = line
      if (next === undefined) {
        if (life.isOver()) throw new Error('the connection to the database could not be renewed')
        if (!isOpening && life.isDue()) void openNext()
      }
      // One that comes while this one looks may have looked before it or after.
      const coming = next
      const began = clock()
      const seen = await look()
      if (coming === undefined) return tokenOf(seen, began)
      const { before, line: following } = coming
      const isKnown =
        before?.process === seen?.process &&
        areEqual(before, seen) &&
        areEqual(following.first, seen)
      destroy()
      next = undefined
      line = following
      last = following.first
      if (isKnown) return tokenOf(last, began)
      beginEra()
      return null
    },
    close() {
      isClosed = true
      line.destroy()
      next?.line.destroy()
    },
  }
}
