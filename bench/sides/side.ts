// Something that answers requests and is measured.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { end, hasEnded } from '../../test/support/servers/server.ts'

export interface Side {
  readonly port: number
  /** Its processes, whose children count with them. */
  readonly pids: readonly number[]
  stop(): Promise<void>
}

const START_MS = 120_000
const POLL_MS = 2

/** Waits until a child gives its first whole answer there; a path that it does not know will do. */
export async function answers(
  child: ChildProcess,
  port: number,
  { path = '/', status = [200, 401, 404] as readonly number[] } = {},
): Promise<void> {
  const start = performance.now()
  const command = child.spawnargs.slice(0, 3).join(' ')
  while (performance.now() - start < START_MS) {
    if (hasEnded(child)) throw new Error(`${command} ended at its start`)
    try {
      const headers = { 'X-Auth-User-ID': 'bench' }
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      await reply.arrayBuffer()
      if (status.includes(reply.status)) return
    } catch {
      // It does not listen yet.
    }
    await sleep(POLL_MS)
  }
  throw new Error(`${command} does not answer on port ${port} after ${START_MS / 1000} s`)
}

export const sideOf = (child: ChildProcess, port: number): Side => ({
  port,
  pids: child.pid === undefined ? [] : [child.pid],
  stop: () => end(child, 'SIGTERM'),
})
