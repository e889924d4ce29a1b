// MariaDB from the system's own packages. SECDASH_TEST_MYSQLD=PATH names the program of a MySQL
// server that takes its place in all tests. As root it runs as the account mysql.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder } from '../folders.ts'
import { freePort } from './ports.ts'
import { type DatabaseServer, end, hasEnded } from './server.ts'

const account = process.getuid?.() === 0 ? ['--user=mysql'] : []

/** As an option of `install`. */
const owner = account.length > 0 ? ['-o', 'mysql'] : []

const mysqld = process.env['SECDASH_TEST_MYSQLD'] || undefined
export const isMysql = mysqld !== undefined
const program = mysqld ?? 'mariadbd'

export function hasMariadb(): boolean {
  try {
    execFileSync(program, ['--no-defaults', '--version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

export function initMariadb(): string {
  const base = newFolder('mariadb')
  chmodSync(base, 0o755)
  const folder = join(base, 'data')
  if (isMysql) initMysql(folder)
  else {
    const options = ['--auth-root-authentication-method=normal', '--skip-test-db', ...account]
    execFileSync('mariadb-install-db', ['--no-defaults', `--datadir=${folder}`, ...options], {
      stdio: 'pipe',
    })
  }
  return folder
}

/** MySQL makes an account for the name localhost alone, and names are not looked up here. */
function initMysql(folder: string) {
  const accounts = join(dirname(folder), 'accounts.sql')
  const root = `root@'127.0.0.1'`
  writeFileSync(accounts, `create user ${root};\ngrant all on *.* to ${root} with grant option;\n`)
  const options = ['--initialize-insecure', `--init-file=${accounts}`, ...account]
  execFileSync('install', ['-d', ...owner, folder])
  execFileSync(program, ['--no-defaults', ...options, `--datadir=${folder}`], { stdio: 'pipe' })
}

const SETTINGS = [
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-buffer-pool-size=64M',
  // Its other protocol would want a port of its own, and its packages name a folder for files.
  ...(isMysql ? ['--mysqlx=OFF', '--secure-file-priv=NULL'] : []),
]

/** So that answers are remembered. MySQL has one by itself, which does not tell enough. */
export const BINARY_LOG = isMysql ? [] : ['--log-bin=log', '--server-id=1']

export async function mariadbServer(
  folder: string,
  settings: readonly string[] = [],
  chosenPort?: number,
): Promise<DatabaseServer> {
  const port = chosenPort ?? (await freePort())
  let child: ChildProcess | undefined

  async function start() {
    const files = ['socket=s.sock', 'pid-file=pid', 'log-error=err.log'].map((it) =>
      it.replace('=', `=${folder}/`),
    )
    const started = spawn(
      program,
      [
        '--no-defaults',
        `--datadir=${folder}`,
        `--port=${port}`,
        // Another server that starts would tidy up a shared one.
        `--tmpdir=${folder}`,
        ...files.map((it) => `--${it}`),
        ...account,
        ...SETTINGS,
        ...settings,
      ],
      { stdio: 'ignore' },
    )
    child = started
    while (!(await greets(port))) {
      if (hasEnded(started))
        throw new Error(
          `${program} ended: ${readFileSync(`${folder}/err.log`, 'utf8').slice(-2000)}`,
        )
      await sleep(20)
    }
  }

  return {
    port,
    pid: () => child?.pid ?? null,
    url: (database, login = 'root') => `mysql://${login}@127.0.0.1:${port}/${database}`,
    start,
    stop: (signal = 'SIGTERM') => end(child, signal),
    signal: (signal) => void child?.kill(signal),
    async destroy() {
      await end(child, 'SIGKILL')
      rmSync(dirname(folder), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** A server that is ready speaks first. */
function greets(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = connect(port, '127.0.0.1')
  probe
    .once('data', () => resolve(true))
    .once('error', () => resolve(false))
    .once('close', () => resolve(false))
  return promise.finally(() => probe.destroy())
}
