// The service while it runs: what `serve` and `demo` start and stop.
import { setTimeout as waited } from 'node:timers/promises'
import { masked } from '../address.ts'
import { servingAnswers } from '../answers/serving.ts'
import { removeLeftSpools } from '../answers/spool/left-spools.ts'
import { buildApp } from '../http/app.ts'
import { loadDashboard } from '../http/dashboard-files.ts'
import { listen } from '../http/listen.ts'
import { networkPeers, type Peers, socketPeers } from '../http/peers.ts'
import { createLog } from '../log.ts'
import type { Config } from '../settings/config.ts'
import { firstLook } from './first-look.ts'

/** How long requests under way may take to finish once it is told to stop. */
const DRAIN_MS = 10_000
const IDLE_CHECK_MS = 50
/** After how long a database is looked at again, where there was no time or no room for it. */
const LOOK_AGAIN_MS = 1_000

export interface Service {
  /** http://127.0.0.1:8080 or unix:/run/secdash.sock */
  readonly address: string
  /** Asks one question, and logs a warning when the database cannot answer it. Never fails. */
  lookAtDatabase(): Promise<void>
  stop(): Promise<void>
}

export async function runService(
  config: Config,
  output: NodeJS.WriteStream,
  peers: Peers = peersOf(config),
): Promise<Service> {
  const builtDashboard = config.dashboard ? loadDashboard(config.timezone) : null
  const log = createLog(config.logLevel, output, Date.now)
  const answers = servingAnswers({
    ...config,
    clock: Date.now,
    onNotice: ({ problem, where }) => log.warn({ problem, where }, 'data left out'),
    onThreadError: (error) => log.error({ err: error }, 'a reader thread failed'),
  })
  const app = buildApp({ ...config, answers, peers, limits: config, log, builtDashboard })
  const address = await listen(app, config).catch(async (error) => {
    await answers.close()
    throw error
  })
  const database = masked(config.database)
  log.info({ address, database }, 'listening')
  if (believesNobodyElse(config)) {
    const fix = 'Set TRUSTED_UPSTREAMS to the address of the upstream: others get a 401.'
    log.warn({ address, fix }, 'only loopback is believed')
  }
  void removeLeftSpools(Date.now())
  let isStopping = false

  async function lookAtDatabase() {
    const fault = await firstLook(answers, config.database, {
      pause: () => waited(LOOK_AGAIN_MS, undefined, { ref: false }),
      isOver: () => isStopping,
    })
    // What the stop has broken off is no fault of the database.
    if (fault !== null && !isStopping) {
      log.warn({ database, ...fault }, 'the database cannot be read')
    }
  }

  async function stop() {
    isStopping = true
    log.info('stopping: finishing what runs')
    // A connection turns idle when its last answer is out, and would be kept for the next.
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS)
    const force = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    await app.close()
    clearInterval(idle)
    clearTimeout(force)
    await answers.close()
    log.info('stopped')
  }

  return { address, lookAtDatabase, stop }
}

/** It listens for other machines, and lists none of them. */
const believesNobodyElse = ({ socket, host, trustedUpstreams }: Config): boolean =>
  socket === null && trustedUpstreams.length === 0 && !isLoopback(host)

const isLoopback = (host: string): boolean =>
  host === 'localhost' || networkPeers([]).isTrusted(host)

export const peersOf = ({ socket, trustedUpstreams }: Config): Peers =>
  socket === null ? networkPeers(trustedUpstreams) : socketPeers
