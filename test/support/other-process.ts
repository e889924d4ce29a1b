// Another process that does to a database file what it is told, one thing after the other. It is
// started once: a process for each thing would take longer than most of them do.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

interface Order {
  readonly path: string
  readonly script: string
}

/** What was wrong, if anything. */
type Told = string | null

let other: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/** Runs JavaScript in another process, with the file's path as `path`. It leaves nothing open. */
export function elsewhere(path: string, script: string): Promise<void> {
  const done = last.then(() => tell({ path, script }))
  last = done.catch(() => {})
  return done
}

async function tell(order: Order): Promise<void> {
  if (other === undefined || !other.connected) other = started()
  const child = other
  const heard = new AbortController()
  // Whoever waits for nothing else may end, and it ends with them.
  child.ref()
  child.channel?.ref()
  try {
    const { signal } = heard
    const exited = once(child, 'exit', { signal }).then(() => ['the other process has ended'])
    const told = once(child, 'message', { signal }) as Promise<Told[]>
    child.send(order)
    const [wrong] = await Promise.race([told, exited])
    if (wrong) throw new Error(wrong)
  } finally {
    heard.abort()
    child.channel?.unref()
    child.unref()
  }
}

const started = (): ChildProcess =>
  fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })

function obey({ path, script }: Order): Told {
  const sql = (text: string) => {
    const db = new DatabaseSync(path)
    try {
      db.exec(text)
    } finally {
      db.close()
    }
  }
  try {
    new Function('fs', 'DatabaseSync', 'path', 'sql', script)(fs, DatabaseSync, path, sql)
    return null
  } catch (error) {
    return String((error as Error).stack)
  }
}

if (import.meta.main) process.on('message', (order) => void process.send?.(obey(order as Order)))
