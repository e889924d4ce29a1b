// A task is given to a thread that is up, and to no other. By itself Piscina takes the threads of the
// start for ready, and later gives what has waited to one that is just starting, though another has
// become free. On a busy machine a start takes seconds. Whoever waited for it had lost his time; and a
// thread that passes the deadline is ended: so one that took longer to start was ended, and the next.
import type { Worker } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { LONG, TO_ALL } from './task.ts'

interface ReadyThreads {
  /** A free one of those that are up; null where there is none, and the task waits. */
  readonly choose: NonNullable<Piscina['options']['loadBalancer']>
  /** To be called at once. Resolves when the threads of the start are up, or gone: no task before. */
  know(pool: Pick<Piscina, 'threads' | 'on'>): Promise<unknown>
}

/**
 * A thread that had a long task lets others go first for good: see stepping-back.ts. So long tasks go to
 * the same few threads, as many as there are such tasks at once, and nothing else goes there.
 */
export function readyThreads(longAtOnce: number): ReadyThreads {
  const ready = new Set<number>()
  const ofLong = new Set<number>()
  return {
    choose({ name }, threads) {
      const free = threads.filter(({ id, currentUsage }) => currentUsage === 0 && ready.has(id))
      if (name === TO_ALL) return free[0] ?? null
      const isLong = name === LONG
      const known = free.find(({ id }) => ofLong.has(id) === isLong) ?? null
      if (known !== null || !isLong) return known
      const [another = null] = free
      if (another === null || threads.filter(({ id }) => ofLong.has(id)).length >= longAtOnce)
        return null
      ofLong.add(another.id)
      return another
    },
    know(pool) {
      pool.on('workerCreate', ({ id }) => ready.add(id))
      pool.on('workerDestroy', ({ id }) => {
        ready.delete(id)
        ofLong.delete(id)
      })
      return Promise.all(pool.threads.map(upOrGone))
    },
  }
}

/** The first that a thread says is that it is up. */
const upOrGone = (thread: Worker): Promise<unknown> =>
  new Promise((resolve) => void thread.once('message', resolve).once('exit', resolve))
