// TRUNCATE, an ALTER TABLE that writes a table anew, and a table put in the place of another pass by
// snapshots: one that was begun before finds the table empty. So an answer could tell of no detections
// where there always were some. A lock that is taken before the snapshot makes such a change wait for
// the answer, and the answer for the change. A schema that takes the name of another waits for no lock:
// so the end of an answer looks whether names still stand for the same tables.
import type { Client, QueryResult } from 'pg'
import type { Session } from '../engine.ts'
import { Replaced } from '../replaced.ts'
import type { TableName } from '../schema/schema.ts'
import type { Clock } from '../servers/session.ts'
import { notUnderstood } from './guard.ts'

/** It takes its snapshot with the first query; a lock and a savepoint are none. */
export const BEGIN = 'begin isolation level repeatable read, read only'

/** How long a table that could not be locked is taken for one that cannot. */
const UNLOCKABLE_MS = 10_000

export function holding(client: Client, clock: Clock): Required<Pick<Session, 'hold' | 'end'>> {
  const unlockable = new Set<TableName>()
  let triedAt = clock()
  /** For which table each name stood when the statements of this session were planned. */
  const planned = new Map<TableName, string>()
  /** What asks for which tables the names of this answer stand. */
  let which = ''
  /** What it was told when they were held. */
  let held = ''

  /** Apart each would take as long as all together. */
  async function inOneGo(...statements: readonly string[]): Promise<QueryResult[]> {
    const results: unknown = await client.query(statements.join('; '))
    return [results].flat() as QueryResult[]
  }

  async function lockOneByOne(tables: readonly TableName[]) {
    await client.query('rollback')
    await client.query(BEGIN)
    for (const table of tables) {
      await client.query('savepoint unlocked')
      await client.query(lock([table])).catch(async (error) => {
        if (!isUnlockable(error)) throw error
        unlockable.add(table)
        await client.query('rollback to savepoint unlocked')
      })
    }
  }

  /** One that comes into an earlier schema of the search path does not outdate a plan. */
  function assertPlanned(tables: readonly TableName[]) {
    const oids = held.split(' ')
    for (const [i, table] of tables.entries()) {
      const oid = oids[i] ?? ''
      if ((planned.get(table) ?? oid) !== oid) throw new Replaced()
      planned.set(table, oid)
    }
  }

  return {
    async hold(tables) {
      which = whichTables(tables)
      if (clock() - triedAt >= UNLOCKABLE_MS) {
        triedAt = clock()
        unlockable.clear()
      }
      const lockable = tables.filter((it) => !unlockable.has(it))
      const locks = lockable.length === 0 ? [] : [lock(lockable)]
      const results = await inOneGo(...locks, which).catch(async (error) => {
        // A table that is not there is told as the query would tell it.
        if (!isUnlockable(error)) throw error
        await lockOneByOne(lockable)
        return inOneGo(which)
      })
      held = oidsIn(results.at(-1))
      assertPlanned(tables)
    },
    async end() {
      const [result] = await inOneGo(which, 'commit')
      if (oidsIn(result) !== held) throw new Replaced()
    },
  }
}

const lock = (tables: readonly TableName[]): string =>
  `lock table ${tables.join(', ')} in access share mode`

const whichTables = (names: readonly TableName[]): string =>
  `select concat(${['null', ...names.map((it) => `to_regclass('${it}')::oid, ' '`)]}) as oids`

function oidsIn(result: QueryResult | undefined): string {
  const [row] = result?.rows ?? []
  if (row === undefined) throw notUnderstood('it has not answered what was asked')
  return row.oids ?? ''
}

/** A materialised view and a foreign table can be read only, and so can some columns of a table. */
const isUnlockable = ({ code }: { code?: string }): boolean => code === '42809' || code === '42501'
