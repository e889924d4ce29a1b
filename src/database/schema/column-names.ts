// MariaDB and SQLite find a column in whatever letters a query names it, and then call it as the
// table or view does: SCAN_ID is an answer to scan_id.
import { WHOLE_SCHEMA } from './import-tables.ts'

const COLUMNS: ReadonlySet<string> = new Set(
  Object.values(WHOLE_SCHEMA).flatMap((it) => Object.keys(it)),
)

/** As our queries write it. What else they ask for they have given its name themselves. */
export function columnName(name: string): string {
  const small = name.toLowerCase()
  return COLUMNS.has(small) ? small : name
}
