// One connection, opened when it is first needed and after anything went wrong with it.
import { setTimeout as pause } from 'node:timers/promises'
import { Failure, Refusal } from '../errors.ts'
import { within } from '../within.ts'
import type { Engine, Session } from './engine.ts'
import { Replaced } from './replaced.ts'
import type { TableName } from './schema/schema.ts'
import { LIMITS, limitsWithin } from './servers/session.ts'
import { beginSnapshot, readSnapshot, type Snapshot } from './snapshot.ts'

export interface ReadOptions {
  /** Told of data that is left out. */
  readonly notice?: Snapshot['notice']
  /** Where all connections of the process are: from another nothing is read. */
  readonly place?: string | null
  /** Those that are read, to be held meanwhile. */
  readonly tables?: readonly TableName[]
}

export interface DatabaseReader {
  read<Result>(
    /** `origin` may be asked in the snapshot: of the tables that are read, see Session. */
    work: (snapshot: Snapshot, origin: () => Promise<string | null>) => Promise<Result>,
    options?: ReadOptions,
  ): Promise<Result>
  /**
   * False when it is connected to a database whose place another has taken. All connections of the
   * process to the one must be closed before the first to the other is opened.
   */
  isInPlace(): boolean
  /** After how long without a question its connection is better closed; null is never. */
  readonly idleMs: number | null
  close(): Promise<void>
}

/** A server may count a connection for a moment after it was closed. */
const STILL_COUNTED_MS = 100

/** `deadlineMs` is how long a request may wait for what is read. */
export function databaseReader(engine: Engine, deadlineMs?: number): DatabaseReader {
  const { connectMs, renewMs } = limitsWithin(deadlineMs)
  let session: Session | undefined

  async function close() {
    const closing = session
    session = undefined
    await closing?.close().catch(() => {})
  }

  function begin({ db, place }: Session, ms: number): Promise<void> {
    const beginning = beginSnapshot(engine, db)
    // A file answers at once, or SQLite itself gives up.
    return place === null ? within(ms, beginning, noAnswer) : beginning
  }

  /** Whoever lets nobody in just now costs no answer: the session that is there is used on. */
  async function renew(due: Session, renewal: NonNullable<Session['renewal']>) {
    const opening = engine.openSession(deadlineMs)
    try {
      session = await within(renewMs, opening, noAnswer)
      await due.close().catch(() => {})
    } catch {
      renewal.notRenewed()
      opening.then((late) => late.close()).catch(() => {})
    }
  }

  /** Where the one before could not be renewed, there may be no room for another until it is gone. */
  async function inPlaceOf(closed: Session | undefined): Promise<Session> {
    if (!closed?.renewal?.isOver()) return engine.openSession(deadlineMs)
    try {
      return await engine.openSession(deadlineMs)
    } catch {
      await pause(STILL_COUNTED_MS)
      return engine.openSession(deadlineMs)
    }
  }

  /** A session in which a snapshot has begun. */
  async function begun(place: string | null): Promise<Session> {
    const before = session
    if (session !== undefined && !session.isCurrent()) await close()
    if (session?.renewal?.isDue()) await renew(session, session.renewal)
    if (session !== undefined) assertPlace(session, place)
    const reused = session
    if (reused !== undefined) {
      try {
        await begin(reused, LIMITS.reuseMs)
        return reused
      } catch {
        // It died while it was idle, and nobody noticed. Nothing was read yet: take a new one.
        await close()
      }
    }
    session = await inPlaceOf(before)
    assertPlace(session, place)
    await begin(session, session.beginMs ?? connectMs)
    return session
  }

  const readNow: DatabaseReader['read'] = async (work, options = {}) => {
    const { notice = () => {}, place = null, tables = [] } = options
    try {
      const session = await begun(place)
      const { db, end, origin, hold } = session
      await hold(tables)
      const expressions = session.expressions?.() ?? engine.expressions
      return await readSnapshot({ expressions, end }, db, notice, (snapshot) =>
        work(snapshot, () => origin(tables)),
      )
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Its transaction is open and its state unknown: a connection that failed is not used again.
      await close()
      if (error instanceof Replaced) throw error
      throw error instanceof Failure ? error : engine.failureOf(error)
    }
  }

  /** One snapshot at a time: whoever asks meanwhile waits for its turn on the one connection. */
  let turn: Promise<void> = Promise.resolve()
  // Not the result itself: `turn` would keep the last answer in memory until the next one.
  const forget = () => {}

  return {
    read(...args) {
      const result = turn.then(() => readNow(...args))
      turn = result.then(forget, forget)
      return result
    },
    isInPlace: () => session?.isInPlace() ?? true,
    idleMs: engine.idleMs,
    close,
  }
}

function assertPlace(session: Session, place: string | null) {
  if (place !== null && session.place !== place) throw new Replaced()
}

/** A server that is there begins a snapshot at once; one behind a cut line never answers. */
const noAnswer = () => Object.assign(new Error('no answer to begin'), { code: 'ETIMEDOUT' })
