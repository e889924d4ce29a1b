// What tells that nothing has changed on a server: see docs/freshness.md.
import type { Token, Watch } from '../watch.ts'
import type { Lifetime } from './session.ts'

/** How a server is: the same data of one process is the same state of all tables. */
export interface Look {
  readonly origin: string
  readonly process: number
  readonly data: string
}

/** A connection, by which it was seen already how the server is. */
export interface Line {
  readonly life: Lifetime
  readonly first: Look | null
  /** null where it cannot be told. */
  look(): Promise<Look | null>
  destroy(): void
}

/** So long before its time another line is opened, while this one still tells. */
export const EARLY_MS = 5_000

/** The same server, and nothing was committed between the one and the other. */
const areEqual = (one: Look | null, other: Look | null): boolean =>
  one !== null && one.origin === other?.origin && one.data === other.data

/**
 * A line is renewed now and then, as sessions are: the address may lead to another server by now. What
 * is remembered outlives that where the old line says the same before the new one has spoken and after.
 */
export async function openWatch(openLine: () => Promise<Line>): Promise<Watch> {
  let line = await openLine()
  let last = line.first
  let eras = 0
  /** Names looks that can be compared with each other. */
  let era = ''
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

  function tokenOf(seen: Look | null): Token | null {
    const isOther = seen?.process !== last?.process
    last = seen
    if (isOther) beginEra()
    if (seen === null || line.life.isLate()) return null
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
      const seen = await look()
      if (coming === undefined) return tokenOf(seen)
      const { before, line: following } = coming
      const isKnown =
        before?.process === seen?.process &&
        areEqual(before, seen) &&
        areEqual(following.first, seen)
      destroy()
      next = undefined
      line = following
      last = following.first
      if (isKnown) return tokenOf(last)
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
