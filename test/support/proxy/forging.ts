// Many forged requests through nginx: whom the service took them for.
import fc from 'fast-check'
import { rawConnection } from '../raw-http.ts'
import type { BehindNginx } from './behind-nginx.ts'
import type { Form } from './documented-site.ts'
import { forgedRequests } from './forged-requests.ts'
import { LOGIN } from './front.ts'

interface ForgingReport {
  sent: number
  /** Answers of each status. */
  readonly statuses: Record<number, number>
  /** How many requests the service took for whose. */
  readonly users: Readonly<Record<string, number>>
  readonly violations: readonly string[]
}

const STATUS = /^HTTP\/1\.1 (\d{3}) /gm
/** Whoever asks in HTTP/0.9 gets no status. */
const LET_IN = /^HTTP\/1\.1 200 |"latest_scans"/m

const AT_ONCE = 8
const BATCH = 400

/** Half of them come from somebody whom nginx knows, half from nobody. */
export async function forge(
  { port, logged }: BehindNginx,
  { form, count, seed }: { readonly form: Form; readonly count: number; readonly seed: number },
): Promise<ForgingReport> {
  const violations: string[] = []
  const statuses: Record<number, number> = {}
  let sent = 0

  async function send(bytes: string, isKnown: boolean) {
    sent++
    const text = await allOf(port, bytes)
    for (const [, status = ''] of text.matchAll(STATUS)) {
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + 1
    }
    if (!isKnown && LET_IN.test(text)) violations.push(`let in: ${JSON.stringify(bytes)}`)
  }

  for (let batch = 0; sent < count; batch++) {
    const isKnown = batch % 2 === 0
    const generator = forgedRequests(isKnown ? LOGIN[form] : null)
    const numRuns = Math.min(BATCH, Math.ceil(count / 2), count - sent)
    const requests = fc.sample(generator, { seed: seed + batch, numRuns }).values()
    const sending = async () => {
      for (const bytes of requests) await send(bytes, isKnown)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sending))
  }
  const users = usersIn(logged)
  const others = Object.keys(users).filter((user) => !['anna', 'nobody at all'].includes(user))
  for (const user of others) violations.push(`taken for ${user}`)
  return { sent, statuses, users, violations }
}

export function usersIn(logged: BehindNginx['logged']): Record<string, number> {
  const users: Record<string, number> = {}
  for (const { msg, user } of logged) {
    if (msg !== 'request') continue
    const name = user === null ? 'nobody at all' : String(user)
    users[name] = (users[name] ?? 0) + 1
  }
  return users
}

/** All that comes back until nginx closes the connection. */
async function allOf(port: number, bytes: string): Promise<string> {
  const connection = rawConnection({ port })
  connection.send(bytes)
  await connection.closed
  return connection.unread().toString('latin1')
}
