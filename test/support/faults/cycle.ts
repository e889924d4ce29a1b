// One fault after another against a running service: what it answers meanwhile, and how soon after
// the database is well again the first good answer comes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseServer } from '../servers/server.ts'
import type { TcpProxy } from '../servers/tcp-proxy.ts'
import { ask, complaint, DATA_PATHS, type Load, startLoad } from './load.ts'
import type { ServiceProcess } from './service-process.ts'

export interface Fault {
  /** Breaks it and mends it; resolves when the database is well again. */
  run(server: DatabaseServer, proxy: TcpProxy, random: () => number): Promise<void>
}

/** Longer than the deadline, so that every way of waiting runs out. */
const LONG_MS = 5_500
const between = (least: number, most: number, random: () => number) =>
  least + random() * (most - least)

export const FAULTS: Readonly<Record<'kill' | 'freeze' | 'partition', Fault>> = {
  kill: {
    async run(server, _proxy, random) {
      await server.stop('SIGKILL')
      await sleep(between(0, 400, random))
      await server.start()
    },
  },
  freeze: {
    async run(server, _proxy, random) {
      server.signal('SIGSTOP')
      await sleep(random() < 0.5 ? LONG_MS : between(200, 3_000, random))
      server.signal('SIGCONT')
    },
  },
  partition: {
    async run(_server, proxy, random) {
      proxy.set({ does: 'swallow' })
      await sleep(random() < 0.5 ? LONG_MS : between(200, 3_000, random))
      proxy.set({ does: 'carry' })
    },
  },
}

export interface CycleResult {
  /** From the database being well to the first good answer of each question. */
  readonly recoveredMs: number
  readonly slowestMs: number
  readonly failures: number
  readonly complaints: readonly string[]
}

/** The deadline of the service, and a little for a busy machine. */
const LIMIT_MS = 5_000 + 1_000
const GIVE_UP_MS = 20_000

export async function cycle(
  fault: Fault,
  service: ServiceProcess,
  server: DatabaseServer,
  proxy: TcpProxy,
  random: () => number,
): Promise<CycleResult> {
  const load: Load = startLoad(service.address)
  await sleep(between(50, 250, random))
  await fault.run(server, proxy, random)
  const wellAt = performance.now()
  const recoveredAt = await firstGood(load, wellAt)
  await load.stop()
  const stillBad = await Promise.all(DATA_PATHS.map((path) => answeredAgain(service.address, path)))
  const data = load.seen.filter(({ path }) => DATA_PATHS.includes(path))
  return {
    recoveredMs: recoveredAt - wellAt,
    slowestMs: Math.max(...data.map(({ tookMs }) => tookMs)),
    failures: data.filter(({ status }) => status !== 200).length,
    complaints: [
      ...load.seen.map((seen) => complaint(seen, LIMIT_MS)).filter((it) => it !== null),
      ...stillBad.filter((it) => it !== null),
      ...(service.hasEnded() ? ['the service ended'] : []),
    ],
  }
}

/** When the first good answer to a request that was sent afterwards, or was waiting, came in. */
async function firstGood({ seen }: Load, wellAt: number): Promise<number> {
  while (performance.now() < wellAt + GIVE_UP_MS) {
    const good = seen.find(
      ({ path, status, sentAt, tookMs }) =>
        DATA_PATHS.includes(path) && status === 200 && sentAt + tookMs > wellAt,
    )
    if (good !== undefined) return good.sentAt + good.tookMs
    await sleep(5)
  }
  return Number.POSITIVE_INFINITY
}

/** Every question is answered again, not only the first. */
export async function answeredAgain(address: string, path: string): Promise<string | null> {
  const giveUp = performance.now() + GIVE_UP_MS
  while (performance.now() < giveUp) {
    const { status } = await ask(address, path)
    if (status === 200) return null
    await sleep(50)
  }
  return `${path} is not answered again`
}
