// A task is given to a thread that is up, and to no other. By itself Piscina takes the threads of the
// start for ready, and later gives what has waited to one that is just starting, though another has
// become free. On a busy machine a start takes seconds. Whoever waited for it had lost his time; and a
// thread that passes the deadline is ended: so one that took longer to start was ended, and the next.
import type { Worker } from 'node:worker_threads'
import type { Piscina } from 'piscina'

export interface ReadyThreads {
  /** A free one of those that are up; null where there is none, and the task waits. */
  readonly choose: NonNullable<Piscina['options']['loadBalancer']>
  /** To be called at once. Resolves when the threads of the start are up, or gone: no task before. */
  know(pool: Pick<Piscina, 'threads' | 'on'>): Promise<unknown>
}

export function readyThreads(): ReadyThreads {
  const ready = new Set<number>()
  return {
    choose: (_task, threads) =>
      threads.find(({ id, currentUsage }) => currentUsage === 0 && ready.has(id)) ?? null,
    know(pool) {
      pool.on('workerCreate', ({ id }) => ready.add(id))
      pool.on('workerDestroy', ({ id }) => ready.delete(id))
      return Promise.all(pool.threads.map(upOrGone))
    },
  }
}

/** The first that a thread says is that it is up. */
const upOrGone = (thread: Worker): Promise<unknown> =>
  new Promise((resolve) => void thread.once('message', resolve).once('exit', resolve))
