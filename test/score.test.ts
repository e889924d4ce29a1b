import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { malwareScore } from '../src/malware/score.ts'
import { overallScore } from '../src/posture/score.ts'
import { dividedBy, fraction, halfUp, plus, times } from './support/recompute/exact.ts'

const NONE = { critical: 0, high: 0, medium: 0, low: 0 }
const ALL = { compliance: 100, redteam: 100, incident: 100, monitoring: 100, malware: 100 }

describe('the malware score', () => {
  it('is 100 with no active detection', () => {
    expect(malwareScore(NONE)).toBe(100)
  })

  it.each([
    ['critical', 70],
    ['high', 80],
    ['medium', 90],
    ['low', 95],
  ])('one %s detection leaves %d', (severity, expected) => {
    expect(malwareScore({ ...NONE, [severity]: 1 })).toBe(expected)
  })

  it('takes off 30, 20, 10 and 5 for each detection by its severity', () => {
    expect(malwareScore({ critical: 1, high: 1, medium: 1, low: 1 })).toBe(35)
    expect(malwareScore({ critical: 0, high: 2, medium: 3, low: 4 })).toBe(10)
  })

  it('reaches 0 exactly and never goes below', () => {
    expect(malwareScore({ critical: 3, high: 0, medium: 1, low: 0 })).toBe(0)
    expect(malwareScore({ critical: 3, high: 0, medium: 0, low: 1 })).toBe(5)
    expect(malwareScore({ critical: 4, high: 0, medium: 0, low: 0 })).toBe(0)
    expect(malwareScore({ ...NONE, low: Number.MAX_SAFE_INTEGER })).toBe(0)
  })

  it('is the formula, clamped to 0-100, for any counts', () => {
    const count = fc.oneof(fc.nat(4), fc.nat(4), fc.maxSafeNat())
    const counts = fc.record({ critical: count, high: count, medium: count, low: count })
    fc.assert(
      fc.property(counts, ({ critical, high, medium, low }) => {
        const lost =
          30n * BigInt(critical) + 20n * BigInt(high) + 10n * BigInt(medium) + 5n * BigInt(low)
        const exact = 100n - lost
        expect(malwareScore({ critical, high, medium, low })).toBe(exact < 0n ? 0 : Number(exact))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the overall score', () => {
  it('is 100 when every component is', () => {
    expect(overallScore(ALL)).toBe(100)
  })

  it('is 97 when all components are 100 and malware is 70', () => {
    expect(overallScore({ ...ALL, malware: 70 })).toBe(97)
  })

  it.each([
    ['compliance', 30],
    ['redteam', 25],
    ['incident', 20],
    ['monitoring', 15],
    ['malware', 10],
  ])('%s alone weighs %d percent', (component, expected) => {
    const none = { compliance: 0, redteam: 0, incident: 0, monitoring: 0, malware: 0 }
    expect(overallScore({ ...none, [component]: 100 })).toBe(expected)
    expect(overallScore({ ...ALL, [component]: 0 })).toBe(100 - expected)
  })

  it('does not use the weights 35/30/20/15 of the time before the malware component', () => {
    const scores = { compliance: 100, redteam: 50, incident: 0, monitoring: 0, malware: 0 }
    expect(overallScore(scores)).toBe(42.5)
  })

  it('has two decimals, half up on the decimal value', () => {
    const none = { compliance: 0, redteam: 0, incident: 0, monitoring: 0, malware: 0 }
    expect(overallScore({ ...none, malware: 10.05 })).toBe(1.01)
    expect(overallScore({ ...none, malware: 10.049 })).toBe(1)
    expect(overallScore({ ...none, redteam: 33.34 })).toBe(8.34)
    expect(overallScore({ ...ALL, compliance: 33.33, monitoring: 66.67 })).toBe(75)
  })

  it('is the exact weighted sum for any components', () => {
    const score = fc.oneof(
      fc.integer({ min: 0, max: 100_000 }).map((n) => n / 1000),
      fc.double({ min: 0, max: 100, noNaN: true }),
    )
    const components = fc.record({
      compliance: score,
      redteam: score,
      incident: score,
      monitoring: score,
      malware: score,
    })
    fc.assert(
      fc.property(components, ({ compliance, redteam, incident, monitoring, malware }) => {
        const sum = [
          times(fraction(compliance), 30),
          times(fraction(redteam), 25),
          times(fraction(incident), 20),
          times(fraction(monitoring), 15),
          times(fraction(malware), 10),
        ].reduce(plus)
        const overall = overallScore({ compliance, redteam, incident, monitoring, malware })
        expect(overall).toBe(halfUp(dividedBy(sum, 100)))
        expect(overall).toBeGreaterThanOrEqual(0)
        expect(overall).toBeLessThanOrEqual(100)
      }),
      { numRuns: 1_000 },
    )
  })
})
