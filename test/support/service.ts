// The real application over a real database, without a port: what most tests ask.
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { directAnswers } from '../../src/answers/direct.ts'
import { buildApp } from '../../src/http/app.ts'
import type { Limits } from '../../src/http/limits.ts'
import { networkPeers } from '../../src/http/peers.ts'
import { type TestDatabase, temporaryDatabase } from './database.ts'
import { assertDocumented } from './openapi.ts'

/** The clock of most tests. */
export const NOW = Date.UTC(2026, 2, 15, 12, 0, 0)

export const LIMITS: Limits = {
  maxHeaderBytes: 8192,
  headerTimeoutMs: 5_000,
  keepAliveMs: 72_000,
  maxConnections: 1024,
  // Longer than the default: a busy machine takes seconds for what takes milliseconds otherwise.
  deadlineMs: 20_000,
}

export interface Reply {
  readonly status: number
  readonly headers: Record<string, string | string[] | number | undefined>
  readonly text: string
  // Tests look into bodies of every shape; the document has checked that shape.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

export interface TestService {
  readonly database: TestDatabase
  /** Lines of the log, parsed. */
  readonly logged: Record<string, unknown>[]
  get(url: string, headers?: Record<string, string>): Promise<Reply>
  request(method: string, url: string, headers?: Record<string, string>): Promise<Reply>
}

export interface TestOptions {
  readonly now?: number | (() => number)
  readonly timezone?: string
  readonly basePath?: string
  /** Another database than a new one; `url` may name one that is broken. */
  readonly url?: string
}

const SIGNED_IN = { 'x-auth-user-id': 'tester' }

export async function testService(options: TestOptions = {}): Promise<TestService> {
  const { now = NOW, timezone = 'UTC', basePath = '' } = options
  const database = await temporaryDatabase()
  const logged: Record<string, unknown>[] = []
  const log = pino(
    { level: 'debug', base: null },
    { write: (line: string) => logged.push(JSON.parse(line)) },
  )
  const answers = directAnswers({
    database: options.url ?? database.url,
    timezone,
    deadlineMs: LIMITS.deadlineMs,
    clock: typeof now === 'number' ? () => now : now,
    onNotice: ({ problem, where }) => log.warn({ problem, where }, 'data left out'),
  })
  const app = buildApp({ answers, peers: networkPeers([]), basePath, limits: LIMITS, log })
  onTestFinished(async () => {
    await app.close()
    await answers.close()
  })

  async function request(method: string, url: string, headers: Record<string, string> = SIGNED_IN) {
    const reply = await app.inject({ method: method as 'GET', url, headers })
    const text = reply.body
    const body = text === '' ? undefined : JSON.parse(text)
    if (method === 'GET') assertDocumented(url, reply.statusCode, body)
    return { status: reply.statusCode, headers: reply.headers, text, body }
  }
  return { database, logged, request, get: (url, headers) => request('GET', url, headers) }
}
