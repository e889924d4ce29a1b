// The whole way of a request in production: a client, a real nginx, and the service on a unix socket. For
// whoever stops it: a test or a long run.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../folders.ts'
import { startService } from '../started-service.ts'
import type { Form } from './documented-site.ts'
import { startFront } from './front.ts'

export interface BehindNginx {
  readonly port: number
  /** Of the service itself, where nobody but nginx should be. */
  readonly socket: string
  /** Lines of the service's log. */
  readonly logged: readonly Record<string, unknown>[]
  stopService(): Promise<void>
  stop(): Promise<void>
}

/** `change` makes another configuration of the one that the document shows. */
export async function behindNginx(
  database: string,
  form: Form,
  change?: (site: string) => string,
): Promise<BehindNginx> {
  const folder = newFolder('socket')
  const socket = join(folder, 'api.sock')
  const service = await startService(database, { socket, readers: '2' })
  const front = await startFront({ form, socket, ...(change && { change }) })
  let stopping: Promise<void> | undefined
  const stopService = () => {
    stopping ??= service.stop()
    return stopping
  }
  return {
    port: front.port,
    socket,
    logged: service.logged,
    stopService,
    async stop() {
      await front.stop()
      await stopService()
      rmSync(folder, { recursive: true })
    },
  }
}
