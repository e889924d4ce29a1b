// Numbers as the server has them, whichever of the driver's two protocols they came by, and columns by
// the names that they were asked for.
import type { FieldPacket, TypeCast } from 'mysql2'
import { exactNumber } from '../rows/exact-number.ts'
import { columnName } from '../schema/column-names.ts'

const TYPE = { decimal: 0, float: 4, double: 5, longlong: 8, newdecimal: 246 }

/** The first three come as text in both; the others in one only, and by `textOfNumbers`. */
const NUMBERS: ReadonlySet<unknown> = new Set([
  TYPE.longlong,
  TYPE.decimal,
  TYPE.newdecimal,
  TYPE.double,
  TYPE.float,
])

/** For statements that are not prepared: the driver's own way misreads the last of 16 digits. */
export const textOfNumbers: TypeCast = (field, next) =>
  field.type === 'DOUBLE' || field.type === 'FLOAT' ? field.string() : next()

/**
 * Of a FLOAT the server shows six digits, or as many decimals as it is declared with; in the other
 * protocol come all that a double has.
 */
const FLOAT_DIGITS = 6
const NOT_DECLARED = 31

const asShown = (value: number, decimals: number): number =>
  Number(decimals >= NOT_DECLARED ? value.toPrecision(FLOAT_DIGITS) : toEven(value, decimals))

/** No FLOAT has more decimals, nor does JavaScript write more. */
const ALL_DECIMALS = 100

/** Of two that are equally near the server takes the even one, JavaScript the one farther from 0. */
function toEven(value: number, decimals: number): string {
  const nearest = value.toFixed(decimals)
  const all = value.toFixed(ALL_DECIMALS)
  const point = all.length - ALL_DECIMALS
  if (!/^50*$/.test(all.slice(point + decimals))) return nearest
  const towardsZero = decimals === 0 ? all.slice(0, point - 1) : all.slice(0, point + decimals)
  return /[02468]$/.test(towardsZero) ? towardsZero : nearest
}

type Row = Record<string, unknown>

/** Changes what came in place. What is no list of rows has no columns. */
export function readRows(rows: unknown, fields: readonly FieldPacket[] | undefined): void {
  if (!Array.isArray(rows) || fields === undefined) return
  // The driver decodes a name each time that it is looked at.
  const named = fields.map(({ name, columnType, decimals }) => ({
    name,
    columnType,
    decimals,
    asked: columnName(name),
  }))
  for (const { name, asked } of named) if (asked !== name) rename(rows, name, asked)
  const columns = named
    .filter(({ columnType }) => NUMBERS.has(columnType))
    .map(
      ({ asked, columnType, decimals }) =>
        [asked, columnType === TYPE.float ? decimals : null] as const,
    )
  for (const row of rows as Row[]) {
    for (const [name, decimals] of columns) {
      const value = row[name]
      if (typeof value === 'string') row[name] = exactNumber(value)
      else if (decimals !== null && typeof value === 'number') row[name] = asShown(value, decimals)
    }
  }
}

function rename(rows: readonly Row[], from: string, to: string): void {
  for (const row of rows) {
    row[to] = row[from]
    delete row[from]
  }
}
