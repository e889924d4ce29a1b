// Generated requests against a running service: seeded, counted, and every violation told.
import fc from 'fast-check'
import { brokenBytes, type GeneratedBytes } from './broken-grammar.ts'
import { keptClient, sendBroken } from './fuzz-client.ts'
import type { RawResponse } from './raw-http.ts'
import { type GeneratedRequest, wellFormedRequest } from './request-grammar.ts'

export interface FuzzOptions {
  readonly port: number
  readonly count: number
  readonly seed: number
  /** Milliseconds since 1970 after which nothing more is sent. */
  readonly until?: number
}

export interface FuzzReport {
  sent: number
  /** Of these, requests in well-formed HTTP: each got exactly one answer. */
  wellFormed: number
  readonly kinds: Record<string, number>
  readonly statuses: Record<number, number>
  readonly violations: string[]
}

const AT_ONCE = 8
const BATCH = 200
const LONGEST_ROW = 4
const MOST_VIOLATIONS = 20

type Item =
  | { readonly request: GeneratedRequest; readonly broken?: never }
  | { readonly broken: GeneratedBytes; readonly request?: never }

const item: fc.Arbitrary<Item> = fc.oneof(
  { weight: 4, arbitrary: wellFormedRequest.map((request) => ({ request })) },
  { weight: 1, arbitrary: brokenBytes.map((broken) => ({ broken })) },
)

export async function fuzzRequests(options: FuzzOptions): Promise<FuzzReport> {
  const { port, count, seed, until = Number.POSITIVE_INFINITY } = options
  const report: FuzzReport = { sent: 0, wellFormed: 0, kinds: {}, statuses: {}, violations: [] }
  const { violations, kinds, statuses } = report
  let batches = 0
  let left = count

  function nextBatch(): Item[] {
    const isOver = Date.now() > until || violations.length >= MOST_VIOLATIONS
    const numRuns = isOver ? 0 : Math.min(BATCH, left)
    left -= numRuns
    return numRuns === 0 ? [] : fc.sample(item, { seed: seed + batches++, numRuns })
  }

  const heard = ({ status }: RawResponse) => {
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const noted = (kind: string, sent: number) => {
    report.sent += sent
    kinds[kind] = (kinds[kind] ?? 0) + sent
  }

  async function client() {
    const { send, close } = keptClient(port, heard)
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      while (batch.length > 0 && violations.length < MOST_VIOLATIONS) {
        const { row, broken } = takeSome(batch)
        try {
          if (broken === undefined) await send(row)
          else await sendBroken(port, broken, heard)
        } catch (error) {
          const bytes = broken?.pieces ?? row.map((it) => it.bytes)
          violations.push(`${(error as Error).message}\n  sent ${JSON.stringify(bytes)}`)
        }
        noted(broken?.kind ?? 'well-formed', broken === undefined ? row.length : 1)
        report.wellFormed += row.length
      }
    }
    close()
  }

  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return report
}

/** Something broken, or a few requests to be sent together; after one that closes nothing follows. */
function takeSome(batch: Item[]): { row: GeneratedRequest[]; broken: GeneratedBytes | undefined } {
  const row: GeneratedRequest[] = []
  const broken = batch[0]?.broken
  if (broken !== undefined) {
    batch.shift()
    return { row, broken }
  }
  const length = 1 + ((batch[0]?.request?.bytes.length ?? 0) % LONGEST_ROW)
  while (row.length < length && row.at(-1)?.expected.closes !== true) {
    const request = batch[0]?.request
    if (request === undefined) break
    row.push(request)
    batch.shift()
  }
  return { row, broken }
}
