// What a computed answer takes in Node without all that a service needs.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseAddress } from '../../src/address.ts'
import { freePort } from '../../test/support/servers/ports.ts'
import { QUESTIONS } from '../questions.ts'
import { answers, type Side, sideOf } from '../sides/side.ts'

const PROCESS = join(import.meta.dirname, 'plain', 'serve.ts')

export async function startPlain(database: string): Promise<Side> {
  const address = parseAddress(database)
  if (address?.engine !== 'sqlite') throw new Error(`no plain peer for ${address?.engine}`)
  const port = await freePort()
  const child = spawn(process.execPath, [PROCESS, String(port), address.path], {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(child, port, { path: QUESTIONS.malware.path, status: [200] })
  return sideOf(child, port)
}
