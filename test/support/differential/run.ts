// The same data on every engine, the same requests: the bodies must not differ in a single byte.
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { directAnswers } from '../../../src/answers/direct.ts'
import { engineAt } from '../../../src/database/connect.ts'
import { TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import { buildApp } from '../../../src/http/app.ts'
import { networkPeers } from '../../../src/http/peers.ts'
import { insertingInto } from '../database.ts'
import { type DataSet, dataSets, store } from '../datasets.ts'
import { LIMITS } from '../service.ts'
import { requestsFor } from './requests.ts'

export interface DifferentialResult {
  readonly pairs: number
  readonly dataSets: number
  readonly statuses: Readonly<Record<number, number>>
  readonly differences: readonly string[]
}

const REQUESTS_A_DATA_SET = 10

/** `urls` name one migrated database an engine. */
export async function compareEngines(
  urls: readonly string[],
  pairs: number,
  seed: number,
  onDataSet: (done: number) => void = () => {},
): Promise<DifferentialResult> {
  const engines = await Promise.all(urls.map(comparedEngine))
  const statuses: Record<number, number> = {}
  const differences: string[] = []
  let done = 0
  const samples = fc.sample(dataSets, { seed, numRuns: Math.ceil(pairs / REQUESTS_A_DATA_SET) })
  try {
    for (const [i, dataSet] of samples.entries()) {
      for (const engine of engines) await engine.fill(dataSet)
      const requests = fc.sample(requestsFor(dataSet), {
        seed: seed + i,
        numRuns: REQUESTS_A_DATA_SET,
      })
      for (const url of requests) {
        const [first, ...others] = await Promise.all(engines.map((engine) => engine.ask(url)))
        if (first === undefined) continue
        statuses[first.status] = (statuses[first.status] ?? 0) + 1
        others.forEach((other, at) => {
          if (other.status === first.status && other.body === first.body) return
          differences.push(`data set ${i} (seed ${seed}), ${url}: ${urls[at + 1]} differs`)
        })
        done += 1
      }
      onDataSet(done)
    }
  } finally {
    for (const engine of engines) await engine.close()
  }
  return { pairs: done, dataSets: samples.length, statuses, differences }
}

async function comparedEngine(url: string) {
  const db = await engineAt(url).openForWriting()
  let clock: Pick<DataSet, 'now' | 'timezone'> = { now: 0, timezone: 'UTC' }
  let app:
    | { inject: ReturnType<typeof service>['app']['inject']; close(): Promise<void> }
    | undefined

  function service() {
    const answers = directAnswers({
      database: url,
      timezone: clock.timezone,
      clock: () => clock.now,
      deadlineMs: LIMITS.deadlineMs,
      onNotice() {},
    })
    const log = pino({ level: 'silent' })
    const built = buildApp({ answers, peers: networkPeers([]), basePath: '', limits: LIMITS, log })
    return { app: built, answers }
  }

  return {
    async fill(dataSet: DataSet) {
      await app?.close()
      clock = dataSet
      for (const table of TABLE_NAMES.toReversed())
        await sql`delete from ${sql.table(table)}`.execute(db)
      await store(dataSet, { insert: insertingInto(db) })
      const { app: built, answers } = service()
      app = {
        inject: built.inject.bind(built),
        async close() {
          await built.close()
          await answers.close()
        },
      }
    },
    async ask(path: string) {
      if (app === undefined) throw new Error('nothing was filled in yet')
      const reply = await app.inject({ url: path, headers: { 'x-auth-user-id': 'tester' } })
      return { status: reply.statusCode, body: reply.body }
    },
    async close() {
      await app?.close()
      await db.destroy()
    },
  }
}
