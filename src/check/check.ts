// Looks at a database as the service would, and says what is wrong and how to mend it.
import { engineAt } from '../database/connect.ts'
import type { Engine, Session } from '../database/engine.ts'
import { inspectorAt } from '../database/inspection/inspect.ts'
import type { Relation } from '../database/inspection/inspection.ts'
import { TABLE_NAMES, type TableName } from '../database/schema/schema.ts'
import { momentOf } from '../time.ts'
import { clocks } from './clock.ts'
import { future } from './future.ts'
import { indexes } from './indexes.ts'
import { latest } from './latest.ts'
import type { Looking } from './looking.ts'
import { order } from './name-order.ts'
import { orphans } from './orphans.ts'
import { otherName } from './other-name.ts'
import { questions } from './questions.ts'
import { cannotReach, reach, reachHosts } from './reach.ts'
import { type Code, problem, type Remark } from './remark.ts'
import { rights } from './rights.ts'
import { silent } from './silent.ts'
import { structure } from './structure.ts'
import { values } from './values.ts'

export interface CheckOptions {
  readonly database: string
  /** The address as it may be shown. */
  readonly where: string
  readonly timezone: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** How long the service would let a request wait. */
  readonly deadlineMs: number
  /** How many of the newest rows of each table are looked at. */
  readonly newest?: number
}

const NEWEST = 50_000

export interface Report {
  readonly remarks: readonly Remark[]
  /** How much was looked at. */
  readonly tables: number
  readonly rows: number
}

const nothing = (remark: Remark): Report => ({ remarks: [remark], tables: 0, rows: 0 })

export async function checkDatabase(options: CheckOptions): Promise<Report> {
  const { database, where, deadlineMs } = options
  const engine = engineAt(database)
  const session = await reach(engine, database, where, deadlineMs)
  if (!('db' in session)) return nothing(session)
  try {
    return await look(options, engine, session)
  } finally {
    await session.close()
  }
}

async function look(options: CheckOptions, engine: Engine, { db }: Session): Promise<Report> {
  const { database, where, timezone, clock, newest = NEWEST } = options
  const inspector = inspectorAt(database)
  const relations = new Map<TableName, Relation>()
  let mend: Looking['mend']
  try {
    for (const table of TABLE_NAMES) relations.set(table, await inspector.relation(db, table))
    mend = await inspector.mending(db)
  } catch (error) {
    return nothing(cannotReach(engine, error, database, where))
  }
  const now = momentOf(clock(), timezone)
  const looking: Looking = {
    db,
    engine: engine.expressions,
    inspector,
    mend,
    relations,
    now,
    newest,
  }

  const remarks: Remark[] = []
  let rows = 0
  /** One look that fails does not keep the others from looking. */
  async function say(about: string, work: () => Remark[] | Promise<Remark[]>) {
    try {
      remarks.push(...(await work()))
    } catch (error) {
      const { text } = engine.failureOf(error)
      remarks.push(problem('failed', about, `it could not be looked at: ${text}`, AGAIN))
    }
  }
  await say('hosts', () => reachHosts(database, options.deadlineMs))
  await say('tables', () => structure(looking, where))
  await say('order of names', () => order(looking))
  await say('rights', () => rights(looking))
  await say('other names', () => otherName(looking))
  await say('indexes', () => indexes(looking))
  await say('clock', () => clocks(looking, clock))
  await say('dates', () => future(looking))
  await say('latest scans', () => latest(looking))
  await say('findings', () => orphans(looking))
  await say('reports', () => silent(looking))
  await say('values', async () => {
    const found = await values(looking)
    rows = found.rows
    return found.remarks
  })
  if (!remarks.some(({ code }) => UNANSWERABLE.includes(code))) {
    await say('questions', () => questions(looking, options, remarks))
  }
  const tables = [...relations.values()].filter(({ is }) => is === 'table' || is === 'view').length
  return { remarks, tables, rows }
}

const AGAIN = 'See that the server is well and its indexes are there, and check again.'

/** With these every question fails, and the reason has been told. */
const UNANSWERABLE: readonly Code[] = [
  'table-missing',
  'column-missing',
  'view-broken',
  'cannot-read',
]
