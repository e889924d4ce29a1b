// Listening: on a unix socket for the proxy's group alone, or on an address.
import { type ChildProcess, spawn } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { listen } from '../../src/http/listen.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { runningService } from '../support/listening.ts'
import { rawConnection, requestBytes } from '../support/raw-http.ts'

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8)

async function statusOn(path: string): Promise<number> {
  const connection = rawConnection({ path })
  connection.send(requestBytes('/api/malware.php'))
  const { status } = await connection.next()
  connection.reset()
  return status
}

async function serverOn(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(path)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return server
}

/** A process that listens and does not get round to accepting anyone. */
async function stoppedProcessOn(path: string): Promise<ChildProcess> {
  const code = `require('node:net').createServer().listen({ path: ${JSON.stringify(path)}, backlog: 1 }, () => console.log('up'))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  return child
}

describe('--socket', () => {
  it('serves on a unix socket, and believes everyone who can open it', async () => {
    const { url } = await temporaryDatabase()
    const socket = join(temporaryFolder(), 'api.sock')
    const { service } = await runningService({ database: url, socket })
    expect(service.address).toBe(`unix:${socket}`)
    expect(await statusOn(socket)).toBe(200)
  })

  it.each([0o000, 0o022, 0o077])(
    'has mode 0660 whatever the umask, and leaves the umask as it was: %o',
    async (umask) => {
      const before = process.umask(umask)
      onTestFinished(() => void process.umask(before))
      const socket = join(temporaryFolder(), 'api.sock')
      await runningService({ socket })
      expect(modeOf(socket)).toBe('660')
      expect(process.umask()).toBe(umask)
    },
  )

  it('is gone when the service has stopped', async () => {
    const socket = join(temporaryFolder(), 'api.sock')
    const { service } = await runningService({ socket })
    await service.stop()
    expect(existsSync(socket)).toBe(false)
  })

  it('takes the place of a socket file that a killed process left', async () => {
    const { url } = await temporaryDatabase()
    const folder = temporaryFolder()
    const socket = join(folder, 'api.sock')
    const server = await serverOn(join(folder, 'old.sock'))
    renameSync(join(folder, 'old.sock'), socket)
    server.close()
    await once(server, 'close')
    expect(lstatSync(socket).isSocket()).toBe(true)
    await runningService({ database: url, socket })
    expect(await statusOn(socket)).toBe(200)
    expect(modeOf(socket)).toBe('660')
  })

  it('that another process answers on is left to it', async () => {
    const socket = join(temporaryFolder(), 'api.sock')
    await serverOn(socket)
    await expect(runningService({ socket })).rejects.toThrow(`another process listens on ${socket}`)
    expect(lstatSync(socket).isSocket()).toBe(true)
  })

  it('of a process too busy to accept is left to it', async () => {
    const socket = join(temporaryFolder(), 'api.sock')
    await stoppedProcessOn(socket)
    // Fills its queue, so that the next one is turned away at once.
    const queued = Array.from({ length: 4 }, () => rawConnection({ path: socket }))
    onTestFinished(() => {
      for (const connection of queued) connection.reset()
    })
    await Promise.race(queued.map(({ closed }) => closed))
    await expect(runningService({ socket })).rejects.toThrow('another process listens')
    expect(lstatSync(socket).isSocket()).toBe(true)
  })

  it('that is an ordinary file is refused, and the file stays', async () => {
    const socket = join(temporaryFolder(), 'notes.txt')
    writeFileSync(socket, 'precious')
    await expect(runningService({ socket })).rejects.toThrow(
      `${socket} exists and is not a socket; correct --socket (SOCKET)`,
    )
    expect(readFileSync(socket, 'utf8')).toBe('precious')
  })

  it('that is a folder is refused', async () => {
    const socket = join(temporaryFolder(), 'folder')
    mkdirSync(socket)
    await expect(runningService({ socket })).rejects.toThrow('exists and is not a socket')
  })

  it('in a folder that is not there cannot be listened on', async () => {
    const socket = join(temporaryFolder(), 'missing', 'api.sock')
    await expect(runningService({ socket })).rejects.toThrow(
      `cannot listen on ${socket}: the folder ${dirname(socket)} does not exist; make it`,
    )
  })
})

describe('--host and --port', () => {
  it('serve on that address', async () => {
    const { service, port } = await runningService({ host: '127.0.0.1' })
    expect(service.address).toBe(`http://127.0.0.1:${port}`)
  })

  it('serve on one address of localhost, though it may have two', async () => {
    // As where localhost has two addresses; Fastify makes a server of its own for each of them.
    const two = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    const original = dns.lookup
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((name: string, ...rest: unknown[]) =>
        name === 'localhost' && (rest[0] as { all?: boolean }).all
          ? (rest.at(-1) as (error: null, found: unknown) => void)(null, two)
          : (original as (...args: unknown[]) => void)(name, ...rest)) as never)
    onTestFinished(() => lookup.mockRestore())
    const { service, port } = await runningService({ host: 'localhost' })
    expect(service.address).toBe(`http://127.0.0.1:${port}`)
    const other = connect(port, '127.0.0.2')
    const [error] = await once(other, 'error')
    expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('that another process has taken stop the start with one line', async () => {
    const { port } = await runningService({})
    const second = runningService({ port: String(port) })
    await expect(second).rejects.toMatchObject({ name: 'UsageError', exitCode: 1 })
    await expect(second).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port}: another process listens there (ss -ltnp names it to root); end it, or give another --port (PORT)`,
    )
  })

  it('that this machine does not have stop the start, and say which setting is wrong', async () => {
    await expect(runningService({ host: '203.0.113.1' })).rejects.toThrow(
      'cannot listen on 203.0.113.1:0: this machine has no such address; correct --host (HOST)',
    )
  })
})

it.each([
  ['EACCES', null, 'this user may not listen on so low a port; give another --port (PORT)'],
  ['EACCES', 'a.sock', 'this user may not write to its folder; give it the right, or correct'],
  ['EROFS', 'a.sock', 'its folder is on a read-only file system; correct --socket (SOCKET)'],
  ['EMFILE', null, 'the words of the system'],
])('%s is told with what helps', async (code, name, text) => {
  const socket = name === null ? null : join(temporaryFolder(), name)
  // Root may listen anywhere.
  const refused = Object.assign(new Error('the words of the system'), { code })
  const app = { listen: async () => Promise.reject(refused) } as never
  const listening = listen(app, { host: '127.0.0.1', port: 80, socket })
  await expect(listening).rejects.toThrow(UsageError)
  await expect(listening).rejects.toThrow(`cannot listen on ${socket ?? '127.0.0.1:80'}: ${text}`)
})
