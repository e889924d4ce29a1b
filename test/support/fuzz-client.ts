// How generated requests are sent: well-formed ones in rows over a kept connection, others alone.
import type { GeneratedBytes } from './broken-grammar.ts'
import { checkAnswer, checkExpected } from './fuzz-checks.ts'
import { type RawConnection, type RawResponse, rawConnection } from './raw-http.ts'
import type { GeneratedRequest } from './request-grammar.ts'

/** Is told of every response. */
export type Heard = (response: RawResponse) => void

/** How long bytes that may be incomplete are left to the server before the client says goodbye. */
const QUIET_MS = 20
/** No answer takes this long; without it a lost one would hold up everything. */
const LOST_MS = 30_000

/** Sends rows of requests, each over the same connection for as long as it stays open. */
export function keptClient(port: number, heard: Heard) {
  let connection: RawConnection | undefined

  async function send(row: readonly GeneratedRequest[]): Promise<void> {
    if (connection === undefined || connection.isClosed) connection = rawConnection({ port })
    const current = connection
    await orReset(current, async () => {
      current.send(row.map(({ bytes }) => bytes).join(''))
      for (const request of row) {
        const response = await current.next(request.isHead)
        heard(response)
        checkExpected(request, response)
        if (request.expected.closes) await current.closed
      }
      checkNothingLeft(current)
    })
  }
  return { send, close: () => connection?.reset() }
}

export async function sendBroken(port: number, bytes: GeneratedBytes, heard: Heard): Promise<void> {
  const { pieces, ending, statuses } = bytes
  const connection = rawConnection({ port })
  await orReset(connection, async () => {
    for (const piece of pieces) {
      connection.send(piece)
      await new Promise(setImmediate)
    }
    if (ending === 'reset') {
      connection.reset()
      return connection.closed
    }
    if (ending === 'finish') connection.finish()
    for (const status of statuses ?? []) {
      const response = await connection.next()
      heard(response)
      checkAnswer(response)
      if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}`)
    }
    if (statuses === null) await Promise.race([connection.closed, quiet()])
    connection.finish()
    const more = await connection.all()
    if (statuses !== null && more.length > 0) throw new Error(`${more.length} answers too many`)
    for (const response of more) {
      heard(response)
      checkAnswer(response)
    }
  })
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS))

function checkNothingLeft(connection: RawConnection): void {
  const unread = connection.unread().toString()
  if (unread !== '') throw new Error(`more than one answer to a request: ${unread}`)
}

/** After anything unexpected the state of a connection is unknown. */
async function orReset(connection: RawConnection, work: () => Promise<void>): Promise<void> {
  const lost = setTimeout(() => connection.reset(), LOST_MS)
  try {
    await work()
  } catch (error) {
    connection.reset()
    await connection.closed
    throw error
  } finally {
    clearTimeout(lost)
  }
}
