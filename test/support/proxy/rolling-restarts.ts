// Two instances behind nginx, restarted one after the other while clients go on asking.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder } from '../folders.ts'
import { end } from '../servers/server.ts'
import { type SpawnedService, spawnService } from '../spawned-service.ts'
import { withInstances } from './documented-site.ts'
import { LOGIN, startFront } from './front.ts'

interface RollingReport {
  readonly asked: number
  /** Answers other than 200, and connections that broke. */
  readonly failed: readonly string[]
}

interface RollingOptions {
  readonly restarts: number
  /** Makes another configuration of the one that the documents show. */
  readonly change?: (site: string) => string
}

/** So much is asked while an instance is down, and again when it is back. */
export const ASKED_MEANWHILE = 20
const CLIENTS = 4
const [NAME = '', VALUE = ''] = LOGIN.passwords.split(': ')

export async function rollingRestarts(
  database: string,
  { restarts, change = (site) => site }: RollingOptions,
): Promise<RollingReport> {
  const folder = newFolder('rolling')
  const flags = ['--database', database, '--readers', '1', '--deadline', '9']
  const sockets = [join(folder, '1.sock'), join(folder, '2.sock')] as const
  // On a busy machine a start takes seconds: what waits for a reader has as long as nginx waits.
  const start = (socket: string) => spawnService([...flags, '--socket', socket], () => {})
  const instances = await Promise.all([start(sockets[0]), start(sockets[1])])
  const { port, stop } = await startFront({
    form: 'passwords',
    socket: sockets[0],
    change: (site) => change(withInstances(site, sockets)),
  })
  let asked = 0
  let isOver = false
  const failed: string[] = []

  async function ask() {
    while (!isOver) {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/api/malware.php`, {
          headers: { [NAME]: VALUE },
        })
        const text = await answer.text()
        if (answer.status !== 200) failed.push(`${answer.status} ${text.slice(0, 100)}`)
      } catch (error) {
        failed.push(String((error as Error).cause ?? error))
      }
      asked++
    }
  }
  const untilAsked = async (more: number) => {
    const until = asked + more
    while (asked < until) await sleep(1)
  }

  const asking = Array.from({ length: CLIENTS }, ask)
  try {
    for (let i = 0; i < restarts; i++) {
      const which = i % 2 === 0 ? 0 : 1
      await endWell(instances[which])
      await untilAsked(ASKED_MEANWHILE)
      instances[which] = await start(sockets[which])
      await untilAsked(ASKED_MEANWHILE)
    }
  } finally {
    isOver = true
    await Promise.all(asking)
    await stop()
    await Promise.all(instances.map(endWell))
    rmSync(folder, { recursive: true })
  }
  return { asked, failed }
}

async function endWell({ child }: SpawnedService): Promise<void> {
  await end(child, 'SIGTERM')
  if (child.exitCode !== 0) throw new Error(`an instance ended with ${child.exitCode}`)
}
