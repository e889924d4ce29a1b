// Names are bytes: whatever is in them, two that differ are two texts.
import { describe, expect, it } from 'vitest'
import { decoded } from '../../src/importers/input/text.ts'

const text = (...bytes: (number | string)[]) =>
  decoded(Buffer.concat(bytes.map((it) => Buffer.from(typeof it === 'string' ? it : [it]))))

describe('bytes that are no UTF-8', () => {
  it.each([
    [[0xe9], '\\xE9'],
    [['caf', 0xe9, '.php'], 'caf\\xE9.php'],
    [['é', 0xe9, 0xe9, '€😀', 0xff], 'é\\xE9\\xE9€😀\\xFF'],
    // Cut, too long, half of a pair, beyond the last character.
    [['a', 0xe2, 0x82], 'a\\xE2\\x82'],
    [[0xc0, 0xaf, 'a'], '\\xC0\\xAFa'],
    [[0xed, 0xa0, 0x80, 'a'], '\\xED\\xA0\\x80a'],
    [[0xf5, 0x80, 0x80, 0x80], '\\xF5\\x80\\x80\\x80'],
    [['\0', 0x80, '\n'], '\0\\x80\n'],
  ])('%j are shown, and the rest is as it is', (bytes, shown) => {
    expect(text(...bytes)).toBe(shown)
  })

  it('leave a mark in the middle of a name where it is', () => {
    expect(text('\ufeffa\ufeffb', 0xe9, '\ufeff')).toBe('\ufeffa\ufeffb\\xE9\ufeff')
    expect(text('\ufeffa\ufeffb')).toBe('\ufeffa\ufeffb')
  })
})
