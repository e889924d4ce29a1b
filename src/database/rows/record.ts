// Reads a row as the specification's record: each member checked, in the order it is sent.
import { rounded } from '../../decimal.ts'
import { isSeverity, type Severity } from '../../severity.ts'
import { isDay } from '../../time.ts'
import { objectBy } from './object-maker.ts'
import { UnreadableValue } from './unreadable-value.ts'

type Read<Value> = (value: unknown, column: string) => Value

export const integer: Read<number> = (value, column) => {
  if (Number.isSafeInteger(value)) return value as number
  throw new UnreadableValue(column, value, 'an integer up to 2^53-1')
}

/** A number with all its decimals, for what is computed of it. */
export const number: Read<number> = (value, column) => {
  if (Number.isFinite(value)) return value as number
  throw new UnreadableValue(column, value, 'a number')
}

/** A number with two decimals. */
export const score: Read<number> = (value, column) => rounded(number(value, column))

export const text: Read<string> = (value, column) => {
  if (typeof value === 'string') return value
  throw new UnreadableValue(column, value, 'a text')
}

// MariaDB may hold 0000-00-00, which has the form and is no date.
const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

export const dateTime = knowingTheLast((value, column) => {
  if (typeof value === 'string' && DATE_TIME.test(value) && hasItsDay(value)) return value
  throw new UnreadableValue(column, value, 'a date-time YYYY-MM-DD HH:MM:SS')
})

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

export const day = knowingTheLast((value, column) => {
  if (typeof value === 'string' && DAY.test(value) && hasItsDay(value)) return value
  throw new UnreadableValue(column, value, 'a day YYYY-MM-DD')
})

/** Many dates equal the one that was read just before, in the same row or in the row above. */
function knowingTheLast(read: Read<string>): Read<string> {
  let last: string | undefined
  return (value, column) => {
    if (last === undefined || value !== last) last = read(value, column)
    return last
  }
}

/** Every month has 28 days: nearly always that is all there is to see. */
const hasItsDay = (text: string): boolean =>
  text.charAt(8) < '2' || (text.charAt(8) === '2' && text.charAt(9) < '9') || isDay(text)

export const severity: Read<Severity> = (value, column) => {
  if (isSeverity(value)) return value
  throw new UnreadableValue(column, value, 'critical, high, medium or low')
}

export const optional =
  <Value>(read: Read<Value>): Read<Value | null> =>
  (value, column) =>
    value === null ? null : read(value, column)

type Fields = Record<string, Read<unknown>>

/** What the columns hold before they are read: anything, whatever the table promises. */
type Row<Shape extends Fields> = Record<keyof Shape, unknown>

type RecordOf<Shape extends Fields> = { [Name in keyof Shape]: ReturnType<Shape[Name]> }

export function record<Shape extends Fields>(
  shape: Shape,
): (row: Row<NoInfer<Shape>>) => RecordOf<Shape> {
  return objectBy(shape) as (row: Row<Shape>) => RecordOf<Shape>
}

/** The columns that such a record is made of, for the query. */
export const columnsOf = <Shape extends Fields>(shape: Shape) =>
  Object.keys(shape) as (keyof Shape & string)[]

/** Adds up exactly, or not at all. */
export const exactSum = (values: readonly number[], column: string): number =>
  values.reduce((total, value) => plus(total, value, column), 0)

export function plus(total: number, value: number, column: string): number {
  const sum = total + value
  return Number.isSafeInteger(sum) ? sum : integer(BigInt(total) + BigInt(value), column)
}
