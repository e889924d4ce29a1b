// One connection to the best of several hosts. They are tried in random order, the next one soon
// after the one before, so that a silent host costs little and the load is spread.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../address.ts'

export interface Candidate<Connection> {
  readonly connection: Connection
  /** Whether to take it at once; otherwise only when no better one answers soon. */
  readonly preferred: boolean
}

/** How long the others get before the next host is tried, or a second choice is taken. */
const HEAD_START_MS = 150

export async function openBest<Connection>(
  hosts: readonly Host[],
  open: (host: Host) => Promise<Candidate<Connection>>,
  discard: (connection: Connection) => void,
): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  const secondChoices: Connection[] = []
  const errors: unknown[] = []
  let taken = false

  function take(connection: Connection) {
    taken = true
    for (const other of secondChoices) if (other !== connection) discard(other)
    resolve(connection)
  }

  function takeSecond() {
    const [second] = secondChoices
    if (!taken && second !== undefined) take(second)
  }

  async function attempt(host: Host) {
    try {
      const { connection, preferred } = await open(host)
      if (taken) discard(connection)
      else if (preferred) take(connection)
      else {
        secondChoices.push(connection)
        setTimeout(takeSecond, HEAD_START_MS)
      }
    } catch (error) {
      errors.push(error)
    }
  }

  const attempts: Promise<void>[] = []
  for (const host of shuffled(hosts)) {
    if (taken) break
    attempts.push(attempt(host))
    await Promise.race([Promise.all(attempts), promise, sleep(HEAD_START_MS)])
  }
  void Promise.all(attempts).then(() => {
    takeSecond()
    if (!taken) reject(errors[0])
  })
  return promise
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
