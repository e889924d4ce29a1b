// What connections to servers have in common, whatever the engine.

/** Whatever a connection is for. */
export const LIMITS = {
  /** For a session that was idle: nothing is lost when it is given up too early. */
  reuseMs: 300,
  lockMs: 1_000,
} as const

/** What a question may take: by the server, and by us for a server that is gone and can end nothing. */
export interface QuestionLimits {
  readonly connectMs: number
  /** For a new connection in the place of one that still works. */
  readonly renewMs: number
  /** For a node of a cluster to catch up with the others, before an answer is begun. */
  readonly catchUpMs: number
  readonly statementMs: number
  readonly answerMs: number
  readonly idleInTransactionMs: number
}

/** Whoever writes may take long. */
export type Purpose = QuestionLimits | 'writing'

const DEADLINE_MS = 5_000
/** A busy server takes its time to let somebody in, and who writes has that. */
const WRITER_CONNECT_MS = 5_000
const LEAST_CONNECT_MS = 1_000

/**
 * The server's limit lies below ours, so that a server that is there gets to say why; ours lies below
 * the deadline of the request, so that the client gets to hear it.
 */
export const limitsWithin = (deadlineMs = DEADLINE_MS): QuestionLimits => ({
  connectMs: Math.max(LEAST_CONNECT_MS, Math.ceil(0.2 * deadlineMs)),
  renewMs: Math.ceil(0.2 * deadlineMs),
  catchUpMs: Math.ceil(0.6 * deadlineMs),
  statementMs: Math.ceil(0.8 * deadlineMs),
  answerMs: Math.ceil(0.9 * deadlineMs),
  idleInTransactionMs: Math.max(DEADLINE_MS, Math.ceil(deadlineMs)),
})

export const connectMsOf = (purpose: Purpose): number =>
  purpose === 'writing' ? WRITER_CONNECT_MS : purpose.connectMs

/** By then an address may lead to another server, or a host that was lost is back. */
const RENEWED_MS = 20_000
/** How long a connection is used on when it cannot be renewed, and how often that is tried. */
const USED_ON_MS = 20_000
const AGAIN_MS = 5_000

/** Milliseconds of a clock that is never set. */
export type Clock = () => number

export const RUNNING: Clock = () => performance.now()

/** Of a connection that was opened just now. */
export interface Lifetime {
  /** Whether another is to be opened in its place, while this one is still there. */
  isDue(): boolean
  /** Whether that is late, and nothing has said yet that it cannot be done. */
  isLate(): boolean
  /** Whether it is not to be used any more, whatever takes its place. */
  isOver(): boolean
  /** No other could be opened. */
  notRenewed(): void
}

/** `early` is how long before the time another may be opened. */
export function lifetime(clock: Clock, early = 0): Lifetime {
  const late = clock() + RENEWED_MS
  let due = late - early
  let over = Number.POSITIVE_INFINITY
  return {
    isDue: () => clock() >= due,
    isLate: () => clock() >= late && over === Number.POSITIVE_INFINITY,
    isOver: () => clock() >= over,
    notRenewed() {
      due = clock() + AGAIN_MS
      over = Math.min(over, clock() + USED_ON_MS)
    },
  }
}
