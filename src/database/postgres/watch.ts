// What tells that nothing has changed on a PostgreSQL server: see docs/freshness.md.
import type { ServerAddress } from '../../address.ts'
import { TABLE_NAMES } from '../schema/schema.ts'
import type { Clock } from '../servers/session.ts'
import type { Token, Watch } from '../watch.ts'
import { type Line, type Look, openLine, SERVER } from './watch-line.ts'

/**
 * Read in the snapshot of an answer. Only tables, whole or in partitions: what views, foreign
 * tables and policies show may depend on more than the transactions of this server. It begins with
 * `select`, by which it is prepared.
 */
export const ORIGIN = `select case when not pg_is_in_recovery() and ${TABLE_NAMES.length} = (
    select count(*) from pg_class as relation
    where oid in (${TABLE_NAMES.map((it) => `to_regclass('${it}')`)}) and not relrowsecurity
      and (relkind = 'r' and not relhassubclass or relkind = 'p' and not exists (
        select from pg_partition_tree(relation.oid) as part
        join pg_class as piece on piece.oid = part.relid
        where piece.relkind not in ('r', 'p')
      ))
  ) then ${SERVER} end as origin`

/** The same server, and nothing was committed between the one and the other. */
const areEqual = (one: Look | null, other: Look | null): boolean =>
  one !== null && one.origin === other?.origin && one.data === other.data

/**
 * A line is renewed now and then, as sessions are: the address may lead to another server by now. What
 * is remembered outlives that where the old line says the same before the new one has spoken and after.
 */
export async function openWatch(address: ServerAddress, clock: Clock): Promise<Watch> {
  let line = await openLine(address, clock)
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
      const opened = await openLine(address, clock)
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
