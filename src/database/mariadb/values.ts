// The driver gives decimals and long integers as text, in both of its protocols.
import mysql, { type FieldPacket } from 'mysql2'
import { exactNumber } from '../exact-number.ts'

const NUMBERS: ReadonlySet<unknown> = new Set([
  mysql.Types.LONGLONG,
  mysql.Types.DECIMAL,
  mysql.Types.NEWDECIMAL,
])

type Row = Record<string, unknown>

/** Turns such texts into numbers, in place. What is no list of rows has none. */
export function readNumbers(rows: unknown, fields: readonly FieldPacket[] | undefined): void {
  if (!Array.isArray(rows) || fields === undefined) return
  const columns = fields.filter(({ columnType }) => NUMBERS.has(columnType)).map((it) => it.name)
  for (const row of rows as Row[]) {
    for (const column of columns) {
      const value = row[column]
      if (typeof value === 'string') row[column] = exactNumber(value)
    }
  }
}
