// The least that Node can do: a bare node:http server that sends the same bytes and headers.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/support/servers/ports.ts'
import { answers, type Side, sideOf } from './side.ts'

const PROCESS = new URL('./bare-process.ts', import.meta.url).pathname

/** Not those that Node itself adds. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

export async function startBare(folder: string, like: string): Promise<Side> {
  const reply = await fetch(like, { headers: { 'X-Auth-User-ID': 'bench' } })
  const port = await freePort()
  const file = join(folder, `body-${port}`)
  writeFileSync(file, Buffer.from(await reply.arrayBuffer()))
  const headers = Object.fromEntries([...reply.headers].filter(([name]) => !OWN.has(name)))
  const child = spawn(process.execPath, [PROCESS, String(port), file, JSON.stringify(headers)], {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(child, port)
  return sideOf(child, port)
}
