// Requests for the same question that arrived before its computation started share the result;
// later ones wait for the next. So no answer is older than the request, and under load the
// database sees at most one running and one waiting computation a question, as long as none hangs.
import { keyOf, type Question } from './questions.ts'
import { deadlinePassed, noneFree, queueFull } from './ran-out.ts'

export interface SharingOptions {
  /** How many questions are computed at once. */
  readonly atOnce: number
  /** How many more may wait. */
  readonly queue: number
  /** How long a request may wait for its answer, from its arrival. */
  readonly deadlineMs: number
  /**
   * How long a computation holds back others. One that hangs on a dead connection gives its place
   * to the next, which may find the database well; at most `atOnce` of them linger.
   */
  readonly patienceMs: number
}

interface Computation<Result> extends PromiseWithResolvers<Result> {
  readonly start: () => Promise<Result>
  started: boolean
  /** How many requests still wait for it. */
  requests: number
}

/** Rejects when whoever asked has left. Called only where that matters. */
export type Gone = () => Promise<never>

/** `spentMs` is how much of its time the request has used up already. */
type Ask<Result> = (question: Question, spentMs: number, gone?: Gone) => Promise<Result>

export function sharing<Result>(
  compute: (question: Question) => Promise<Result>,
  { atOnce, queue, deadlineMs, patienceMs }: SharingOptions,
): Ask<Result> {
  const running = new Set<string>()
  const waiting = new Map<string, Computation<Result>>()
  let lingering = 0
  /** Those that have lost patience and wait until one more may linger. */
  const overdue = new Set<() => void>()

  function startWaiting() {
    for (const [key, computation] of waiting) {
      if (running.size >= atOnce) return
      if (running.has(key)) continue
      waiting.delete(key)
      run(key, computation)
    }
  }

  function letOneLinger() {
    const [next] = overdue
    if (next === undefined || lingering >= atOnce) return
    overdue.delete(next)
    next()
  }

  function run(key: string, computation: Computation<Result>) {
    let lingers = false
    const giveWay = () => {
      if (lingering >= atOnce) return void overdue.add(giveWay)
      lingers = true
      lingering += 1
      running.delete(key)
      startWaiting()
    }
    running.add(key)
    computation.started = true
    const patience = setTimeout(giveWay, patienceMs)
    computation
      .start()
      .then(computation.resolve, computation.reject)
      .finally(() => {
        clearTimeout(patience)
        overdue.delete(giveWay)
        if (lingers) lingering -= 1
        else running.delete(key)
        letOneLinger()
        startWaiting()
      })
  }

  return (question, spentMs, gone) => {
    const key = keyOf(question)
    let computation = waiting.get(key)
    if (computation === undefined) {
      const mustWait = running.size >= atOnce || running.has(key)
      if (mustWait && waiting.size >= queue) return Promise.reject(queueFull(queue))
      computation = {
        ...Promise.withResolvers<Result>(),
        start: () => compute(question),
        started: false,
        requests: 0,
      }
      waiting.set(key, computation)
      startWaiting()
    }
    return withinDeadline(key, computation, Math.max(0, deadlineMs - spentMs), gone)
  }

  function withinDeadline(
    key: string,
    computation: Computation<Result>,
    leftMs: number,
    gone: Gone | undefined,
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    let waits = true
    computation.requests++
    const giveUp = (error: unknown) => {
      if (!waits) return
      waits = false
      clearTimeout(timer)
      computation.requests--
      // What nobody waits for any more is not worth a reader, nor a place in the queue.
      if (!computation.started && computation.requests === 0) waiting.delete(key)
      reject(error)
    }
    const timer = setTimeout(
      () => giveUp(computation.started ? deadlinePassed(deadlineMs) : noneFree(deadlineMs)),
      leftMs,
    )
    // Also past the deadline: a failure that nobody listens for would end the process.
    void computation.promise.then(resolve, reject).then(() => clearTimeout(timer))
    // What has begun ends, whoever has left.
    if (!computation.started) gone?.().catch((error) => computation.started || giveUp(error))
    return promise
  }
}
