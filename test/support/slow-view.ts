// A database that is slow for real: a table is replaced by a view that counts for seconds first.
import type { DatabaseSync } from 'node:sqlite'
import type { Tables } from '../../src/database/tables.ts'

/** Some three seconds of counting, each time the view is read; nothing can interrupt it. */
const STEPS = 15_000_000

/** The table must hold a row, or there is nothing to count for. Returns what undoes it. */
export function slowDown(db: DatabaseSync, table: keyof Tables, steps = STEPS): () => void {
  db.exec(`
    alter table ${table} rename to ${table}_itself;
    create view ${table} as
      with recursive step (n) as (select 1 union all select n + 1 from step where n < ${steps})
      select * from ${table}_itself where (select count(*) from step) > 0;
  `)
  return () => db.exec(`drop view ${table}; alter table ${table}_itself rename to ${table}`)
}
