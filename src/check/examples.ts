// How much is looked at, and how rows are shown.
import { shown } from './shown.ts'

/** More rows than this with the same fault are not counted. */
export const MOST_COUNTED = 1_000

const MOST_SHOWN = 3

export interface Example {
  readonly id: unknown
  readonly value: unknown
}

/** '2 rows lie' */
export const rowsThat = (count: number, one: string, several: string): string => {
  if (count >= MOST_COUNTED) return `${MOST_COUNTED} rows or more ${several}`
  return count === 1 ? `1 row ${one}` : `${count} rows ${several}`
}

/** '"info" (finding_id 3), "INFO" (finding_id 9)' */
export const examples = (id: string, rows: readonly Example[]): string =>
  rows
    .slice(0, MOST_SHOWN)
    .map((row) => `${shown(row.value)} (${id} ${shown(row.id)})`)
    .join(', ') + (rows.length > MOST_SHOWN ? ', …' : '')

/** For `where id in (…)`: numbers only, whatever stands there. */
export const idList = (rows: readonly Example[]): string =>
  rows
    .slice(0, MOST_SHOWN)
    .map(({ id }) => String(id))
    .filter((it) => /^-?\d+$/.test(it))
    .join(', ') || 'ID'
