import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rounded, roundedMean, roundedQuotient, weightedMean } from '../src/decimal.ts'
import { dividedBy, fraction, halfUp, plus, sumOf, times } from './support/recompute/exact.ts'

/** Scores as scanners write them, many of them halfway between two decimals. */
const scores = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map((n) => n / 1000),
  fc.integer({ min: 0, max: 20_000 }).map((n) => (n * 5) / 1000),
  fc.double({ min: 0, max: 100, noNaN: true }),
)

describe('rounding to two decimals', () => {
  it.each([
    [1.005, 1.01],
    [1.0049999, 1],
    [2.675, 2.68],
    [8.345, 8.35],
    [0.005, 0.01],
    [0.0049, 0],
    [99.994, 99.99],
    [99.995, 100],
    [33.333333, 33.33],
    [66.666666, 66.67],
    [1e-7, 0],
    [87.5, 87.5],
    [87.1, 87.1],
    [0, 0],
    [100, 100],
  ])('%d is %d', (value, expected) => {
    expect(rounded(value)).toBe(expected)
  })

  it('is half up on the decimal value of every score', () => {
    fc.assert(
      fc.property(scores, (value) => {
        expect(rounded(value)).toBe(halfUp(fraction(value)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is half up at every thousandth that ends in five', () => {
    for (let n = 5; n < 100_000; n += 10) {
      expect(rounded(n / 1000)).toBe(Number(`${(n + 5) / 10}e-2`))
    }
  })

  it('of a rounded value changes nothing', () => {
    fc.assert(
      fc.property(scores, (value) => {
        expect(rounded(rounded(value))).toBe(rounded(value))
      }),
    )
  })
})

describe('a rounded quotient', () => {
  it.each([
    [1, 3, 0.33],
    [2, 3, 0.67],
    [1, 8, 0.13],
    [201, 200, 1.01],
    [0, 7, 0],
    [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER],
    // 200 times the one and once the other is 2^53-1, and beyond
    [45_035_996_273_704, 191, 235_790_556_406.83],
    [45_035_996_273_704, 192, 234_562_480_592.21],
    [-1, 8, -0.13],
    [1.5, 4, 0.38],
  ])('%d / %d is %d', (dividend, divisor, expected) => {
    expect(roundedQuotient(dividend, divisor)).toBe(expected)
  })

  it('is rounded once, from the exact quotient of any two counts', () => {
    const count = fc.oneof(fc.nat(100_000), fc.maxSafeNat(), fc.nat(90_000_000_000_000))
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 100_000 }), (dividend, divisor) => {
        expect(roundedQuotient(dividend, divisor)).toBe(
          halfUp({ over: BigInt(dividend), under: BigInt(divisor) }),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes another number of places', () => {
    expect(roundedQuotient(108, 86_400, 4)).toBe(0.0013)
    expect(roundedQuotient(107, 86_400, 4)).toBe(0.0012)
    fc.assert(
      fc.property(
        fc.maxSafeNat(),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 6 }),
        (dividend, divisor, places) => {
          expect(roundedQuotient(dividend, divisor, places)).toBe(
            halfUp({ over: BigInt(dividend), under: BigInt(divisor) }, places),
          )
        },
      ),
    )
  })
})

describe('a rounded mean', () => {
  it('of nothing is null', () => {
    expect(roundedMean([])).toBeNull()
  })

  it('is rounded once: its values keep all their decimals until then', () => {
    expect(roundedMean([1.004, 1.004, 1.007])).toBe(1.01)
    expect(roundedMean([1.005])).toBe(1.01)
    expect(roundedMean([0.1, 0.2])).toBe(0.15)
    expect(roundedMean([0, 0.01])).toBe(0.01)
  })

  it('is half up on the exact mean of any scores', () => {
    fc.assert(
      fc.property(fc.array(scores, { minLength: 1, maxLength: 12 }), (values) => {
        expect(roundedMean(values)).toBe(halfUp(dividedBy(sumOf(values), values.length)))
      }),
      { numRuns: 500 },
    )
  })
})

it('a weighted mean is half up on the exact value, whatever the weights', () => {
  const parts = fc.array(fc.tuple(scores, fc.integer({ min: 1, max: 100 })), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(parts, (weighted) => {
      const weights = weighted.reduce((total, [, weight]) => total + weight, 0)
      const sum = weighted.map(([value, weight]) => times(fraction(value), weight)).reduce(plus)
      expect(weightedMean(weighted)).toBe(halfUp(dividedBy(sum, weights)))
    }),
    { numRuns: 500 },
  )
})
