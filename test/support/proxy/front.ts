// nginx as docs/deploying.md has it, with what it asks who somebody is.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../folders.ts'
import { freePort } from '../servers/ports.ts'
import { documentedSite, type Form } from './documented-site.ts'
import { startNginx } from './nginx.ts'
import { startSessionService } from './session-service.ts'

/** The programs that it needs. */
export const PROGRAMS = ['nginx', 'openssl']

const PASSWORD = 'correct horse'

/** The header by which nginx knows who asks. */
export const LOGIN: Readonly<Record<Form, string>> = {
  passwords: `Authorization: Basic ${btoa(`anna:${PASSWORD}`)}`,
  sessions: 'Cookie: session=anna',
}

export interface Front {
  readonly port: number
  stop(): Promise<void>
}

interface FrontOptions {
  readonly form: Form
  /** Of the service behind it. */
  readonly socket: string
  /** Makes another configuration of the one that the document shows. */
  readonly change?: (site: string) => string
}

export async function startFront({ form, socket, change }: FrontOptions): Promise<Front> {
  const folder = newFolder('nginx')
  const passwordFile = join(folder, 'passwords')
  const hash = execFileSync('openssl', ['passwd', '-apr1', PASSWORD], { encoding: 'utf8' })
  writeFileSync(passwordFile, `anna:${hash}`)
  const port = await freePort()
  const sessions = await startSessionService()
  const site = documentedSite(form, { port, socket, passwordFile, sessionPort: sessions.port })
  const nginx = await startNginx(folder, change?.(site) ?? site, port)
  return {
    port,
    async stop() {
      await nginx.stop()
      await sessions.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
