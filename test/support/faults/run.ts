// Many cycles of one fault on one engine, with the counts of connections and files around them.
import { setTimeout as sleep } from 'node:timers/promises'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { BINARY_LOG, initMariadb, mariadbServer } from '../servers/mariadb.ts'
import { initPostgres, postgresFolder, postgresServer } from '../servers/postgres.ts'
import type { DatabaseServer } from '../servers/server.ts'
import { runSql } from '../servers/sql.ts'
import { tcpProxy } from '../servers/tcp-proxy.ts'
import { answeredAgain, type CycleResult, cycle, FAULTS } from './cycle.ts'
import { DATA_PATHS } from './load.ts'
import { READERS, startService } from './service-process.ts'

/** One of each reader, of the thread for long answers and of that in reserve, and one that watches for changes. */
const MOST_CONNECTIONS = READERS + 3

export type ServerEngine = 'postgres' | 'mariadb'

export async function newServer(engine: ServerEngine): Promise<DatabaseServer> {
  if (engine === 'mariadb') return mariadbServer(initMariadb(), BINARY_LOG)
  const folder = postgresFolder()
  initPostgres(folder)
  return postgresServer(folder)
}

export interface FaultRun {
  readonly results: readonly CycleResult[]
  /** Connections and files that were left over after a cycle. */
  readonly leaks: readonly string[]
}

export interface Suffering {
  /** `count` cycles of one fault. */
  suffer(
    fault: keyof typeof FAULTS,
    count: number,
    seed: number,
    onCycle?: (result: CycleResult) => void,
  ): Promise<FaultRun>
  stop(): Promise<void>
}

/** A server and a service of it, for one fault after another. */
export async function startSuffering(engine: ServerEngine): Promise<Suffering> {
  const server = await newServer(engine)
  const proxy = await tcpProxy(server.port)
  const stops = [server.destroy, proxy.close]
  const stop = async () => {
    for (const it of stops.splice(0).reverse()) await it()
  }
  try {
    await server.start()
    await runSql(server.url(engine === 'mariadb' ? 'mysql' : 'postgres'), 'create database secdash')
    await migrate(engineAt(server.url('secdash')))
    const url = server.url('secdash').replace(`:${server.port}/`, `:${proxy.port}/`)
    const service = await startService(url)
    stops.push(service.stop)
    await Promise.all(DATA_PATHS.map((path) => answeredAgain(service.address, path)))
    // A thread connects when it is first needed, so connections are held against their bound.
    const files = () => service.openFiles() - proxy.connections()
    let before: number | undefined
    return {
      stop,
      async suffer(fault, count, seed, onCycle = () => {}) {
        const random = seeded(seed)
        const results: CycleResult[] = []
        const leaks: string[] = []
        for (let i = 0; i < count; i += 1) {
          const result = await cycle(FAULTS[fault], service, server, proxy, random)
          results.push(result)
          onCycle(result)
          before ??= await usual(files)
          const after = await settled(files, before)
          if (after > before) leaks.push(`cycle ${i}: ${before} files before, ${after} after`)
          const open = await settled(proxy.connections, MOST_CONNECTIONS)
          if (open > MOST_CONNECTIONS) leaks.push(`cycle ${i}: ${open} connections left`)
        }
        return { results, leaks }
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const SAMPLES = 80
const PAUSE_MS = 100

/** What is open once the threads and connections of the fault are gone: no more than wanted, or the least. */
async function settled(open: () => number, wanted: number): Promise<number> {
  let least = open()
  for (let i = 0; i < SAMPLES && least > wanted; i += 1) {
    await sleep(PAUSE_MS)
    least = Math.min(least, open())
  }
  return least
}

/** A connection that the service has closed, and the proxy has not yet, is missing for a moment. */
const MOMENTS = 5

/** The least that was open for more than a few moments. */
async function usual(open: () => number): Promise<number> {
  const seen: number[] = []
  for (let i = 0; i < SAMPLES; i += 1) {
    seen.push(open())
    await sleep(PAUSE_MS)
  }
  const often = seen.filter((it) => seen.filter((other) => other <= it).length > MOMENTS)
  return Math.min(...often)
}

/** A small generator, so that a run can be repeated. */
function seeded(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
