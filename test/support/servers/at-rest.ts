// A MariaDB server tidies up after a change, which moves its redo log for some seconds. Whoever compares
// what it says of itself waits for that.
import { sql } from 'kysely'
import { vi } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'

export async function mariadbAtRest(url: string): Promise<void> {
  const db = await engineAt(url).openForWriting()
  const status = sql<{ name: string; value: string }>`
    select lower(variable_name) as name, variable_value as value
    from information_schema.global_status
    where variable_name in
      ('innodb_lsn_current', 'innodb_lsn_flushed', 'innodb_buffer_pool_pages_dirty')`
  const isAtRest = async () => {
    const values = new Map((await status.execute(db)).rows.map((it) => [it.name, it.value]))
    return (
      values.get('innodb_buffer_pool_pages_dirty') === '0' &&
      values.get('innodb_lsn_current') === values.get('innodb_lsn_flushed')
    )
  }
  try {
    // Statistics would be made anew some time after a change.
    await sql`set global innodb_stats_auto_recalc = off`.execute(db)
    // By itself it would leave the last of it for later.
    for (const limit of ['innodb_max_dirty_pages_pct_lwm', 'innodb_max_dirty_pages_pct']) {
      await sql`set global ${sql.raw(limit)} = 0.001`.execute(db)
    }
    await vi.waitUntil(isAtRest, { timeout: 60_000, interval: 50 })
  } finally {
    await db.destroy()
  }
}
