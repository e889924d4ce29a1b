// Answers are read by the same few statements again and again. To read and plan one takes PostgreSQL
// as long as to run it; one that has a name it reads and plans once for a connection.
import { hash } from 'node:crypto'
import type { Client, QueryResult } from 'pg'
import { Replaced } from '../replaced.ts'
import type { Clock } from '../servers/session.ts'

/** How long a plan is kept: tables grow, and nobody tells before their statistics are made anew. */
const PLAN_MS = 10_000
/** More than there are; what comes beyond has no name. */
const MOST_NAMES = 200

/** What connections of one engine learn from each other. */
export function preparing(clock: Clock) {
  let isPooled = false

  /** Ends the answer; it is asked again over new connections, which have prepared nothing. */
  function replacedOr(error: { code?: string; routine?: string }, isNew: boolean): unknown {
    const isLost = LOST_NAME.has(error.code)
    // A statement that was prepared just now cannot be outdated, unless a pooler had one of that name.
    if (isLost || (isNew && isOutdated(error))) isPooled = true
    return isLost || isOutdated(error) ? new Replaced() : error
  }

  return (client: Client) => {
    const names = new Map<string, string>()
    let plannedAt = clock()

    function nameOf(text: string): string | undefined {
      if (isPooled) return undefined
      const known = names.get(text)
      if (known !== undefined || names.size >= MOST_NAMES || !text.startsWith('select'))
        return known
      // Named by a hash of its text, so that behind a pooler the name never means another statement.
      const name = `secdash_${hash('sha256', text, 'base64url')}`
      names.set(text, name)
      return name
    }

    async function renewPlans() {
      if (clock() - plannedAt < PLAN_MS) return
      await client.query('discard plans')
      plannedAt = clock()
    }

    return async (text: string, values: unknown[]): Promise<QueryResult> => {
      const isNew = !names.has(text)
      const name = nameOf(text)
      if (name === undefined) {
        // Only at `begin`: there is no snapshot yet whose plans could be needed.
        if (text.startsWith('begin')) await renewPlans()
        return client.query(text, values)
      }
      return client.query({ name, text, values }).catch((error) => {
        throw replacedOr(error, isNew)
      })
    }
  }
}

/** A column has another type than when the statement was prepared: a table or view took the place of one. */
const isOutdated = ({ code, routine }: { code?: string; routine?: string }): boolean =>
  code === '0A000' && routine === 'RevalidateCachedQuery'

/**
 * 26000: there is no such statement. 42P05: it is there, though this connection has not prepared it. Both
 * mean that a pooler hands out sessions in turns.
 */
const LOST_NAME: ReadonlySet<unknown> = new Set(['26000', '42P05'])
