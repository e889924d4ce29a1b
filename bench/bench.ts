// What every section of a run works with.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineName } from '../test/support/engines.ts'
import { stoppable } from './cleanup.ts'
import type { SizeName } from './data/sizes.ts'
import type { Load, Loader, LoadResult } from './measure/load.ts'
import { cpuMs } from './measure/processes.ts'
import type { Options } from './options.ts'
import type { Report } from './report.ts'
import type { Side } from './sides/side.ts'

export interface Database {
  readonly engine: EngineName
  readonly size: SizeName
  readonly url: string
  /** The server's process; none where there is no server. */
  readonly pid: number | null
}

export interface Bench {
  readonly options: Options
  readonly databases: readonly Database[]
  readonly loader: Loader
  readonly report: Report
  /** A folder for what a section writes. */
  readonly folder: string
}

export interface Measured extends LoadResult {
  /** Processor time of the side and of its database, in microseconds a request. */
  readonly cpuUs: number
  readonly perSecond: number
}

/** A service runs for months: how it is in its first seconds is another question. */
export const WARM_UP_SECONDS = 8

/** One round of load on one side. */
export async function measure(
  { loader }: Bench,
  side: Side,
  database: Database | null,
  load: Partial<Load> & { readonly path: string },
): Promise<Measured> {
  const { path, ...rest } = load
  const pids = [...side.pids, ...(database?.pid ? [database.pid] : [])]
  const before = cpuMs(pids)
  const result = await loader.run({ ...rest, target: { port: side.port, path } })
  const spent = cpuMs(pids) - before
  return {
    ...result,
    cpuUs: (spent * 1000) / result.requests,
    perSecond: result.requests / result.seconds,
  }
}

const REST_MS = 1_200

/** Ours remembers answers of MariaDB once it has seen that nothing has moved for a second. */
export async function letRest(
  bench: Bench,
  side: Side,
  database: Database | null,
  path: string,
): Promise<void> {
  if (database?.engine !== 'mariadb') return
  await measure(bench, side, database, { path, requests: 1 })
  await sleep(REST_MS)
}

/** Sides that are stopped whatever happens. */
export async function withSides<Result>(
  work: (keep: <Kept extends Side>(side: Promise<Kept>) => Promise<Kept>) => Promise<Result>,
): Promise<Result> {
  const stops: (() => Promise<void>)[] = []
  try {
    return await work(async (side) => {
      const it = await side
      stops.push(stoppable(it.stop))
      return it
    })
  } finally {
    for (const stop of stops) await stop()
  }
}
