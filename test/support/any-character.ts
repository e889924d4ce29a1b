// Any character of Unicode but halves of a pair, as 'binary' of fast-check: that one first makes a list
// of the whole million, in each process that asks for it, which takes longer than most tests.
import fc from 'fast-check'

const LAST = 0x10ffff
const FIRST_HALF = 0xd800
const HALVES = 0x800

const characterOf = (index: number): string =>
  String.fromCodePoint(index < FIRST_HALF ? index : index + HALVES)

/** By this fast-check makes a failing text smaller that it has not made itself. */
function indexOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('no character')
  if (code >= FIRST_HALF && code < FIRST_HALF + HALVES) throw new Error('half a character')
  return code < FIRST_HALF ? code : code - HALVES
}

/** A unit of `fc.string`. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: LAST - HALVES })
  .map(characterOf, indexOf)
