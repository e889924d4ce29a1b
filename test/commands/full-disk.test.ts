// Output that goes to a full disk. On Linux a device stands in for one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { PROJECT } from '../../src/project.ts'
import { BARE_ENV } from '../support/bare-env.ts'
import { temporaryDatabase } from '../support/database.ts'
import { freePort } from '../support/servers/ports.ts'

const CLI = join(PROJECT, 'src', 'cli.ts')
const FULL = '/dev/full'
const LOST = /^secdash: some of the output could not be written: ENOSPC.*\n$/

function secdash(args: readonly string[], stderr: 'pipe' | number = 'pipe') {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: BARE_ENV,
    stdio: ['ignore', openSync(FULL, 'w'), stderr],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, stderr: child.stderr === null ? '' : text(child.stderr) }
}

/** It answers twice, and stops as it should. */
async function servesOn(stderr?: number): Promise<string> {
  const { url } = await temporaryDatabase()
  const port = await freePort()
  const service = secdash(['serve', '--port', String(port), '--database', url], stderr)
  const status = () =>
    fetch(`http://127.0.0.1:${port}/api/malware.php`, { headers: { 'x-auth-user-id': 't' } }).then(
      (reply) => reply.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 30_000 }).toBe(200)
  expect(await status()).toBe(200)
  service.child.kill('SIGTERM')
  expect(await once(service.child, 'exit')).toEqual([0, null])
  return service.stderr
}

describe.runIf(existsSync(FULL))('on a full disk', () => {
  it('a service goes on without its log, and says so once', async () => {
    expect(await servesOn()).toMatch(LOST)
  })

  it('a service goes on where nothing at all can be said', async () => {
    await servesOn(openSync(FULL, 'w'))
  })

  it.each([
    [['--version']],
    // The name of a file, not of a command.
    [['import', 'auto', 'serve', '--help']],
  ])('a command whose output is lost ends with 1: %j', async (args) => {
    const { child, stderr } = secdash(args)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await stderr).toMatch(LOST)
  })
})
