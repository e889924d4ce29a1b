// A producer in a process of its own that moves the data set from generation to generation as fast
// as it can, and says so after each commit and before it begins the next.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { engineAt } from '../../src/database/connect.ts'
import { moveAll } from './generations.ts'

export interface Writer {
  /** The newest generation that is known to be committed. */
  committed(): number
  /** Resolves to the last generation, when the process has ended. */
  stop(): Promise<number>
}

/** Resolves once the first generation is there. */
export async function startWriter(url: string): Promise<Writer> {
  const child = fork(import.meta.filename, [url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = once(child, 'exit')
  let committed = 0
  const first = Promise.withResolvers<void>()
  child.on('message', (g) => {
    committed = g as number
    first.resolve()
  })
  void ended.then(() => first.reject(new Error('the writer ended before it wrote')))
  await first.promise
  return {
    committed: () => committed,
    async stop() {
      if (child.exitCode === null) child.send('stop')
      const [code] = await ended
      if (code !== 0) throw new Error(`the writer ended with exit code ${code}`)
      return committed
    },
  }
}

async function write(url: string): Promise<void> {
  const db = await engineAt(url).openForWriting()
  // Fast, not safe from a power cut.
  if (url.startsWith('sqlite:')) await sql`pragma synchronous = off`.execute(db)
  const now = Date.now()
  let isStopping = false
  const stop = () => {
    isStopping = true
  }
  // Told to, or left alone by whoever started it.
  process.once('message', stop).once('disconnect', stop)
  for (let g = 1; !isStopping; g++) {
    await moveAll(g, db, now)
    await new Promise((sent) => process.send?.(g, sent))
    // A turn of the loop, or it would never hear that it is to stop.
    await new Promise(setImmediate)
  }
  await db.destroy()
  if (process.connected) process.disconnect?.()
}

if (import.meta.main) await write(process.argv[2] ?? '')
