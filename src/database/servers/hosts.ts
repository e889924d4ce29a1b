// One connection to the best of several hosts. They are tried in random order, the next one soon
// after the one before, so that a silent host costs little and the load is spread.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Host } from '../../address.ts'

export interface Candidate<Connection> {
  readonly connection: Connection
  /** Whether to take it at once; otherwise only when no better one answers soon. */
  readonly preferred: boolean
}

/** How long the others get before the next host is tried, or a second choice is taken. */
const HEAD_START_MS = 150
/**
 * What was sent over a broken line may be lost although the line has been mended since. So while
 * nobody answers, somebody is asked anew.
 */
const AGAIN_MS = 300
/** After so many times they come further and further apart: who is busy is not overrun. */
const QUICKLY = 3

export async function openBest<Connection>(
  hosts: readonly Host[],
  open: (host: Host) => Promise<Candidate<Connection>>,
  discard: (connection: Connection) => void,
): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  const secondChoices: Connection[] = []
  const errors: unknown[] = []
  let isOver = false

  function take(connection: Connection) {
    isOver = true
    for (const other of secondChoices) if (other !== connection) discard(other)
    resolve(connection)
  }

  function takeSecond() {
    const [second] = secondChoices
    if (!isOver && second !== undefined) take(second)
  }

  async function attempt(host: Host) {
    try {
      const { connection, preferred } = await open(host)
      if (isOver) discard(connection)
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
    if (isOver) break
    attempts.push(attempt(host))
    await Promise.race([Promise.all(attempts), promise, sleep(HEAD_START_MS)])
  }
  let [turn, next] = [0, 1]
  const again = setInterval(() => {
    turn += 1
    if (turn < next) return
    next = turn < QUICKLY ? turn + 1 : 2 * turn
    const [host] = shuffled(hosts)
    if (host !== undefined) void attempt(host)
  }, AGAIN_MS)
  // The first attempts decide when it has failed; those after them decide nothing else.
  void Promise.all(attempts).then(() => {
    takeSecond()
    if (isOver) return
    isOver = true
    reject(errors[0])
  })
  return promise.finally(() => clearInterval(again))
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
