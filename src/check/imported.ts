// What the importers have noted of scans: they store none twice that says the same.
import { sql } from 'kysely'
import type { Db } from '../database/inspection/inspection.ts'
import type { RunKind } from '../database/schema/import-tables.ts'
import { idInSql } from './examples.ts'

/** The tool of each of these that they stored. Null where there are no notes, or none to read. */
export async function importedAmong(
  db: Db,
  kind: RunKind,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, string> | null> {
  try {
    const { rows } = await sql<{ id: unknown; tool: string }>`
      select row_id as id, tool from secdash_import_runs
      where kind = ${sql.lit(kind)}
        and row_id in (${sql.join(ids.map((id) => sql.raw(idInSql(id))))})`.execute(db)
    return new Map(rows.map(({ id, tool }) => [String(id), tool]))
  } catch {
    return null
  }
}
