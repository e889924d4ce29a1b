// How much is looked at, and how rows are shown.
import { visible } from '../visible.ts'
import { Garbled } from './garbled.ts'

/** More rows than this with the same fault are not counted. */
export const MOST_COUNTED = 1_000

export const MOST_SHOWN = 3

const LONGEST = 60

/** A value of the database, in quotes where it is a text, and not at length. */
export function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`
  const text = value instanceof Garbled ? value.read : value
  if (typeof text !== 'string') return visible(String(text))
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return visible(JSON.stringify(short))
}

export interface Example {
  readonly id: unknown
  readonly value: unknown
}

/** '2 rows lie' */
export const rowsThat = (count: number, one: string, several: string): string => {
  if (count >= MOST_COUNTED) return `${MOST_COUNTED} rows or more ${several}`
  return count === 1 ? `1 row ${one}` : `${count} rows ${several}`
}

export const firstOf = (rows: readonly Example[]): readonly Example[] => rows.slice(0, MOST_SHOWN)

/** '"info" (finding_id 3), "INFO" (finding_id 9)' */
export const examples = (id: string, rows: readonly Example[]): string =>
  firstOf(rows)
    .map((row) => `${shown(row.value)} (${id} ${shown(row.id)})`)
    .join(', ') + (rows.length > MOST_SHOWN ? ', …' : '')

/** For `where id = …`: a number, whatever stands there. */
export const idInSql = (id: unknown): string => (/^-?\d+$/.test(String(id)) ? String(id) : 'ID')
