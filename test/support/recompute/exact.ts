// Exact fractions of big integers: what every rounding of the service is held against.

export interface Fraction {
  readonly over: bigint
  /** Above zero. */
  readonly under: bigint
}

/** The decimal that a number is written as: 1.005 is 1005/1000, whatever its nearest double is. */
export function fraction(value: number): Fraction {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const [whole = '', decimals = ''] = digits.split('.')
  const shift = Number(exponent) - decimals.length
  const over = BigInt(whole + decimals)
  return shift < 0
    ? { over, under: 10n ** BigInt(-shift) }
    : { over: over * 10n ** BigInt(shift), under: 1n }
}

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})

export const times = (a: Fraction, factor: number): Fraction => ({
  over: a.over * BigInt(factor),
  under: a.under,
})

export const dividedBy = (a: Fraction, divisor: number): Fraction => ({
  over: a.over,
  under: a.under * BigInt(divisor),
})

export const sumOf = (values: readonly number[]): Fraction =>
  values.map(fraction).reduce(plus, { over: 0n, under: 1n })

/** Half up, for what is not below zero. */
export function halfUp({ over, under }: Fraction, places = 2): number {
  const units = (2n * over * 10n ** BigInt(places) + under) / (2n * under)
  return Number(`${units}e-${places}`)
}
