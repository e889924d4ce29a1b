// How parameters are read that more than one endpoint has. A value is read once, here, or refused
// with the text of the contract; nothing downstream checks it again.
import { Refusal, type Refusing } from './errors.ts'

/** Of `days`, in all endpoints that have it. */
export const DAYS = { least: 1, most: 365, default: 30 } as const

/** The one value of a parameter, null when it is not given. Given twice is refused. */
export function single(query: URLSearchParams, name: string, refusing: Refusing): string | null {
  const values = query.getAll(name)
  if (values.length > 1) throw new Refusal(refusing)
  return values[0] ?? null
}

/** As `single`, and an empty value counts as not given. */
export const optionalSingle = (query: URLSearchParams, name: string, refusing: Refusing) =>
  single(query, name, refusing) || null

// White space, a sign, digits, a fraction, an exponent; what follows is dropped.
const LEADING_NUMBER = /^[ \t\n\r\v\f]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/

/** `days` is read as PHP reads an integer: '30abc' is 30, 'abc' is 0, '12.9' is 12, '1e2' is 100. */
export function daysOf(query: URLSearchParams): number {
  const value = single(query, 'days', 'invalidDays')
  if (value === null) return DAYS.default
  const days = Math.trunc(Number(LEADING_NUMBER.exec(value)?.[1] ?? 0))
  if (days >= DAYS.least && days <= DAYS.most) return days
  throw new Refusal('invalidDays')
}
