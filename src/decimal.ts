// Rounding on the decimal value, half up: 1.005 is 1.01, although the nearest double lies below it.
import { Big } from 'big.js'

const HALF_UP = 1
const PLACES = 2

/** `value` with at most two decimals. */
export function rounded(value: number): number {
  const scale = 10 ** PLACES
  // Already the nearest double of such a decimal: nothing to round, and most values are.
  if (Math.round(value * scale) / scale === value) return value
  return new Big(value).round(PLACES, HALF_UP).toNumber()
}

/** `dividend / divisor`, rounded once, from the exact quotient. */
export function roundedQuotient(dividend: number | Big, divisor: number, places = PLACES): number {
  // Most are quotients of two counts: exact in plain integers, at a fiftieth of the cost.
  if (typeof dividend === 'number' && isCount(dividend) && isCount(divisor)) {
    const scale = 10 ** places
    const twice = 2 * scale * dividend + divisor
    if (twice <= Number.MAX_SAFE_INTEGER) {
      return (twice - (twice % (2 * divisor))) / (2 * divisor) / scale
    }
  }
  const Exact = Big()
  Exact.DP = places
  Exact.RM = HALF_UP
  return new Exact(dividend).div(divisor).toNumber()
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** The mean of decimal values, null where there is none. */
export function roundedMean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sum = values.reduce((total, value) => total.plus(value), new Big(0))
  return roundedQuotient(sum, values.length)
}

/** The sum of value times weight over the sum of weights. */
export function weightedMean(parts: readonly (readonly [value: number, weight: number])[]): number {
  const sum = parts.reduce(
    (total, [value, weight]) => total.plus(new Big(value).times(weight)),
    new Big(0),
  )
  return roundedQuotient(
    sum,
    parts.reduce((total, [, weight]) => total + weight, 0),
  )
}
