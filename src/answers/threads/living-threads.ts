// Which threads of a pool are there. The pool forgets one as soon as it ends it; one that is in the
// middle of a query lives on until SQLite comes back.
import type { Worker } from 'node:worker_threads'
import type { Piscina } from 'piscina'

interface LivingThreads {
  /** How many were ended, and are there still: most of them in the middle of a query. */
  stuck(): number
  untilNoneIsStuck(): Promise<void>
  /** From now on the pool is not told when one of those ends: even closed, it would start others. */
  endQuietly(): void
}

/** To be called before the first task: also a thread that never comes back from it must be known. */
export function livingThreads(pool: Pick<Piscina, 'threads' | 'on'>): LivingThreads {
  /** Each with its end. */
  const alive = new Map<Worker, Promise<void>>()

  function lookForNew() {
    for (const thread of pool.threads) {
      if (alive.has(thread)) continue
      const { promise, resolve } = Promise.withResolvers<void>()
      alive.set(thread, promise)
      thread.once('exit', () => {
        alive.delete(thread)
        resolve()
      })
    }
  }
  pool.on('workerCreate', lookForNew)

  return {
    stuck() {
      lookForNew()
      return alive.size - pool.threads.length
    },
    async untilNoneIsStuck() {
      const kept = new Set(pool.threads)
      await Promise.all([...alive].map(([thread, end]) => kept.has(thread) || end))
    },
    endQuietly() {
      const kept = new Set(pool.threads)
      for (const thread of alive.keys()) if (!kept.has(thread)) thread.removeAllListeners('exit')
    },
  }
}
