import { visible } from '../visible.ts'

const LONGEST = 60

/** A value of the database, in quotes where it is a text, and not at length. */
export function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (typeof value !== 'string') return visible(String(value))
  const short = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
  return visible(JSON.stringify(short))
}
