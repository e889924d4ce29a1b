// secdash demo: a throwaway database, served on loopback, gone when it stops.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../support/database.ts'
import { runningService } from '../support/listening.ts'
import { rawConnection, requestBytes } from '../support/raw-http.ts'
import { secdash, started } from '../support/terminal.ts'

/** Where this test's throwaway databases go. */
function ownTemporaryFolder(): string {
  const folder = temporaryFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  return folder
}

/** What it says first, the lines to try once they are printed, and how to stop. */
async function demo(...flags: string[]) {
  const { signals, stdout, ended } = await started(['demo', '--readers', '1', ...flags])
  const [first] = await once(stdout.stream, 'data')
  const text = await vi.waitFor(
    async () => {
      const written = await stdout.text()
      expect(written).toContain('Press Ctrl+C to stop.')
      return written
    },
    { timeout: 200_000 },
  )
  const lines = text.split('\n').filter((line) => line.startsWith('  curl '))
  return { first, text, lines, ended, stop: () => signals.emit('SIGINT') }
}

/** It takes seconds to fill its database: these look at the same one. */
describe('on a port', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secdash-test-'))
  let running: Awaited<ReturnType<typeof demo>>
  beforeAll(async () => {
    vi.stubEnv('TMPDIR', folder)
    running = await demo('--port', '0', '--base-path', '/ops').finally(() => vi.unstubAllEnvs())
  })
  afterAll(async () => {
    running?.stop()
    await running?.ended
    rmSync(folder, { recursive: true })
  })

  it('says at once that it makes the data', () => {
    expect(running.first).toBe('Making demo data. This takes some seconds.\n')
  })

  it('prints where its dashboard is, and lets in whoever comes there by loopback', async () => {
    const [, address = ''] = /^Dashboard: (http:\S+\/ops\/)$/m.exec(running.text) ?? []
    const page = await fetch(address)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect((await fetch(new URL('api/malware.php', address))).status).toBe(200)
  })

  it('serves every line that it prints to try, and leaves nothing behind', async () => {
    const { lines, ended, stop } = running
    expect(lines).toHaveLength(7)
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^secdash-demo-/)])
    for (const line of lines) {
      const [, url = ''] = /^ {2}curl -s -H 'X-Auth-User-ID: demo' '(http:.*)'$/.exec(line) ?? []
      const { port, pathname, search } = new URL(url)
      expect(pathname).toMatch(/^\/ops\/api\//)
      const connection = rawConnection({ port: Number(port) })
      connection.send(requestBytes(pathname + search))
      expect([line, (await connection.next()).status]).toEqual([line, 200])
      connection.reset()
    }
    stop()
    expect((await ended).code).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })
})

it.each(['SIGINT', 'SIGHUP'])(
  'leaves nothing behind when it is stopped while it fills its database, by a %s',
  async (signal) => {
    const folder = ownTemporaryFolder()
    const { signals, stdout, ended } = await started(['demo', '--readers', '1', '--port', '0'])
    expect(readdirSync(folder)).toHaveLength(1)
    signals.emit(signal)
    expect((await ended).code).toBe(0)
    expect(readdirSync(folder)).toEqual([])
    expect(await stdout.text()).not.toContain('listening')
  },
)

it('on a unix socket prints lines for that socket', async () => {
  const socket = join(temporaryFolder(), 'demo.sock')
  const { text, lines, ended, stop } = await demo('--socket', socket)
  expect(lines).toHaveLength(7)
  // A browser opens none.
  expect(text).not.toContain('Dashboard:')
  for (const line of lines)
    expect(line).toContain(` --unix-socket ${socket} 'http://localhost/api/`)
  stop()
  expect((await ended).code).toBe(0)
})

it('that cannot listen leaves nothing behind either', async () => {
  const socket = join(temporaryFolder(), 'missing', 'demo.sock')
  const folder = ownTemporaryFolder()
  const { ended } = await started(['demo', '--readers', '1', '--socket', socket])
  expect((await ended).code).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

it('that cannot listen says so as serve does, before it fills the database that was named', async () => {
  const { port } = await runningService({})
  const file = join(temporaryFolder(), 'mine.db')
  const flags = ['--readers', '1', '--port', `${port}`, '--database', `sqlite:${file}`]
  const [demo, serve] = [await secdash(['demo', ...flags]), await secdash(['serve', ...flags])]
  expect(demo).toEqual({ code: 1, stdout: '', stderr: serve.stderr })
  expect(demo.stderr).toContain(`cannot listen on 127.0.0.1:${port}: another process listens there`)
  expect(existsSync(file)).toBe(false)
})

it('without a folder for temporary files says which, and what helps', async () => {
  const missing = join(temporaryFolder(), 'missing')
  vi.stubEnv('TMPDIR', missing)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { code, stderr } = await secdash(['demo', '--readers', '1'])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^secdash: cannot make a folder in \S+missing for the demo: ENOENT: .*; set TMPDIR to a folder that this user may write to\n$/,
    ),
  ])
})

it('does not look at DATABASE_URL, not even at a wrong one', async () => {
  const folder = ownTemporaryFolder()
  const url = join(folder, 'mine.db')
  // It is told apart from a wrong variable by the next thing that is wrong.
  const socket = join(folder, 'missing', 'demo.sock')
  for (const DATABASE_URL of ['bogus', `sqlite:${url}`]) {
    const { ended } = await started(['demo', '--readers', '1', '--socket', socket], {
      DATABASE_URL,
    })
    const { code, stderr } = await ended
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^secdash: cannot listen on /)])
  }
  expect(existsSync(url)).toBe(false)
})
