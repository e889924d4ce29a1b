// What connections to servers have in common, whatever the engine.
import type { Engine, Session } from '../engine.ts'

/** A server keeps its data together by itself: no file can be replaced, be damaged or need a mode. */
export const SERVER_HAS_NO_FILE: Pick<Engine, 'idleMs' | 'place' | 'damagedState' | 'settle'> = {
  idleMs: null,
  place: () => null,
  damagedState: () => null,
  async settle() {},
}

export const SESSION_HAS_NO_FILE: Pick<Session, 'place' | 'isInPlace'> = {
  place: null,
  isInPlace: () => true,
}

/** Whatever a connection is for. */
export const LIMITS = {
  /** For a session that was idle: nothing is lost when it is given up too early. */
  reuseMs: 300,
  lockMs: 1_000,
} as const

/** What a question may take: by the server, and by us for a server that is gone and can end nothing. */
export interface QuestionLimits {
  readonly connectMs: number
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
  statementMs: Math.ceil(0.8 * deadlineMs),
  answerMs: Math.ceil(0.9 * deadlineMs),
  idleInTransactionMs: Math.max(DEADLINE_MS, Math.ceil(deadlineMs)),
})

export const connectMsOf = (purpose: Purpose): number =>
  purpose === 'writing' ? WRITER_CONNECT_MS : purpose.connectMs

/** With several hosts a session is renewed now and then, so that a host that came back is used. */
const SESSION_MS = 20_000

/** Whether a session that was opened just now may still be used. */
export function freshness(hosts: number, isAlive: () => boolean): () => boolean {
  const opened = performance.now()
  return () => isAlive() && (hosts === 1 || performance.now() - opened < SESSION_MS)
}
