// Readers in worker threads: a slow query or a lock never stops the event loop, and a thread that
// passes the deadline is ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { engineAt } from '../../database/connect.ts'
import { failure } from '../../database/failure/failure.ts'
import { UsageError } from '../../errors.ts'
import type { Moment } from '../../time.ts'
import type { Answer, Compute } from '../compute.ts'
import { isUnbounded, type Question } from '../questions.ts'
import { allStuck, deadlinePassed, noneFree } from '../ran-out.ts'
import { newSpool, type Streamed } from '../spool/streamed.ts'
import { gate } from './gate.ts'
import { livingThreads } from './living-threads.ts'
import { onePlace } from './one-place.ts'
import { answerOf, isSpooled, piecesOf } from './outcome.ts'
import { readyThreads } from './ready-threads.ts'
import { sweeping } from './sweeping.ts'
import { LET_GO, LONG, type Outcome, type Task, TO_ALL, type WorkerData } from './task.ts'

interface Threads {
  readonly compute: Compute<Answer | Streamed>
  /** Resolves when the first threads are up; null from then on. */
  starting(): Promise<unknown> | null
  /** How many that may be long are computed at once; further ones wait. */
  readonly longAtOnce: number
  close(): Promise<void>
}

interface ThreadOptions {
  readonly database: string
  readonly readers: number
  readonly deadlineMs: number
  readonly onThreadError: (error: unknown) => void
  /** Another file took the place of the database: whoever else has the old one open closes it. */
  readonly onReplaced: () => void
}

// From a checkout Node runs the TypeScript itself; what is built of it lies in one folder.
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js',
  import.meta.url,
)

/** How long all wait for those that may let go of a file which looks damaged. */
const LETTING_GO_MS = 250
/** How long a thread beyond the first ones is kept without work. */
const IDLE_MS = 5_000

type Pool = Piscina<Task | typeof LET_GO, Outcome>

/** Its first threads start at once. */
function startPool(options: ConstructorParameters<typeof Piscina>[0]): Pool {
  try {
    return new Piscina(options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_INIT_FAILED') throw error
    throw new UsageError(
      `the system gives it too few threads (${(error as Error).message}): raise the limit for its user (ulimit -u; TasksMax and LimitNPROC of systemd), or lower --readers (READERS)`,
      1,
    )
  }
}

export function startThreads(options: ThreadOptions): Threads {
  const { database, readers, deadlineMs, onThreadError, onReplaced } = options
  // What may be long is computed by few: the others stay quick.
  const longAtOnce = Math.max(1, Math.floor(readers / 2))
  const ready = readyThreads(longAtOnce)
  const pool = startPool({
    filename: WORKER.href,
    // One for a long answer, and one in reserve: when all others hang on dead connections, it does not
    // have to start first. A second long answer at the same time takes its place.
    minThreads: readers + 2,
    // Those that hang until their deadline leave as many again for the others.
    maxThreads: 2 * readers + longAtOnce + 1,
    idleTimeout: IDLE_MS,
    // Between questions a thread must turn its event loop: connections to servers live on it.
    atomics: 'disabled',
    recordTiming: false,
    loadBalancer: ready.choose,
    // Most of a long history is garbage at once: without a limit each thread lets far more lie.
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
    workerData: { database, deadlineMs } satisfies WorkerData,
  })
  const up = ready.know(pool)
  let starting: Promise<unknown> | null = up.then(() => {
    starting = null
  })
  pool.on('error', onThreadError)
  const sweep = sweeping()
  const living = livingThreads(pool)
  const running = new Set<Promise<unknown>>()

  async function closeAll() {
    await Promise.allSettled(running)
    // As many as there are threads and all at once, so that each gets one.
    await Promise.allSettled(pool.threads.map(async () => pool.run(LET_GO, { name: TO_ALL })))
  }

  /** Who watches the file on this thread lets go, too. */
  const letGoBy = (closing: () => Promise<unknown>) => async () => {
    onReplaced()
    await closing()
    // What ended meanwhile may have been taken for a reason to open it once more.
    onReplaced()
  }
  const letGo = letGoBy(async () => {
    await closeAll()
    await living.untilNoneIsStuck()
  })
  const letGoOfIdle = letGoBy(() =>
    Promise.race([closeAll(), sleep(LETTING_GO_MS, null, { ref: false })]),
  )

  const { place, damagedState } = engineAt(database)
  const inPlace = onePlace({ placeNow: place, damagedState, letGo, letGoOfIdle, deadlineMs })

  function assertNotStuck() {
    const stuck = living.stuck()
    // More than can end at once because they idle: those are soon gone.
    if (stuck >= readers + longAtOnce) throw allStuck(stuck)
  }

  async function run(task: Task, deadline: AbortSignal): Promise<Outcome> {
    const options = {
      signal: deadline,
      // Piscina has the type of a browser's option here, and takes the list that Node wants.
      ...(task.spool && { name: LONG, transferList: [task.spool.port] as never }),
    }
    const outcome = up.then(() => pool.run(task, options))
    running.add(outcome)
    try {
      return await outcome
    } catch (error) {
      if (deadline.aborted) throw deadlinePassed(deadlineMs)
      throw failure('query', 'the reader ended before it had an answer', error)
    } finally {
      running.delete(outcome)
    }
  }

  const long = gate(longAtOnce)

  async function computeLong(question: Question, now: Moment): Promise<Answer | Streamed> {
    const arrived = performance.now()
    await long.enter()
    let ended: Promise<unknown> = Promise.resolve()
    try {
      // Whoever asked for it has got an error by now.
      if (performance.now() - arrived >= deadlineMs) throw noneFree(deadlineMs)
      // Not taken back when this returns: the thread may still be writing then.
      const deadline = AbortSignal.timeout(deadlineMs)
      assertNotStuck()
      return await inPlace<Answer | Streamed>(async (place) => {
        const spool = newSpool()
        const outcome = run({ question, now, place, spool: spool.task }, deadline)
        ended = outcome.catch(() => {})
        const isLong = await Promise.race([
          spool.begun.then(() => true),
          outcome.then(isSpooled),
        ]).catch(() => false)
        if (isLong) return spool.streamed(outcome.then(piecesOf), spool.stop)
        spool.discard()
        return answerOf(await outcome)
      })
    } finally {
      void ended.then(long.leave)
    }
  }

  async function computeShort(question: Question, now: Moment): Promise<Answer> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), deadlineMs)
    try {
      assertNotStuck()
      const answer = await inPlace(async (place) =>
        answerOf(await run({ question, now, place }, deadline.signal)),
      )
      sweep(answer.bytes.length)
      return answer
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    compute: (question, now) =>
      isUnbounded(question) ? computeLong(question, now) : computeShort(question, now),
    starting: () => starting,
    longAtOnce,
    close() {
      living.endQuietly()
      return pool.destroy()
    },
  }
}
