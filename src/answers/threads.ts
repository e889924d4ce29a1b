// Readers in worker threads: a slow query or a lock never stops the event loop, and a thread that
// passes the deadline is ended.
import { Piscina } from 'piscina'
import { failure } from '../database/failure.ts'
import { Failure, Refusal } from '../errors.ts'
import type { Compute } from './compute.ts'
import { deadlinePassed } from './deadline.ts'
import type { Outcome, Task, WorkerData } from './worker.ts'

export interface Threads {
  readonly compute: Compute
  close(): Promise<void>
}

export interface ThreadOptions {
  readonly database: string
  readonly readers: number
  readonly deadlineMs: number
  readonly onThreadError: (error: unknown) => void
}

// From a checkout Node runs the TypeScript itself; from the package, what was built of it.
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js',
  import.meta.url,
)

/** How long a thread beyond the first ones is kept without work. */
const IDLE_MS = 5_000

export function startThreads(options: ThreadOptions): Threads {
  const { database, readers, deadlineMs, onThreadError } = options
  const pool = new Piscina<Task, Outcome>({
    filename: WORKER.href,
    minThreads: readers,
    // Those that hang on a dead connection until their deadline leave as many again for the others.
    maxThreads: 2 * readers,
    idleTimeout: IDLE_MS,
    // Between questions a thread must turn its event loop: connections to servers live on it.
    atomics: 'disabled',
    workerData: { database } satisfies WorkerData,
  })
  pool.on('error', onThreadError)

  return {
    async compute(question, now) {
      const deadline = AbortSignal.timeout(deadlineMs)
      const outcome = await pool.run({ question, now }, { signal: deadline }).catch((error) => {
        if (deadline.aborted) throw deadlinePassed(deadlineMs)
        throw failure('query', 'the reader ended before it had an answer', error)
      })
      if ('refusal' in outcome) throw new Refusal(outcome.refusal)
      if ('failure' in outcome) throw new Failure(outcome.failure)
      return outcome
    },
    close: () => pool.destroy(),
  }
}
