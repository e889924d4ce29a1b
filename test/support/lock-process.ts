// A process that keeps a lock on a database file until it is told to let go.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'

export interface Lock {
  /** Resolves when the process has ended. */
  release(): Promise<void>
}

/** `statements` take the lock. */
export async function startLock(path: string, statements: string): Promise<Lock> {
  const child = fork(import.meta.filename, [path, statements], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = once(child, 'exit')
  const [message] = await Promise.race([once(child, 'message'), ended])
  if (message !== 'locked') throw new Error(`no lock was had: exit code ${message}`)
  return {
    async release() {
      child.disconnect()
      await ended
    },
  }
}

if (import.meta.main) {
  const [path = '', statements = ''] = process.argv.slice(2)
  const db = new DatabaseSync(path, { timeout: 10_000 })
  db.exec(statements)
  process.send?.('locked')
  process.once('disconnect', () => db.close())
}
