// Standard output is a pipe that nobody reads.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { PROJECT } from '../../src/project.ts'
import { BARE_ENV } from '../support/bare-env.ts'
import { temporaryDatabase } from '../support/database.ts'
import { rawConnection, requestBytes } from '../support/raw-http.ts'
import { freePort } from '../support/servers/ports.ts'

const CLI = join(PROJECT, 'src', 'cli.ts')
/** More than a pipe takes, and what is read ahead of it. */
const LINES = 500
const LONG = requestBytes(`/${'x'.repeat(7_000)}`)

it('a service whose log nobody reads goes on, and stops when it is told to', async () => {
  const { url } = await temporaryDatabase()
  const port = await freePort()
  const child = spawn(process.execPath, [CLI, 'serve', '--port', `${port}`, '--database', url], {
    env: BARE_ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => isListening(port), { timeout: 30_000 }).toBe(true)
  const connection = rawConnection({ port })
  for (let sent = 0; sent < LINES; sent++) {
    connection.send(LONG)
    expect((await connection.next()).status).toBe(404)
  }
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

async function isListening(port: number): Promise<boolean> {
  const connection = rawConnection({ port })
  connection.send(LONG)
  try {
    return (await connection.next()).status === 404
  } catch {
    return false
  } finally {
    connection.reset()
  }
}
