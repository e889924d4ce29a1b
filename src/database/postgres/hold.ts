// TRUNCATE, an ALTER TABLE that writes a table anew, and a table put in the place of another pass by
// snapshots: one that was begun before finds the table empty. So an answer could tell of no detections
// where there always were some. A lock that is taken before the snapshot makes such a change wait for
// the answer, and the answer for the change.
import type { Client } from 'pg'
import type { Session } from '../engine.ts'
import type { TableName } from '../schema/schema.ts'

/** It takes its snapshot with the first query; a lock and a savepoint are none. */
export const BEGIN = 'begin isolation level repeatable read, read only'

export function holding(client: Client): Session['hold'] {
  const unlockable = new Set<TableName>()

  const lock = (tables: readonly TableName[]) =>
    client.query(`lock table ${tables.join(', ')} in access share mode`)

  async function lockOneByOne(tables: readonly TableName[]) {
    await client.query('rollback')
    await client.query(BEGIN)
    for (const table of tables) {
      await client.query('savepoint unlocked')
      await lock([table]).catch(async (error) => {
        if (!isUnlockable(error)) throw error
        unlockable.add(table)
        await client.query('rollback to savepoint unlocked')
      })
    }
  }

  return async (tables) => {
    const held = tables.filter((it) => !unlockable.has(it))
    if (held.length === 0) return
    await lock(held).catch((error) => {
      // A table that is not there is told as the query would tell it.
      if (!isUnlockable(error)) throw error
      return lockOneByOne(held)
    })
  }
}

/** A materialised view and a foreign table can be read only, and so can some columns of a table. */
const isUnlockable = ({ code }: { code?: string }): boolean => code === '42809' || code === '42501'
