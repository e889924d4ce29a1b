// One question of each kind, asked of the real application over one connection.
import { pino } from 'pino'
import { buildApp } from '../../../src/http/app.ts'
import { networkPeers } from '../../../src/http/peers.ts'
import { answersOf } from '../answers-of.ts'
import { assertDocumented } from '../openapi.ts'
import { LIMITS } from '../service.ts'

export interface Asked {
  /** Status, error and message of the malware and the compliance endpoint. */
  both(): Promise<{ malware: Reply; compliance: Reply }>
  /** Lines of the log, parsed. */
  readonly logged: Record<string, unknown>[]
  close(): Promise<void>
}

export type Reply = readonly [status: number, error?: string, message?: string]

export function askedOf(url: string): Asked {
  const answers = answersOf(url)
  const logged: Record<string, unknown>[] = []
  const log = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const app = buildApp({ answers, peers: networkPeers([]), basePath: '', limits: LIMITS, log })

  async function ask(path: string): Promise<Reply> {
    const reply = await app.inject({ url: path, headers: { 'x-auth-user-id': 'tester' } })
    const body = reply.json()
    assertDocumented(path, reply.statusCode, body)
    if (reply.statusCode === 200) return [200]
    return body.message === undefined
      ? [reply.statusCode, body.error]
      : [reply.statusCode, body.error, body.message]
  }

  return {
    logged,
    both: async () => ({
      malware: await ask('/api/malware.php'),
      compliance: await ask('/api/compliance-scans.php'),
    }),
    async close() {
      await app.close()
      await answers.close()
    },
  }
}
