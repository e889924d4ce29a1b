// The whole way of a request in production: a client, a real nginx as docs/deploying.md has it, and the
// service on a unix socket. For whoever stops it: a test or a long run.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../folders.ts'
import { freePort } from '../servers/ports.ts'
import { startService } from '../started-service.ts'
import { documentedSite, type Form } from './documented-site.ts'
import { startNginx } from './nginx.ts'
import { startSessionService } from './session-service.ts'

export interface BehindNginx {
  readonly port: number
  /** Of the service itself, where nobody but nginx should be. */
  readonly socket: string
  /** Lines of the service's log. */
  readonly logged: readonly Record<string, unknown>[]
  stopService(): Promise<void>
  stop(): Promise<void>
}

/** The programs that it needs. */
export const PROGRAMS = ['nginx', 'openssl']

const PASSWORD = 'correct horse'

/** The header by which nginx knows who asks. */
export const LOGIN: Readonly<Record<Form, string>> = {
  passwords: `Authorization: Basic ${btoa(`anna:${PASSWORD}`)}`,
  sessions: 'Cookie: session=anna',
}

/** `change` makes another configuration of the one that the document shows. */
export async function behindNginx(
  database: string,
  form: Form,
  change = (site: string) => site,
): Promise<BehindNginx> {
  const folder = newFolder('nginx')
  const [socket, passwordFile] = [join(folder, 'api.sock'), join(folder, 'passwords')]
  const hash = execFileSync('openssl', ['passwd', '-apr1', PASSWORD], { encoding: 'utf8' })
  writeFileSync(passwordFile, `anna:${hash}`)
  const port = await freePort()
  const sessions = await startSessionService()
  const service = await startService(database, { socket, readers: '2' })
  const site = documentedSite(form, { port, socket, passwordFile, sessionPort: sessions.port })
  const nginx = await startNginx(folder, change(site), port)
  let stopping: Promise<void> | undefined
  const stopService = () => {
    stopping ??= service.stop()
    return stopping
  }
  return {
    port,
    socket,
    logged: service.logged,
    stopService,
    async stop() {
      await nginx.stop()
      await sessions.stop()
      await stopService()
      rmSync(folder, { recursive: true })
    },
  }
}
