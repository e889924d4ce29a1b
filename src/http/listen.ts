// Where the service listens: an address, or a unix socket for the proxy's group alone.
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { lstatSync, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname } from 'node:path'
import { UsageError } from '../errors.ts'

interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly socket: string | null
}

/** What can listen: the application, which then tells its address. */
interface Listener {
  listen(where: { host: string; port: number } | { path: string }): Promise<string>
}

/** What is taken away from 0777, so that the socket is born with mode 0660. */
const SOCKET_UMASK = 0o117

/** Returns the address that was bound, as a person would write it. */
export async function listen(app: Listener, options: ListenOptions): Promise<string> {
  const { host, port, socket } = options
  try {
    if (socket === null) return await listenOnPort(app, await oneAddress(host), port)
    assertFolder(dirname(socket))
    await removeStale(socket)
    return await listenOnSocket(app, socket)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const where = socket ?? `${host}:${port}`
    throw new UsageError(`cannot listen on ${where}: ${whyOf(error as Error, socket)}`, 1)
  }
}

/**
 * Fails as `listen` would, for who has much to do before that. Whoever comes meanwhile is turned away,
 * as long as nobody listens.
 */
export async function assertListenable(options: ListenOptions): Promise<void> {
  const probe = createServer((visitor) => visitor.destroy())
  const listening = async (where: object) => {
    await once(probe.listen(where), 'listening')
    return ''
  }
  await listen({ listen: listening }, options)
  await once(probe.close(), 'close')
}

const BY_PORT: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'another process listens there (ss -ltnp names it to root); end it, or give another --port (PORT)',
  EADDRNOTAVAIL: 'this machine has no such address; correct --host (HOST)',
  EACCES: 'this user may not listen on so low a port; give another --port (PORT)',
}

const BY_SOCKET: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write to its folder; give it the right, or correct --socket (SOCKET)',
  EROFS: 'its folder is on a read-only file system; correct --socket (SOCKET)',
}

const whyOf = ({ code = '', message }: NodeJS.ErrnoException, socket: string | null): string =>
  (socket === null ? BY_PORT : BY_SOCKET)[code] ?? message

/** Of a name with two addresses Fastify would make two servers, and only one of them is ours. */
const oneAddress = async (host: string): Promise<string> =>
  (await lookup(host, { order: 'ipv4first' })).address

/** For 0.0.0.0 Fastify tells 127.0.0.1, as if no other machine could reach it. */
async function listenOnPort(app: Listener, host: string, port: number): Promise<string> {
  const told = await app.listen({ host, port })
  return host === '0.0.0.0' ? told.replace(/[\d.]+(?=:\d+$)/, host) : told
}

async function listenOnSocket(app: Listener, path: string): Promise<string> {
  const umask = process.umask(SOCKET_UMASK)
  try {
    await app.listen({ path })
    return `unix:${path}`
  } finally {
    process.umask(umask)
  }
}

/** The system calls a folder that is not there a lack of permission. */
function assertFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  throw new Error(`the folder ${folder} does not exist; make it, or correct --socket (SOCKET)`)
}

/** A socket file that nobody answers on is left over from a process that was killed. */
async function removeStale(path: string): Promise<void> {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (file === undefined) return
  if (!file.isSocket()) {
    throw new UsageError(`${path} exists and is not a socket; correct --socket (SOCKET)`, 1)
  }
  if (await isAnswered(path)) {
    const help = 'end it, or give another --socket (SOCKET)'
    throw new UsageError(`another process listens on ${path}; ${help}`, 1)
  }
  rmSync(path)
}

function isAnswered(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = connect(path)
  probe.once('connect', () => resolve(true))
  // Any other error (a full queue, no permission) leaves a live process possible.
  probe.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
    resolve(!['ECONNREFUSED', 'ENOENT'].includes(code)),
  )
  return promise.finally(() => probe.destroy())
}
