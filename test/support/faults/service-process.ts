// `secdash serve` as a process of its own, so that its open files and its end can be seen.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BARE_ENV } from '../bare-env.ts'
import { end } from '../servers/server.ts'

export interface ServiceProcess {
  readonly address: string
  /** How many files and sockets it has open. */
  openFiles(): number
  hasEnded(): boolean
  stop(): Promise<void>
}

const CLI = join(import.meta.dirname, '..', '..', '..', 'src', 'cli.ts')

export const READERS = 4

export async function startService(database: string): Promise<ServiceProcess> {
  const child: ChildProcess = spawn(process.execPath, [CLI, 'serve', '--port', '0'], {
    env: { ...BARE_ENV, DATABASE_URL: database, LOG_LEVEL: 'info', READERS: String(READERS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout as NodeJS.ReadableStream)
  const [first] = await Promise.race([once(lines, 'line'), once(child, 'exit')])
  if (typeof first !== 'string') throw new Error(`the service ended at its start (${first})`)
  // Keeps the pipe empty.
  lines.on('line', () => {})
  return {
    address: JSON.parse(first).address,
    openFiles: () => openIn(`/proc/${child.pid}/fd`),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: () => end(child, 'SIGTERM'),
  }
}

/** A thread opens the null device once it has read from a server, sooner or later: that is no leak. */
const openIn = (folder: string): number =>
  readdirSync(folder).filter((name) => targetOf(`${folder}/${name}`) !== devNull).length

/** The null device, too, where it was closed meanwhile. */
function targetOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return devNull
  }
}
