// The service as `serve` runs it, listening and with reader threads, for whoever stops it: a test
// or a long run.
import { Writable } from 'node:stream'
import { runService } from '../../src/commands/service.ts'
import { configOf } from '../../src/settings/config.ts'
import { assertDocumented } from './openapi.ts'

export interface Answered {
  readonly status: number
  // Bodies of every shape; the document has checked that shape.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}

export interface StartedService {
  readonly address: string
  /** Lines of the log, parsed. */
  readonly logged: Record<string, unknown>[]
  get(url: string, headers?: Record<string, string>): Promise<Answered>
  stop(): Promise<void>
}

const SIGNED_IN = { 'x-auth-user-id': 'tester' }

export const COMPLIANCE = '/api/compliance-scans.php'

/** One of each question. */
export const EVERY_URL: readonly string[] = [
  '/api/malware.php',
  '/api/posture.php',
  COMPLIANCE,
  `${COMPLIANCE}?action=server&name=web-1`,
  `${COMPLIANCE}?action=findings`,
  `${COMPLIANCE}?action=categories`,
  `${COMPLIANCE}?action=history`,
]

export const clientOf = (address: string) => ({
  async get(url: string, headers: Record<string, string> = SIGNED_IN): Promise<Answered> {
    const response = await fetch(address + url, { headers })
    const body = await response.json()
    assertDocumented(url, response.status, body)
    return { status: response.status, body }
  },
})

/** `flags` are those of `serve`. */
export async function startService(
  database: string,
  flags: Record<string, string> = {},
): Promise<StartedService> {
  const logged: Record<string, unknown>[] = []
  const output = new Writable({
    write(lines, _encoding, done) {
      for (const line of String(lines).trimEnd().split('\n')) logged.push(JSON.parse(line))
      done()
    },
  })
  const config = configOf({ database, port: '0', ...flags }, {})
  const { address, stop } = await runService(config, output as NodeJS.WriteStream)
  return { address, logged, stop, ...clientOf(address) }
}
