// Scans that are stored twice, and the statement that deletes the copies.
import type { TableName } from '../database/schema/schema.ts'
import { idInSql, MOST_SHOWN, shown } from './examples.ts'

export interface Twice {
  /** The server or the scanner. */
  readonly name: unknown
  readonly date: unknown
  readonly id: unknown
  readonly other: unknown
  /** Which of the two ids is that of the copy. */
  readonly copy: unknown
}

const MOST_DELETED = 20

/** '"web-1" at "2026-03-01 04:00:00" has scan_id 7 and 1' */
export const storedTwice = (found: readonly Twice[]): string =>
  found
    .slice(0, MOST_SHOWN)
    .map(
      ({ name, date, id, other }) =>
        `${shown(name)} at ${shown(date)} has scan_id ${shown(id)} and ${shown(other)}`,
    )
    .join(', ') + (found.length > MOST_SHOWN ? ', …' : '')

export function deletions(table: TableName, found: readonly Twice[]): string[] {
  const ids = [...new Set(found.map(({ copy }) => idInSql(copy)))]
  const [first] = ids
  if (ids.length === 1) {
    return [`delete from ${table} where scan_id = ${first}; -- when it is a copy`]
  }
  const more = ids.length - MOST_DELETED
  return [
    `delete from ${table} where scan_id in (${ids.slice(0, MOST_DELETED).join(', ')}); -- those that are copies`,
    ...(more > 0 ? [`And ${more} more: check again when these are deleted.`] : []),
  ]
}
