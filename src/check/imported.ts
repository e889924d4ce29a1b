// What the importers have noted: they store no scan twice, so what they stored is no copy.
import { sql } from 'kysely'
import type { Db } from '../database/inspection/inspection.ts'
import { idInSql } from './examples.ts'

/** Which of these scans they stored. Null where there are no notes, or none that this account may read. */
export async function importedAmong(
  db: Db,
  kind: 'malware' | 'compliance',
  ids: readonly unknown[],
): Promise<ReadonlySet<string> | null> {
  try {
    const { rows } = await sql<{ id: unknown }>`
      select row_id as id from secdash_import_runs
      where kind = ${sql.lit(kind)}
        and row_id in (${sql.join(ids.map((id) => sql.raw(idInSql(id))))})`.execute(db)
    return new Set(rows.map(({ id }) => String(id)))
  } catch {
    return null
  }
}
