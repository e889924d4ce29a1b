// Asks every question again and again while a writer moves the data, and holds each response
// against what is due.
import { generationsIn, problemsOf } from './generation-check.ts'
import { COMPLIANCE, EVERY_URL, type StartedService } from './started-service.ts'
import type { Writer } from './writer-process.ts'

export const URLS: readonly string[] = [
  ...EVERY_URL,
  `${COMPLIANCE}?action=server&name=web-3`,
  `${COMPLIANCE}?action=findings&category=fixed`,
]

export interface RunOptions {
  readonly responses: number
  readonly clients: number
  /** Milliseconds since 1970; what was not asked by then is not asked. */
  readonly until?: number
}

export interface Run {
  readonly responses: number
  /** How many different generations were seen. */
  readonly generations: number
  readonly torn: number
  readonly problems: readonly string[]
}

/** Clients that each ask one thing after the other, all of them as fast as they are answered. */
export async function askWhileWriting(
  service: Pick<StartedService, 'get'>,
  writer: Pick<Writer, 'committed'>,
  { responses, clients, until = Number.POSITIVE_INFINITY }: RunOptions,
): Promise<Run> {
  const seen = new Set<number>()
  const problems: string[] = []
  let asked = 0

  async function client() {
    let newest = 0
    while (asked < responses && Date.now() < until) {
      const url = URLS[asked++ % URLS.length] as string
      const committed = writer.committed()
      const { status, body } = await service.get(url)
      const told = status === 200 ? problemsOf(url, body) : [`status ${status}: ${body.error}`]
      const [g = 0] = generationsIn(body)
      if (g < committed) told.push(`stale: shows g${g}, g${committed} was committed before`)
      if (g < newest) told.push(`backwards: shows g${g} after g${newest}`)
      newest = Math.max(newest, g)
      seen.add(g)
      problems.push(...told.map((problem) => `${url}: ${problem}`))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return {
    responses: asked,
    generations: seen.size,
    torn: problems.filter((it) => it.includes('torn')).length,
    problems,
  }
}
