import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactNumber } from '../src/database/rows/exact-number.ts'

it.each([
  ['0', 0],
  ['-42', -42],
  ['1.5', 1.5],
  ['87.50', 87.5],
  ['1000.0', 1000],
  ['9007199254740991', 9007199254740991],
  ['-9007199254740991', -9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-9007199254740993', -9007199254740993n],
  ['9007199254740993.00', 9007199254740993n],
  ['18446744073709551615', 18446744073709551615n],
  ['1e30', 1e30],
  ['Infinity', Infinity],
  ['NaN', NaN],
])('the text %s is %d', (text, value) => {
  expect(exactNumber(text)).toBe(value)
})

it('the digits of an integer are never changed', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), (value) => {
      expect(String(exactNumber(String(value)))).toBe(String(value))
      expect(BigInt(exactNumber(`${value}.0`))).toBe(value)
    }),
  )
})
