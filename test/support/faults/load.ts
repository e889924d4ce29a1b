// Clients that go on asking while the database breaks, and write down every answer.
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Seen {
  readonly path: string
  readonly sentAt: number
  readonly tookMs: number
  readonly status: number
  readonly body: { error?: string; message?: string }
}

export const DATA_PATHS = [
  '/api/malware.php',
  '/api/posture.php',
  '/api/compliance-scans.php',
  '/api/compliance-scans.php?action=findings',
  '/api/compliance-scans.php?action=categories',
  '/api/compliance-scans.php?action=history&days=365',
]

/** Answers that need no database, whatever happens to it. */
const OTHER_PATHS: Readonly<Record<string, number>> = {
  '/api/nothing': 404,
  '/api/compliance-scans.php?action=wrong': 400,
  '/api/malware.php#unsigned': 401,
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export function ask(address: string, path: string): Promise<Seen> {
  const sentAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Seen>()
  const headers = path.endsWith('#unsigned') ? {} : { 'X-Auth-User-ID': 'tester' }
  const request = get(`${address}${path}`, { agent, headers }, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    response.on('error', reject)
    response.on('end', () => {
      const tookMs = performance.now() - sentAt
      resolve({ path, sentAt, tookMs, status: response.statusCode ?? 0, body: JSON.parse(text) })
    })
  })
  request.on('error', reject)
  return promise
}

export interface Load {
  readonly seen: Seen[]
  stop(): Promise<void>
}

const PAUSE_MS = 10

/** One client a path, each with one request under way. */
export function startLoad(address: string): Load {
  const seen: Seen[] = []
  let going = true
  const clients = [...DATA_PATHS, ...Object.keys(OTHER_PATHS)].map(async (path) => {
    while (going) {
      seen.push(await ask(address, path))
      await sleep(PAUSE_MS)
    }
  })
  return {
    seen,
    async stop() {
      going = false
      await Promise.all(clients)
    },
  }
}

const TEXTS = ['Database connection failed', 'Database query failed']

/** What is wrong with an answer under faults, null when nothing is. */
export function complaint({ path, status, body, tookMs }: Seen, limitMs: number): string | null {
  const expected = OTHER_PATHS[path]
  if (expected !== undefined) return status === expected ? null : `${path} gave ${status}`
  if (tookMs > limitMs) return `${path} took ${Math.round(tookMs)} ms`
  if (status === 200) return body.error === undefined ? null : `${path}: 200 with an error`
  if (status !== 500 || !TEXTS.includes(body.error ?? ''))
    return `${path} gave ${status} ${body.error}`
  const mayExplain = path.startsWith('/api/compliance') && body.error === 'Database query failed'
  return (body.message !== undefined) === mayExplain ? null : `${path}: message ${body.message}`
}
