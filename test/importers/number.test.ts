import { expect, it } from 'vitest'
import { countOf } from '../../src/importers/number.ts'

it.each([
  ['0', 0],
  [' 131 ', 131],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('%s is %i', (text, count) => {
  expect(countOf(text)).toBe(count)
})

it.each([
  '',
  '-1',
  '1.5',
  '1e3',
  'NaN',
  'twelve',
  '9007199254740992',
  '99999999999999999999',
  '1 2',
])('«%s» is no count', (text) => {
  expect(countOf(text)).toBeNull()
})
