// What connections to servers have in common, whatever the engine.

/** Limits on both sides: the server's own, and ours a little later for a server that is gone. */
export const LIMITS = {
  connectMs: 1_000,
  /** For a session that was idle: nothing is lost when it is given up too early. */
  reuseMs: 300,
  statementMs: 4_000,
  lockMs: 1_000,
  idleInTransactionMs: 5_000,
  answerMs: 4_500,
} as const

/** With several hosts a session is renewed now and then, so that a host that came back is used. */
const SESSION_MS = 20_000

/** Whether a session that was opened just now may still be used. */
export function freshness(hosts: number, isAlive: () => boolean): () => boolean {
  const opened = performance.now()
  return () => isAlive() && (hosts === 1 || performance.now() - opened < SESSION_MS)
}
