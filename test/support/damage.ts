// What happens to reports on infected machines, again and again the same way for the same seed.
import fc from 'fast-check'

const HOSTILE = [
  '\0',
  '\r\n',
  '\u001b[31m',
  '\ud800',
  '%s%n',
  '../../../../etc/passwd',
  "'; drop table malware_scans; --",
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
  '&b;',
  '[[[[[[[[[[[[[[[[[[[[',
  '{"__proto__":{"a":1}}',
  '9999999999999999999999',
  '-1',
  '1e999',
  'NaN',
  ' FOUND\n',
  ': OK\n',
  '\n----------- SCAN SUMMARY -----------\n',
  '"',
  ']]>',
  '\u202e',
  'A'.repeat(5000),
]

type Kind = (typeof ROUGH)[number] | (typeof GENTLE)[number]

interface Damage {
  readonly kind: Kind
  /** Where, as a part of the whole. */
  readonly at: number
  readonly length: number
  readonly byte: number
  readonly text: string
}

const NUMBERS = ['0', '-1', '9999999999999999999999', '1e999', '0.5', '']
const WORDS = ['', 'null', 'FAIL', 'PASS', 'true', '__proto__', 'x y', '\u00e9']

/** What breaks the form of a file: a cut, a flip, a hole, a repeat, a swap, or something hostile. */
const ROUGH = ['cut', 'flip', 'hole', 'repeat', 'insert', 'swap-lines'] as const

/** What leaves the form whole, and changes what it says: another letter, word or number. */
const GENTLE = ['letter', 'word', 'number'] as const

const damageOf = (kinds: readonly Kind[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    length: fc.integer({ min: 1, max: 4000 }),
    byte: fc.integer({ min: 0, max: 255 }),
    text: fc.constantFrom(...HOSTILE),
  })

export const damages = fc.oneof(
  fc.array(damageOf(ROUGH), { minLength: 1, maxLength: 4 }),
  fc.array(damageOf(GENTLE), { minLength: 1, maxLength: 12 }),
)

export const damaged = (bytes: Buffer, all: readonly Damage[]): Buffer =>
  all.reduce((it, one) => damagedOnce(it, one), bytes)

function damagedOnce(bytes: Buffer, { kind, at, length, byte, text }: Damage): Buffer {
  const start = Math.floor(at * bytes.length)
  const end = Math.min(bytes.length, start + length)
  const [head, part, tail] = [
    bytes.subarray(0, start),
    bytes.subarray(start, end),
    bytes.subarray(end),
  ]
  switch (kind) {
    case 'cut':
      return Buffer.from(head)
    case 'flip': {
      const copy = Buffer.from(bytes)
      if (copy.length > 0) copy[start] = byte
      return copy
    }
    case 'hole':
      return Buffer.concat([head, tail])
    case 'repeat':
      return Buffer.concat([head, part, part, tail])
    case 'insert':
      return Buffer.concat([head, Buffer.from(text), bytes.subarray(start)])
    case 'letter':
      return replaced(bytes, start, /[A-Za-z0-9]/, () => String.fromCharCode(97 + (byte % 26)))
    case 'word':
      return replaced(bytes, start, /[A-Za-z]+/, () => WORDS[length % WORDS.length] ?? '')
    case 'number':
      return replaced(bytes, start, /\d+/, () => NUMBERS[length % NUMBERS.length] ?? '')
    case 'swap-lines': {
      const lines = bytes.toString('latin1').split('\n')
      const [one, other] = [Math.floor(at * lines.length), length % lines.length]
      const moved = lines.toSpliced(one, 1, lines[other] ?? '')
      return Buffer.from(moved.toSpliced(other, 1, lines[one] ?? '').join('\n'), 'latin1')
    }
  }
}

/** The first match from a place on gives way to another text. */
function replaced(bytes: Buffer, start: number, match: RegExp, by: () => string): Buffer {
  const tail = bytes.subarray(start).toString('latin1')
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(tail.replace(match, by), 'latin1')])
}
