// Why a database cannot be had, in words for who runs it. The password is never among them.
import type { Engine, Session } from '../database/engine.ts'
import { reasonOf, saidBy } from '../database/failure/reasons.ts'
import { hostsAt } from '../database/inspection/inspect.ts'
import { Failure } from '../errors.ts'
import { advice, problem, type Remark } from './remark.ts'

/** What is looked at here takes longer than an answer, so that a short deadline is none for it. */
const LEAST_MS = 5_000

/** The session that the service would have with this deadline, or why it would have none. */
export async function reach(
  engine: Engine,
  database: string,
  where: string,
  deadlineMs: number,
): Promise<Session | Remark> {
  try {
    return await engine.openSession(Math.max(deadlineMs, LEAST_MS))
  } catch (error) {
    return cannotReach(engine, error, database, where)
  }
}

export function cannotReach(engine: Engine, error: unknown, database: string, where: string) {
  const failure = error instanceof Failure ? error : engine.failureOf(error)
  const { reason, fix } = reasonOf(failure)
  return problem('unreachable', where, `${reason} (${saidBy(failure, database)})`, fix)
}

/** With several hosts the service lives on while one of them is gone, and nobody would notice. */
export async function reachHosts(database: string, deadlineMs: number): Promise<Remark[]> {
  const remarks: Remark[] = []
  for (const { host, engine } of hostsAt(database)) {
    const reached = await reach(engine, database, host, deadlineMs)
    if ('db' in reached) await reached.close()
    else {
      const { problem: text, fix } = reached
      remarks.push(advice('host-unreachable', host, `${text}; the other hosts serve`, fix))
    }
  }
  return remarks
}
